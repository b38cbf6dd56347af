import type { CertificateState } from '@honbu/contract/certificates.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import css from './DocumentsPanel.module.css'
import { ExpiryBadge } from './ExpiryBadge.tsx'

interface Props {
  certificate: {
    readonly number: string
    readonly issuer: string
    readonly issuedOn: string | null
    readonly expiresOn: string | null
    readonly note: string
    readonly state: CertificateState
  }
  kindName: string
  /** Whose it is, where that is not plain. */
  of?: string
}

export function CertificateWords({ certificate, kindName, of = '' }: Props) {
  const { number, issuer, issuedOn, expiresOn, note, state } = certificate
  const about = [issuer, issuedOn && `issued ${mediumDate(issuedOn)}`, of].filter(Boolean).join(', ')
  return (
    <div className={css.words}>
      <p className={css.title}>
        <strong>{kindName}</strong>
        {number}
        <ExpiryBadge state={state} expiresOn={expiresOn} />
      </p>
      {about && <p className={css.soft}>{about}</p>}
      {note && <p className={css.soft}>{note}</p>}
    </div>
  )
}

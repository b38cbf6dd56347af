import { certificateKinds, getCertificates } from '@honbu/contract/certificates.ts'
import { IconCertificate, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { ourClubs } from '../member-view/our-clubs.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { CertificateWords } from './CertificateWords.tsx'
import css from './DocumentsPanel.module.css'

const CertificateDialog = lazy(() => import('./CertificateDialog.tsx').then(m => ({ default: m.CertificateDialog })))

/** A member's licences and insurances; what expires first stands first. */
export function CertificateList({ memberId, details }: { memberId: number; details: MemberDetails }) {
  const answer = useRead(getCertificates, { id: memberId })
  /** 0: a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const clubs = ourClubs(details)
  const certificates = answer.data
  const addButton = (
    <Button onClick={() => setEdited(0)}>
      <IconPlus size={18} aria-hidden="true" />
      Add a certificate
    </Button>
  )
  return (
    <Panel title="Licences and insurance" flush aside={certificates && certificates.length > 0 && addButton}>
      {answer.error && !certificates && (
        <ErrorState
          title="The certificates could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!answer.error && !certificates && <SkeletonRows count={2} height="3rem" />}
      {certificates?.length === 0 && (
        <EmptyState icon={<IconCertificate size={28} />} title="No licence or insurance is known." actions={addButton}>
          With a date of expiry it becomes a task 60 days before.
        </EmptyState>
      )}
      {certificates && certificates.length > 0 && (
        <ul className={css.list} aria-label="Licences and insurance">
          {certificates.map(certificate => {
            const { memberCertificateId, kind, number, clubName } = certificate
            return (
              <li
                key={memberCertificateId}
                className={css.row}
                aria-label={`${certificateKinds[kind]} ${number}`.trim()}
              >
                <CertificateWords
                  certificate={certificate}
                  kindName={certificateKinds[kind]}
                  of={clubs.length > 1 ? clubName : ''}
                />
                <IconButton
                  label={`Edit ${certificateKinds[kind]} ${number}`.trim()}
                  icon={<IconPencil size={18} aria-hidden="true" />}
                  onClick={() => setEdited(memberCertificateId)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {edited !== null && certificates && (
        <Suspense>
          <CertificateDialog
            memberId={memberId}
            clubs={clubs}
            certificate={certificates.find(({ memberCertificateId }) => memberCertificateId === edited)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

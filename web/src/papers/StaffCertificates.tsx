import { getStaffCertificates, staffCertificateKinds } from '@honbu/contract/certificates.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { CertificateWords } from './CertificateWords.tsx'
import type { StaffCertificate, StaffUser } from './papers.ts'
import css from './StaffCertificates.module.css'

const StaffCertificateDialog = lazy(() =>
  import('./StaffCertificateDialog.tsx').then(m => ({ default: m.StaffCertificateDialog })),
)

/** DBS, first aid, insurance and coaching of everybody who works in a club; for its admins. */
export function StaffCertificates({ clubId }: { clubId: number }) {
  const answer = useRead(getStaffCertificates, { clubId })
  const [edited, setEdited] = useState<{ user: StaffUser; certificate?: StaffCertificate } | null>(null)
  return (
    <Panel id="staff-certificates" title="Staff certificates" flush>
      {answer.error && !answer.data && (
        <ErrorState
          title="The certificates could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!answer.data && !answer.error && <SkeletonRows count={3} height="3rem" />}
      <ul className={css.people}>
        {answer.data?.map(user => (
          <li key={user.clubUserId} className={css.person} aria-label={user.name}>
            <div className={css.head}>
              <strong>{user.name}</strong>
              <Button
                variant="quiet"
                aria-label={`Add a certificate of ${user.name}`}
                onClick={() => setEdited({ user })}
              >
                <IconPlus size={18} aria-hidden="true" />
                Add
              </Button>
            </div>
            {user.certificates.length === 0 && <p className={css.none}>Nothing is known.</p>}
            <ul className={css.list}>
              {user.certificates.map(certificate => (
                <li key={certificate.staffCertificateId} className={css.row}>
                  <CertificateWords certificate={certificate} kindName={staffCertificateKinds[certificate.kind]} />
                  <IconButton
                    label={`Edit ${staffCertificateKinds[certificate.kind]} of ${user.name}`}
                    icon={<IconPencil size={18} aria-hidden="true" />}
                    onClick={() => setEdited({ user, certificate })}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {edited && (
        <Suspense>
          <StaffCertificateDialog user={edited.user} certificate={edited.certificate} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

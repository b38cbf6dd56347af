import { getConsents } from '@honbu/contract/consents.ts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ConsentFlags } from './ConsentFlags.tsx'
import { ConsentHistory } from './ConsentHistory.tsx'
import css from './ConsentPanel.module.css'
import type { ConsentPerson } from './consent-words.ts'

const ConsentDialog = lazy(() =>
  import('./ConsentDialog.tsx').then(({ ConsentDialog }) => ({ default: ConsentDialog })),
)

/** What a member and his contacts have agreed to at the clubs of who looks, and how that came about. */
export function ConsentPanel({ memberId }: { memberId: number }) {
  const answer = useRead(getConsents, { id: memberId })
  const [edited, setEdited] = useState<ConsentPerson | null>(null)
  const consents = answer.data
  return (
    <Panel title="Consent" flush>
      {answer.error && !consents && (
        <ErrorState
          title="The consents could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!answer.error && !consents && <SkeletonRows count={3} height="3.5rem" />}
      {consents && (
        <ul className={css.people}>
          {consents.people.map(person => (
            <li key={person.personId} className={css.person} aria-label={person.name}>
              <div className={css.head}>
                <p className={css.name}>
                  <strong>{person.name}</strong>
                  <span className={css.soft}>{person.isMember ? 'Member' : person.relationship || 'Contact'}</span>
                </p>
                <Button onClick={() => setEdited(person)} aria-label={`Record consent of ${person.name}`}>
                  Record consent
                </Button>
              </div>
              {consents.clubs.map(club => (
                <ConsentFlags
                  key={club.clubId}
                  clubName={consents.clubs.length > 1 ? club.clubName : undefined}
                  entries={consents.entries.filter(
                    entry => entry.isCurrent && entry.personId === person.personId && entry.clubId === club.clubId,
                  )}
                />
              ))}
            </li>
          ))}
        </ul>
      )}
      {consents && consents.entries.length > 0 && (
        <ConsentHistory entries={consents.entries} hasClubs={consents.clubs.length > 1} />
      )}
      {edited && consents && (
        <Suspense>
          <ConsentDialog memberId={memberId} person={edited} consents={consents} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

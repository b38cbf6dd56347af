import { getLinkedMembers } from '@honbu/contract/member-links.ts'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import css from './LinkedPanel.module.css'
import { LinkedRow } from './LinkedRow.tsx'
import { LinkOffers } from './LinkOffers.tsx'
import type { ToLink } from './link-values.ts'

const AddLink = lazy(() => import('./AddLink.tsx').then(({ AddLink }) => ({ default: AddLink })))
const LinkDialog = lazy(() => import('./LinkDialog.tsx').then(({ LinkDialog }) => ({ default: LinkDialog })))

/** Who belongs together: siblings, parents who train too. */
export function LinkedPanel({ memberId, details }: MemberPanelProps) {
  const answer = useRead(getLinkedMembers, { id: memberId })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<ToLink | null>(null)
  const links = answer.data
  return (
    <div className={css.panels}>
      <Panel
        title="Linked members"
        flush
        aside={
          !isAdding && (
            <Button onClick={() => setAdding(true)}>
              <IconUserPlus size={18} aria-hidden="true" />
              Link a member
            </Button>
          )
        }
      >
        {isAdding && (
          <Suspense fallback={<Skeleton height="44px" />}>
            <AddLink
              memberId={memberId}
              onClose={() => setAdding(false)}
              onFound={member => {
                setAdding(false)
                setEdited({ memberLinkId: null, version: undefined, relationship: '', linkedSince: null, ...member })
              }}
            />
          </Suspense>
        )}
        {answer.error && !links && (
          <ErrorState
            title="The linked members could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {!answer.error && !links && <SkeletonRows count={2} height="3.5rem" />}
        {links?.length === 0 && !isAdding && (
          <EmptyState icon={<IconUsers size={28} />} title="Not linked with anybody yet.">
            Link brothers and sisters, or a parent who trains too: their contacts are offered to each other.
          </EmptyState>
        )}
        {links && links.length > 0 && (
          <ul className={css.list}>
            {links.map(link => (
              <LinkedRow key={link.memberLinkId} link={link} today={details.today} onEdit={() => setEdited(link)} />
            ))}
          </ul>
        )}
      </Panel>
      <LinkOffers
        memberId={memberId}
        onChoose={offer => setEdited({ memberLinkId: null, version: undefined, linkedSince: null, ...offer })}
      />
      {edited && (
        <Suspense>
          <LinkDialog
            key={edited.memberId}
            memberId={memberId}
            memberName={details.firstName}
            today={details.today}
            link={edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

import { getMembership } from '@honbu/contract/membership.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { askedMoves } from './asked-moves.ts'
import css from './Membership.module.css'
import { MembershipCard } from './MembershipCard.tsx'
import { MembershipDialog } from './MembershipDialog.tsx'
import { MembershipHistory } from './MembershipHistory.tsx'

/** The memberships of a member, what can be done with each, and what became of them. */
export function MembershipPanel({ memberId, details }: MemberPanelProps) {
  const [isAdding, setAdding] = useState(false)
  const answer = useRead(getMembership, { id: memberId })
  const clubs = useRead(getClubList, {})
  const { search, setSearch } = useAddress()
  const asked = askedMoves.find(move => move === search.move) ?? null
  const goingOn = (answer.data ?? []).filter(({ isOurs, moves }) => isOurs && moves.includes('lapse'))
  // Of several the user chooses.
  const only = goingOn.length === 1 ? goingOn[0] : undefined
  const free = (clubs.data ?? []).filter(club => !details.memberships.some(({ clubId }) => clubId === club.id))
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title="The memberships could not be loaded."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  if (!answer.data) return <SkeletonRows count={2} height="10rem" />
  return (
    <div className={css.panels}>
      {answer.data.map(membership => (
        <MembershipCard
          key={membership.clubMemberId}
          membership={membership}
          name={details.firstName}
          asked={membership === only ? asked : null}
          onAnswered={() => search.move && setSearch({ move: undefined })}
        />
      ))}
      {free.length > 0 && (
        <div>
          <Button onClick={() => setAdding(true)}>
            <IconPlus size={18} aria-hidden="true" />
            Membership in another club
          </Button>
        </div>
      )}
      <MembershipHistory memberId={memberId} hasSeveral={answer.data.length > 1} />
      {isAdding && <MembershipDialog memberId={memberId} clubs={free} onClose={() => setAdding(false)} />}
    </div>
  )
}

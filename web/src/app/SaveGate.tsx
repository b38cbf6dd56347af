import type { Endpoint, Need } from '@honbu/contract/endpoint.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useRead } from './api.ts'
import { WhomToAsk } from './WhomToAsk.tsx'

interface Props {
  /** The call that saves the form. */
  call: Endpoint<'write'>
  /** The club where it is saved. */
  clubId: number
  /** Of a club that may not be one of the reader’s. */
  clubName?: string | undefined
  /** Completes "You can’t …". */
  cannot: string
  /** Below the reason, for those who may not save: the record as it can be read. */
  otherwise?: ReactNode
  children: ReactNode
}

/** Shows a form to those who may save it. Others read why they can’t, and whom to ask, before they type anything. */
export function SaveGate({ call, clubId, clubName, cannot, otherwise, children }: Props) {
  const clubs = useRead(getClubList, {}, { staleTime: 60_000 })
  // Without the list the server decides.
  if (clubs.error && !clubs.data) return children
  if (!clubs.data) return <SkeletonRows count={4} height="56px" />
  const club = clubs.data.find(({ id }) => id === clubId)
  if (isAllowed(call.needs, club)) return children
  return (
    <>
      <WhomToAsk cannot={cannot} need={call.needs} club={club} clubName={clubName} />
      {otherwise}
    </>
  )
}

interface Mine {
  readonly isAdmin: boolean
  readonly may: readonly string[]
}

/** Whether someone may make a call in a club of theirs; undefined: a club that isn't theirs. */
export function isAllowed(need: Need | null, club: Mine | undefined): boolean {
  if (!club) return false
  if (need === null) return true
  return need === 'admin' ? club.isAdmin : club.may.includes(need)
}

import type { Need } from '@honbu/contract/endpoint.ts'
import { whyNot } from '@honbu/contract/right-words.ts'
import { getUsers } from '@honbu/contract/users.ts'
import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useRead } from './api.ts'

interface Props {
  /** Completes "You can’t …". */
  cannot: string
  need: Need | null
  /** Undefined: a club that the reader doesn’t work in. */
  club: { readonly id: number; readonly name: string } | undefined
  clubName?: string | undefined
}

/** Says why someone can’t save, with the names of the admins who can help. */
export function WhomToAsk({ cannot, need, club, clubName = 'its club' }: Props) {
  const admins = useRead(
    getUsers,
    { clubId: club?.id ?? 0, filter: 'isAdmin~eq~true', sort: 'fullName-asc', pageSize: 3 },
    { enabled: club !== undefined, retry: false },
  )
  const names = admins.data?.data.map(({ fullName }) => fullName) ?? []
  const where = club?.name ?? clubName
  const reason = need === null || need === 'admin' ? `Only admins of ${where} can.` : whyNot(need)
  return (
    <EmptyState icon={<IconLock size={32} />} title={`You can’t ${cannot}`}>
      {reason} {names.length > 0 ? `Ask ${names.join(' or ')}.` : `Ask an admin of ${where}.`}
    </EmptyState>
  )
}

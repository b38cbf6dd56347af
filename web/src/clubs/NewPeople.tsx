import type { ReactNode } from 'react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { shortDay } from '../ui/dates.ts'
import css from './NewPeople.module.css'

interface Props {
  total: number
  people: readonly {
    memberId: number
    firstName: string
    lastName: string
    clubId: number
    clubName: string
    since: string
  }[]
  /** What is shown when there is nobody. */
  children: ReactNode
}

export function NewPeople({ total, people, children }: Props) {
  if (people.length === 0) return children
  return (
    <>
      <ul className={css.list}>
        {people.map(person => (
          <li key={`${person.memberId} ${person.clubId}`}>
            <AppLink to={memberAddress(person.memberId)} className={css.person}>
              <Avatar firstName={person.firstName} lastName={person.lastName} size="small" />
              <span className={css.words}>
                <span className={css.name}>{`${person.firstName} ${person.lastName}`}</span>
                <span className={css.club}>{person.clubName}</span>
              </span>
              <time className={css.since} dateTime={person.since}>
                {shortDay(person.since)}
              </time>
            </AppLink>
          </li>
        ))}
      </ul>
      {total > people.length && <p className={css.more}>and {total - people.length} more</p>}
    </>
  )
}

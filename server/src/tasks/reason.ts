import { type RawBuilder, sql } from 'kysely'

/** Whom it is asked of: a club on a day, all of its members or some. */
export interface Scope {
  readonly clubId: number
  /** Today in the club's zone, YYYY-MM-DD. */
  readonly today: string
  readonly memberIds?: readonly number[] | undefined
}

/** A reason for a task, as SQL answers it. */
export interface StandingReason {
  cause: string
  member_id: number
  subject: string
  /** Names what caused it for several people, such as a register; null: a cause of its own. */
  event: string | null
  due_on: string
  /** Is it young enough to be worth a task? Older ones only keep theirs open: nobody is to begin with a thousand. */
  is_new: boolean
}

/** Why the system makes a task of a kind: the reasons that stand now. A task whose reason no longer does closes itself. */
export interface Reason {
  readonly standing: (scope: Scope) => RawBuilder<StandingReason>
  /** What a task says that has closed itself. */
  readonly because: string
}

/** The memberships in the scope, as `membership`, with the person, and what the directory keeps of each as `entry`. */
export const memberships = (scope: Scope) => sql`
  (select * from club_member where club_id = ${scope.clubId} ${onlyThose(scope)}
  ) membership
  join directory_entry entry on entry.club_member_id = membership.id
  join member on member.id = membership.member_id
  join person on person.id = member.person_id`

/** Not as `null or any(…)`: a prepared statement would be planned for a whole club each time. */
export const onlyThose = ({ memberIds }: Scope) => (memberIds ? sql`and member_id = any(${[...memberIds]})` : sql``)

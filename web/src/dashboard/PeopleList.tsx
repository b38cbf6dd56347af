import { wholeNumber } from '@honbu/contract/format.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Panel } from '../ui/Panel.tsx'
import { NoteLink, type Target } from './Figures.tsx'
import css from './PeopleList.module.css'

interface Props {
  id: string
  title: string
  /** Which days are looked at. */
  aside: string
  total: number
  people: readonly {
    key: string
    memberId: number
    firstName: string
    lastName: string
    line: string
    /** At the end of the row: a day. */
    end: string
  }[]
  /** What is said when there is nobody. */
  none: string
  /** All of them, as a list. */
  target: Target
}

/** People by a day, with how many they are. */
export function PeopleList({ id, title, aside, total, people, none, target }: Props) {
  const allLink = (
    <AppLink to={target.to} search={target.search ?? {}} aria-label={`${title}: all ${wholeNumber(total)}`}>
      {wholeNumber(total)}
    </AppLink>
  )
  return (
    <Panel
      id={id}
      title={
        <>
          {title} <span className={css.total}>{total > 0 ? allLink : wholeNumber(total)}</span>
        </>
      }
      aside={<span className={css.aside}>{aside}</span>}
      flush
    >
      {people.length === 0 && <p className={css.none}>{none}</p>}
      {people.length > 0 && (
        <ul className={css.list}>
          {people.map(({ key, memberId, firstName, lastName, line, end }) => (
            <li key={key}>
              <AppLink to={memberAddress(memberId)} className={css.person}>
                <Avatar firstName={firstName} lastName={lastName} size="small" />
                <span className={css.words}>
                  <span className={css.name}>{`${firstName} ${lastName}`}</span>
                  <span className={css.line}>{line}</span>
                </span>
                <span className={css.end}>{end}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {total > people.length && (
        <p className={css.more}>
          <NoteLink target={target}>and {wholeNumber(total - people.length)} more</NoteLink>
        </p>
      )}
    </Panel>
  )
}

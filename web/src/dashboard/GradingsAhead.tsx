import { wholeNumber } from '@honbu/contract/format.ts'
import { registerAddress } from '../timetable/class-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { shortDay } from '../ui/dates.ts'
import { Panel } from '../ui/Panel.tsx'
import css from './PeopleList.module.css'
import type { Today } from './today.ts'

interface Props {
  gradings: Today['gradings']
  today: string
  hasClub: boolean
}

/** The gradings that come, each with who is entered. */
export function GradingsAhead({ gradings: { total, classes }, today, hasClub }: Props) {
  return (
    <Panel
      id="gradings"
      title={
        <>
          Gradings <span className={css.total}>{wholeNumber(total)}</span>
        </>
      }
      aside={<span className={css.aside}>next 30 days</span>}
      flush
    >
      {classes.length === 0 && <p className={css.none}>No grading is on the timetable for the next 30 days.</p>}
      {classes.length > 0 && (
        <ul className={css.list}>
          {classes.map(({ classId, classTypeId, className, clubName, selectedDate, startTime, expected }) => (
            <li key={`${classId} ${selectedDate}`}>
              <AppLink
                to={registerAddress(classId, classTypeId)}
                search={{ date: selectedDate }}
                className={css.person}
              >
                <span className={css.words}>
                  <span className={css.name}>{className}</span>
                  <span className={css.line}>
                    {[hasClub && clubName, `${wholeNumber(expected)} entered`].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className={css.end}>
                  {selectedDate === today ? 'today' : shortDay(selectedDate)} {startTime}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {total > classes.length && (
        <p className={css.more}>and {wholeNumber(total - classes.length)} more: a club of its own shows all of its.</p>
      )}
    </Panel>
  )
}

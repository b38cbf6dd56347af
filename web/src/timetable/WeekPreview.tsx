import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import type { checkTimetable } from '@honbu/contract/timetable-text.ts'
import { ClashWarning } from './ClashWarning.tsx'
import type { Choices } from './class-choices.ts'
import css from './WeekPreview.module.css'
import { clashTexts, otherClashText, type ReadText, shownClasses } from './week-preview.ts'

interface Props {
  week: ReadText
  choices: Choices
  found: Output<typeof checkTimetable> | undefined
}

/** The classes that a text becomes, the lines that aren't read, and what clashes. */
export function WeekPreview({ week, choices, found }: Props) {
  const classes = shownClasses(week.sessions, choices)
  const clashes = [...clashTexts(week.sessions, choices), ...(found?.clashes ?? []).map(otherClashText)]
  const { assumed, unread } = week
  return (
    <div className={css.preview}>
      <ClashWarning title="We can’t read these lines. Change or delete them.">
        {unread.map(({ line, text, problem }) => (
          <li key={`${line} ${problem}`}>
            Line {line}, “{text}”. {problem}
          </li>
        ))}
      </ClashWarning>
      <ClashWarning title="At the same time">
        {[...new Set(clashes)].map(text => (
          <li key={text}>{text}</li>
        ))}
      </ClashWarning>
      <ClashWarning title="Your club has classes of these names already">
        {(found?.sameNames ?? []).map(name => (
          <li key={name}>{name}</li>
        ))}
      </ClashWarning>
      {assumed.length > 0 && (
        <p className={css.note}>
          We took the times in {assumed.length === 1 ? 'line' : 'lines'} {assumed.join(', ')} as afternoon. Write am for
          mornings.
        </p>
      )}
      <p className={css.note}>{counted(classes.length, 'class', 'classes')}</p>
      <ul className={css.list} aria-label="Classes to create">
        {classes.map((klass, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two classes can have the same name and times
          <li key={index} className={css.row}>
            <strong className={css.name}>{klass.name}</strong>
            <span className={css.times}>
              {klass.times.map(time => (
                <span key={time}>{time}</span>
              ))}
            </span>
            <span className={css.note}>{klass.disciplines || 'No discipline'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ActivityEntry } from '@honbu/contract/activity.ts'
import { auditSubjects } from '@honbu/contract/audit-subjects.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import { IconCoinPound, IconLogin2, IconMail, IconSettings, IconUser, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { clockTime, zone } from '../ui/moments.ts'
import css from './Activity.module.css'
import { ActivitySentence } from './ActivitySentence.tsx'
import { fieldName, valueText } from './change-words.ts'

/** The entries under their days. */
export function ActivityList({ entries, hasClubs }: { entries: readonly ActivityEntry[]; hasClubs: boolean }) {
  const days = Map.groupBy(entries, ({ at }) => todayIn(zone, new Date(at)))
  return [...days].map(([day, its]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className={css.heading}>
        {longDate(day)}
      </h2>
      <ol className={css.entries}>
        {its.map(entry => (
          <li key={entry.activityId} className={css.entry}>
            <span className={css.icon}>{icons[auditSubjects[entry.subject]?.kind ?? 'changes']}</span>
            <div className={css.words}>
              <p className={css.what}>
                <ActivitySentence entry={entry} />
              </p>
              <div className={css.when}>
                <span>
                  <time dateTime={entry.at}>{clockTime(entry.at)}</time>
                  {hasClubs && entry.clubName && ` · ${entry.clubName}`}
                </span>
                {entry.changes.length > 0 && <Changes entry={entry} />}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  ))
}

const size = { size: 18, 'aria-hidden': true } as const
const icons: Readonly<Record<string, ReactNode>> = {
  members: <IconUser {...size} />,
  money: <IconCoinPound {...size} />,
  messages: <IconMail {...size} />,
  classes: <IconUsersGroup {...size} />,
  security: <IconLogin2 {...size} />,
  changes: <IconSettings {...size} />,
}

/** What changed, before and after; folded, so that the page can be read as sentences. */
function Changes({ entry: { changes, wasThere, isThere } }: { entry: ActivityEntry }) {
  const [hasBefore, hasAfter] = [wasThere !== false, isThere !== false]
  return (
    <details className={css.changes}>
      <summary>{hasBefore && hasAfter ? 'What changed' : 'Details'}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hasBefore && <th scope="col">Before</th>}
            {hasAfter && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{fieldName(field)}</th>
              {hasBefore && <td>{valueText(field, before)}</td>}
              {hasAfter && <td>{valueText(field, after)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

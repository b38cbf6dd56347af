import type { getClass, getClassDates } from '@honbu/contract/classes.ts'
import { getClassMembers } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconArrowLeft, IconCameraOff, IconPrinter } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Belt } from '../ui/Belt.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { dayOfMonth, fullDay, weekdayName } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './RegisterSheet.module.css'
import { registerQuery } from './register-query.ts'
import { arrange, fullName, namesakes } from './register-view.ts'

interface Props {
  klass: Output<typeof getClass>
  dates: Output<typeof getClassDates>
  classDate: string
  search: SearchValues
}

/** Boxes beside each name, this date included, and lines for those who come besides: what fits on A4. */
const mostDates = 6
const emptyLines = 6

/** The register on paper, for halls without any device: names, belts, and a box for each of the next dates. */
export function RegisterSheet({ klass, dates, classDate, search }: Props) {
  const answer = useRead(getClassMembers, registerQuery({ classId: klass.classId, classDate, includeEnquiries: false }))
  const days = dates.dates.map(({ date }) => date).filter(date => date >= classDate)
  const boxes = days.slice(0, mostDates)
  if (answer.error && !answer.data) return <ErrorState title="The register could not be loaded." error={answer.error} />
  if (!answer.data) return <SkeletonRows count={8} height="32px" />
  const all = answer.data.data
  const rows = arrange(all, { sort: 'name', show: 'all', text: '', markThen: row => row.attended })
  const sameName = namesakes(all)
  const session = dates.dates.find(({ date }) => date === classDate)
  return (
    <div className={css.sheet}>
      <div className={css.tools}>
        <AppLink to="." search={{ ...search, view: undefined }} className={buttonClass('secondary')}>
          <IconArrowLeft size={18} aria-hidden="true" />
          Back to the register
        </AppLink>
        <Button variant="primary" onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden="true" />
          Print
        </Button>
      </div>
      <table className={css.table}>
        <caption className={css.caption}>
          <strong>
            {klass.className} [{klass.clubCode}]
          </strong>
          <span>
            {[
              `${fullDay(classDate)}${session ? `, ${timeSpan(session)}` : ''}`,
              klass.location,
              klass.instructors.join(', '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={css.number}>
              No.
            </th>
            <th scope="col">Name</th>
            <th scope="col">Belt</th>
            {boxes.map(date => (
              <th key={date} scope="col" className={css.day}>
                <span>{weekdayName(date)}</span> {dayOfMonth(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.memberId}>
              <td className={css.number}>{index + 1}</td>
              <th scope="row" className={css.name}>
                {fullName(row)}
                {sameName.has(row.memberId) && ` [${row.code}]`}
                {!row.allowPhoto && (
                  <span className={css.noPhoto} title="No photos">
                    <IconCameraOff size={13} aria-label="No photos" role="img" />
                  </span>
                )}
                {row.healthNotes.map(({ subject, note }) => (
                  <span key={`${subject} ${note}`} className={css.health}>
                    Health: {[subject, note].filter(Boolean).join(': ')}
                  </span>
                ))}
                {row.emergencyContacts[0] && (
                  <span className={css.contact}>
                    Emergency: {row.emergencyContacts[0].name} {row.emergencyContacts[0].phone}
                  </span>
                )}
              </th>
              <td className={css.belt}>{row.belt && <Belt belt={row.belt} />}</td>
              {boxes.map(date => (
                <td key={date} className={css.box} />
              ))}
            </tr>
          ))}
          {Array.from({ length: emptyLines }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <tr key={`empty ${index}`}>
              <td className={css.number}>{rows.length + index + 1}</td>
              <td />
              <td />
              {boxes.map(date => (
                <td key={date} className={css.box} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

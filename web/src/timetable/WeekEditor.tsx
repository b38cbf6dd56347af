import { type WeekField, weekdayNames } from '@honbu/contract/weekly-timetable.ts'
import { IconCopy, IconX } from '@tabler/icons-react'
import { TimeField } from '../ui/form/fields.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { ClassFormState } from './use-class-form.ts'
import css from './WeekEditor.module.css'

interface Props {
  form: ClassFormState
  /** 1 Monday … 7 Sunday: those on which it can run; one that has times is shown in any case. */
  weekdays: readonly number[]
}

/** A start and a finish for each day; empty where it does not run. */
export function WeekEditor({ form, weekdays }: Props) {
  const week = form.watch('weeklyTimetable')
  const set = (field: WeekField, time: string | null) =>
    form.setValue(`weeklyTimetable.${field}`, time, { shouldDirty: true, shouldValidate: true })
  const days = weekdayNames
    .map((day, index) => ({ day, weekday: index + 1, start: week[`${day}Start`], finish: week[`${day}Finish`] }))
    .filter(({ weekday, start, finish }) => weekdays.includes(weekday) || start !== null || finish !== null)
  return (
    <fieldset className={css.week}>
      <legend className={css.legend}>Days and times</legend>
      {days.map(({ day, start, finish }, index) => {
        const name = nameOf(day)
        const above = days.slice(0, index).findLast(each => each.start !== null && each.finish !== null)
        const isEmpty = start === null && finish === null
        return (
          <div key={day} className={css.day}>
            <span className={css.name} data-runs={!isEmpty || undefined}>
              {name}
            </span>
            <TimeField {...form.field(`weeklyTimetable.${day}Start`)} label={`${name} start`} />
            <span className={css.to} aria-hidden="true">
              to
            </span>
            <TimeField {...form.field(`weeklyTimetable.${day}Finish`)} label={`${name} finish`} isFinish />
            {isEmpty && above && (
              <IconButton
                label={`${name} at the same times as ${nameOf(above.day)}`}
                icon={<IconCopy size={18} aria-hidden="true" />}
                onClick={() => {
                  set(`${day}Start`, above.start)
                  set(`${day}Finish`, above.finish)
                }}
              />
            )}
            {!isEmpty && (
              <IconButton
                label={`Not on ${name}`}
                icon={<IconX size={18} aria-hidden="true" />}
                onClick={() => {
                  set(`${day}Start`, null)
                  set(`${day}Finish`, null)
                }}
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

const nameOf = (day: string) => day.charAt(0).toUpperCase() + day.slice(1)

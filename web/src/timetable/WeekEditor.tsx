import { rulesOf } from '@honbu/contract/class-types.ts'
import { counted } from '@honbu/contract/format.ts'
import { endsNextDay } from '@honbu/contract/time-of-day.ts'
import { differs, type WeekdayDetails, type WeekField, weekdayNames } from '@honbu/contract/weekly-timetable.ts'
import { IconAdjustmentsHorizontal, IconCopy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { NumberField, SelectField, TimeField } from '../ui/form/fields.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { type Choices, instructorOptions, roomOptions } from './class-choices.ts'
import type { PartProps } from './use-class-form.ts'
import css from './WeekEditor.module.css'

interface Props extends PartProps {
  /** 1 Monday … 7 Sunday: those on which it can run; one that has times is shown in any case. */
  weekdays: readonly number[]
}

/** A start and a finish for each day, empty where it doesn't run, and what the day has of its own. */
export function WeekEditor({ weekdays, ...part }: Props) {
  const { form, choices } = part
  const [week, details] = form.watch(['weeklyTimetable', 'weekdays'])
  const [openDays, setOpenDays] = useState<readonly number[]>([])
  const set = (field: WeekField, time: string | null) =>
    form.setValue(`weeklyTimetable.${field}`, time, { shouldDirty: true, shouldValidate: true })
  const toggle = (weekday: number) =>
    setOpenDays(open => (open.includes(weekday) ? open.filter(day => day !== weekday) : [...open, weekday]))
  const days = weekdayNames
    .map((day, index) => ({ day, weekday: index + 1, start: week[`${day}Start`], finish: week[`${day}Finish`] }))
    .filter(({ weekday, start, finish }) => weekdays.includes(weekday) || start !== null || finish !== null)
  return (
    <fieldset className={css.week}>
      <legend className={css.legend}>Days and times</legend>
      {days.map(({ day, weekday, start, finish }, index) => {
        const name = nameOf(day)
        const above = days.slice(0, index).findLast(each => each.start !== null && each.finish !== null)
        const isEmpty = start === null && finish === null
        const isOpen = !isEmpty && openDays.includes(weekday)
        const own = details[weekday - 1]
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
              <span className={css.tools}>
                <IconButton
                  label={`${name}’s details`}
                  icon={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
                  aria-expanded={isOpen}
                  onClick={() => toggle(weekday)}
                />
                <IconButton
                  label={`Not on ${name}`}
                  icon={<IconX size={18} aria-hidden="true" />}
                  onClick={() => {
                    set(`${day}Start`, null)
                    set(`${day}Finish`, null)
                  }}
                />
              </span>
            )}
            {start !== null &&
              finish !== null &&
              start !== finish &&
              endsNextDay({ startTime: start, finishTime: finish }) && (
                <p className={css.line}>Finishes the next day.</p>
              )}
            {!isEmpty && !isOpen && own && differs(own) && <p className={css.line}>{summary(own, choices)}</p>}
            {isOpen && <OwnDetails {...part} index={weekday - 1} name={name} />}
          </div>
        )
      })}
    </fieldset>
  )
}

/** The room, capacity and instructors of one weekday. */
function OwnDetails({ form, choices, record, index, name }: PartProps & { index: number; name: string }) {
  const { hasPlaces } = rulesOf(form.watch('classTypeId'))
  const taught = record?.weekdays.find(({ weekday }) => weekday === index + 1)
  return (
    <div className={css.details}>
      <SelectField
        {...form.field(`weekdays.${index}.locationId`)}
        label={`${name}’s room`}
        options={[{ value: null, text: 'Same as the class' }, ...roomOptions(choices)]}
      />
      {hasPlaces && (
        <NumberField
          {...form.field(`weekdays.${index}.capacity`)}
          label={`${name}’s capacity`}
          hint="Leave blank to use the class’s."
        />
      )}
      <MultiSelectField
        {...form.field(`weekdays.${index}.instructorIds`)}
        label={`${name}’s instructors`}
        hint="Choose none to use the class’s."
        options={instructorOptions(choices, taught)}
        none="No one works in this club yet."
        isWide
      />
    </div>
  )
}

/** 'Studio · 12 places · Anna Berg' */
function summary({ locationId, capacity, instructorIds }: WeekdayDetails, { locations, instructors }: Choices): string {
  const names = (ids: readonly (number | null)[], from: readonly { id: number; name: string }[]) =>
    from.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const places = capacity === null ? [] : [counted(Number(capacity), 'place')]
  return [...names([locationId], locations), ...places, names(instructorIds, instructors).join(', ')]
    .filter(Boolean)
    .join(' · ')
}

const nameOf = (day: string) => day.charAt(0).toUpperCase() + day.slice(1)

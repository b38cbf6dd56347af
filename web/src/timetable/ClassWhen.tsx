import { isDate } from '@honbu/contract/calendar.ts'
import { rulesOf, weekdaysBetween } from '@honbu/contract/class-types.ts'
import { longDate } from '@honbu/contract/format.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { availabilityAddress } from './class-address.ts'
import { hasOtherDays } from './class-values.ts'
import css from './Timetable.module.css'
import type { PartProps } from './use-class-form.ts'
import { WeekEditor } from './WeekEditor.tsx'

/** 'Every week', 'Every 2 weeks' */
const oftenText = (everyWeeks: number) => (everyWeeks === 1 ? 'Every week' : `Every ${everyWeeks} weeks`)

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** On which days and at what times it runs. */
export function ClassWhen(part: PartProps) {
  const { form, clubId, choices, record } = part
  const { runs, costFirst } = rulesOf(form.watch('classTypeId'))
  const [startDate, endDate, weeklyTimetable, weekdays] = form.watch([
    'startDate',
    'endDate',
    'weeklyTimetable',
    'weekdays',
  ])
  const isDated = runs === 'dated' && isDate(startDate) && isDate(endDate)
  const isChanged = record !== undefined && hasOtherDays({ weeklyTimetable, weekdays }, record)
  const planned = record?.plannedTimetable
  return (
    <FormSection
      title="When"
      hint={
        runs === 'slots'
          ? 'It runs in dated slots with places to book.'
          : 'Use local time. For midnight, enter 24:00. An earlier finish is on the next day.'
      }
    >
      {!costFirst && (
        <>
          <DateField {...form.field('startDate')} label="First day" required today={choices.today} />
          <DateField
            {...form.field('endDate')}
            label="Last day"
            hint="Empty: until further notice."
            today={choices.today}
          />
        </>
      )}
      {runs === 'slots' ? (
        <p className={css.wide}>
          {record ? (
            <AppLink to={availabilityAddress(clubId, record.classId)}>Make and change its slots</AppLink>
          ) : (
            'Make its slots once it has been created.'
          )}
        </p>
      ) : (
        <>
          <WeekEditor {...part} weekdays={isDated ? weekdaysBetween(startDate, endDate) : everyDay} />
          <SelectField
            {...form.field('everyWeeks')}
            label="How often"
            hint="Counted from the week of the first day."
            options={[1, 2, 3, 4].map(value => ({ value, text: oftenText(value) }))}
          />
        </>
      )}
      {runs !== 'slots' && isChanged && record.hasHistory && (
        <DateField
          {...form.field('timetableFrom')}
          label="Changes from"
          hint="Leave blank for today. Earlier sessions don’t change."
          today={choices.today}
        />
      )}
      {isChanged && planned && (
        <p className={css.wide}>You planned a change from {longDate(planned.from)}. This one replaces it.</p>
      )}
    </FormSection>
  )
}

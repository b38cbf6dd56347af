import { shortDate } from '@honbu/contract/format.ts'
import { classType } from '@honbu/contract/ids.ts'
import { ClassFields } from '@honbu/contract/joining-fields.ts'
import { useState } from 'react'
import { PlacesLeft } from '../bookings/PlacesLeft.tsx'
import { nameOf } from '../people/person-name.ts'
import { weekdayName } from '../ui/dates.ts'
import { SwitchField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { AgreedTo } from './AgreedTo.tsx'
import { DisciplineFilter, useFoundClasses, type Wanted } from './DisciplineFilter.tsx'
import { NotesSection } from './NotesSection.tsx'
import { isChild } from './places.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step-props.ts'
import { type Choices, filled, type StartValues } from './wizard.ts'

/** The first class, the grade that somebody brings along, what is to be remembered, and what was agreed to. */
export function StartStep({ choices, joining, joiner, who, problems, change, changeJoiner, next, back }: StepProps) {
  const { classes, disciplines } = choices
  // Places for prospects are counted apart.
  const isFullFor = ({ free, freeForMembers }: Pick<Day, 'free' | 'freeForMembers'>) =>
    (joiner.membership.joinsAs === 'member' ? freeForMembers : free) === 0
  const form = useForm({
    schema: filled(
      ClassFields.check(context => {
        const { classId, bookingDate } = context.value
        const klass = classes.find(each => each.classId === classId)
        const day = klass?.nextDates.find(({ date }) => date === bookingDate)
        if (day && isFullFor(day))
          context.issues.push({
            code: 'custom',
            input: null,
            path: ['bookingDate'],
            message: 'Full. Choose another day',
          })
        if (klass?.classTypeId === classType.prebooked && bookingDate === null)
          context.issues.push({ code: 'custom', input: null, path: ['bookingDate'], message: 'Choose the day' })
      }),
    ),
    values: joiner.start,
    async save() {
      return {}
    },
    saved() {
      const start: StartValues = form.getValues()
      next(now => ({
        ...now,
        joiners: now.joiners.map((each, index) =>
          index === who ? { ...each, start, done: [...new Set([...each.done, 'start' as const])] } : each,
        ),
      }))
    },
  })
  const { classId, bookingDate, communicationFlags, evenIfFull } = form.watch()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const found = useFoundClasses(choices, wanted)
  const klass = classes.find(each => each.classId === classId)
  const isFull = klass !== undefined && klass.capacity !== null && klass.enrolled >= klass.capacity
  const chosen = klass?.nextDates.find(({ date }) => date === bookingDate)
  const isDayFull = chosen !== undefined && isFullFor(chosen)
  const isRefused = problems.some(({ field }) => field === 'evenIfFull')
  const isPrebooked = klass?.classTypeId === classType.prebooked
  const { contact, known } = joining
  const giver = contact && (known?.name ?? nameOf(contact))
  return (
    <StepForm form={form} problems={problems} typed={start => changeJoiner({ start })} back={back}>
      <FormSection title="First class">
        <DisciplineFilter
          choices={choices}
          wanted={wanted}
          onChange={next => {
            setWanted(next)
            form.setValue('classId', null, { shouldDirty: true })
            form.setValue('bookingDate', null)
          }}
        />
        {found.problem}
        <SelectField
          {...form.field('classId')}
          label="Class"
          isWide
          hint={found.isEmpty && 'No class of this discipline runs on that day.'}
          onChosen={id => {
            const isSlot = classes.find(each => each.classId === id)?.classTypeId === classType.prebooked
            if (wanted && isSlot) form.setValue('bookingDate', wanted.day)
          }}
          options={[
            { value: null, text: 'None yet' },
            ...found.classes.map(each => ({ value: each.classId, text: classText(each) })),
          ]}
        />
        {klass && (
          <SelectField
            {...form.field('bookingDate')}
            label="When"
            hint={<WhenHint klass={klass} day={bookingDate} isFull={isDayFull} />}
            options={[
              ...(isPrebooked ? [] : [{ value: null, text: 'Every week' }]),
              ...klass.nextDates.map(day => ({
                value: day.date,
                text: `${weekdayName(day.date)} ${shortDate(day.date)}, ${day.start}${isFullFor(day) ? ' (full)' : ''}`,
              })),
            ]}
          />
        )}
        {(isFull || isRefused || evenIfFull) && (
          <SwitchField
            {...form.field('evenIfFull')}
            label="Enrol though it is full"
            hint={isFull && `${klass.capacity} places, ${klass.enrolled} enrolled.`}
          />
        )}
      </FormSection>
      {disciplines.length > 0 && (
        <FormSection title="Grade" hint="Only for who brings one along, from another club for example.">
          <SelectField
            {...form.field('gradeId')}
            label="Grade"
            options={[{ value: null, text: 'None yet' }, ...gradeOptions(disciplines)]}
          />
        </FormSection>
      )}
      <NotesSection form={form} categories={choices.noteCategories} />
      <AgreedTo
        clubName={choices.clubName}
        asked={isChild(joiner.person.dob, choices.today) && giver ? giver : nameOf(joiner.person)}
        flags={communicationFlags}
        how={joining.consentHow}
        setFlags={flags => form.setValue('communicationFlags', flags, { shouldDirty: true })}
        setHow={consentHow => change(now => ({ ...now, consentHow }))}
      />
    </StepForm>
  )
}

type Class = Choices['classes'][number]
type Day = Class['nextDates'][number]

function WhenHint({ klass, day, isFull }: { klass: Class; day: string | null; isFull: boolean }) {
  if (isFull) return <span role="status">That day is full. Choose another, or join the waiting list later.</span>
  if (klass.classTypeId !== classType.prebooked)
    return 'Every week is an enrolment from the day of joining, a day a booking.'
  return day === null ? 'A place is booked for that day.' : <PlacesLeft classId={klass.classId} classDate={day} />
}

function classText({ className, times, capacity, enrolled }: Choices['classes'][number]): string {
  const days = times.map(({ weekday, start }) => `${weekdays[weekday - 1] ?? ''} ${start}`).join(', ')
  const isFull = capacity !== null && enrolled >= capacity
  const places = capacity === null ? '' : isFull ? ' (full)' : ` (${enrolled} of ${capacity} places taken)`
  return `${className}${days && `, ${days}`}${places}`
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const gradeOptions = (disciplines: Choices['disciplines']) =>
  disciplines.flatMap(({ name: discipline, grades }) =>
    grades.map(({ gradeId, name }) => ({
      value: gradeId,
      text: disciplines.length === 1 ? name : `${discipline}: ${name}`,
    })),
  )

import { date } from '@honbu/contract/calendar.ts'
import { counted } from '@honbu/contract/format.ts'
import { checkTimetable, createTimetable } from '@honbu/contract/timetable-text.ts'
import type { Meaning, NamedWeek, NewSession } from '@honbu/contract/week-names.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type Refusal, useRead, useWrite } from '../app/api.ts'
import { useDebounced } from '../members/debounce.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { classesTabAddress } from './class-address.ts'
import type { Choices } from './class-choices.ts'
import { useUndoWeek } from './use-undo-week.ts'
import { WeekNames } from './WeekNames.tsx'
import { WeekPreview } from './WeekPreview.tsx'
import { readText, shownClasses } from './week-preview.ts'

const Fields = z.object({
  text: z.string().check(z.maxLength(20_000, { error: 'At most 20,000 characters' })),
  startDate: date,
  disciplineId: z.nullable(z.int()),
})

/** Milliseconds without typing after which other classes are looked at. */
const pause = 500

const example = 'Mon 18:00–19:00 Juniors, Dojo 1, Sam'

export function WeekText({ clubId, choices }: { clubId: number; choices: Choices }) {
  const navigate = useNavigate()
  const write = useWrite(createTimetable)
  const undo = useUndoWeek()
  const [chosen, setChosen] = useState<Readonly<Record<string, Meaning>>>({})
  const [only, ...others] = choices.disciplines
  const read = (text: string, disciplineId: number | null) => readText(text, { choices, chosen, disciplineId })
  const form = useForm({
    schema: Fields,
    values: { text: '', startDate: choices.today, disciplineId: only && others.length === 0 ? only.id : null },
    save: async ({ text, startDate, disciplineId }) => {
      const { sessions, unread, open } = read(text, disciplineId)
      if (unread.length > 0) return refusal('text', `Change or delete ${counted(unread.length, 'line')} we can’t read.`)
      if (open.length > 0) return refusal('', `Choose what ${open[0]} is.`)
      if (sessions.length === 0)
        return refusal('text', text === '' ? 'Type or paste your week' : 'We found no classes in this text.')
      return await write.mutateAsync({ clubId, startDate, sessions: sessions.map(withoutLine) })
    },
    saved: ({ batchId, classIds }) => {
      showToast({
        message: `${counted(classIds.length, 'class', 'classes')} created`,
        action: { text: 'Undo', run: () => void undo(batchId) },
      })
      void navigate({ to: classesTabAddress(clubId) as '/' })
    },
  })
  const [text, startDate, disciplineId] = form.watch(['text', 'startDate', 'disciplineId'])
  const week = read(text, disciplineId)
  const count = shownClasses(week.sessions, choices).length
  const asked = useDebounced(JSON.stringify({ startDate, sessions: week.sessions.map(withoutLine) }), pause, '')
  const isAsked =
    asked !== '' && week.sessions.length > 0 && week.sessions.length <= 200 && date.safeParse(startDate).success
  const found = useRead(
    checkTimetable,
    // What is asked was written from the very same type.
    { clubId, ...(isAsked ? (JSON.parse(asked) as { startDate: string; sessions: NewSession[] }) : nothing) },
    { enabled: isAsked, placeholderData: keepPreviousData },
  )
  return (
    <Form
      form={form}
      submit={count === 0 ? 'Create classes' : `Create ${counted(count, 'class', 'classes')}`}
      cancel={classesTabAddress(clubId)}
    >
      <FormSection title="Your week">
        <TextAreaField
          {...form.field('text')}
          label="Days, times and classes"
          hint={`Write a class on each line, like “${example}”. You can paste from a spreadsheet or write “Monday” above several lines.`}
          rows={10}
          autoFocus
          required
        />
        <DateField {...form.field('startDate')} label="First day" today={choices.today} required />
        <SelectField
          {...form.field('disciplineId')}
          label="Discipline"
          hint="For lines that don’t name one."
          options={[
            { value: null, text: 'None' },
            ...choices.disciplines.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      </FormSection>
      {week.unknown.length > 0 && (
        <FormSection title="New names" hint="Your club has none of these yet.">
          <WeekNames
            unknown={week.unknown}
            choices={choices}
            chosen={chosen}
            onChoose={(key, meaning) => setChosen(now => ({ ...now, [key]: meaning }))}
          />
        </FormSection>
      )}
      {(week.sessions.length > 0 || week.unread.length > 0) && (
        <FormSection title="Preview">
          <WeekPreview week={week} choices={choices} found={isAsked ? found.data : undefined} />
        </FormSection>
      )}
    </Form>
  )
}

const nothing = { startDate: '2000-01-01', sessions: [] as NewSession[] }

const withoutLine = ({ line, ...session }: NamedWeek['sessions'][number]) => session

const refusal = (field: string, message: string): Refusal => ({
  isSuccess: false,
  status: 400,
  message,
  fields: field === '' ? {} : { [field]: [message] },
})

import type { Input } from '@honbu/contract/endpoint.ts'
import { type SentPeriod, sentPeriods } from '@honbu/contract/report-periods.ts'
import {
  getReportRecipients,
  getReportSchedules,
  type ReportSchedule,
  ReportScheduleFields,
  saveReportSchedule,
} from '@honbu/contract/report-schedules.ts'
import { type ReportTab, reportTabs, reportTitles } from '@honbu/contract/report-tabs.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead, useWrite } from '../app/api.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { hourWords, ordinal, weekdays } from './schedule-words.ts'

type Fields = Omit<Input<typeof saveReportSchedule>, 'id' | 'version'>

interface Props {
  /** Null: a new one. */
  schedule: ReportSchedule | null
  /** What a new one begins with. */
  tab: ReportTab
  clubIds: number[]
  clubs: readonly { id: number; name: string }[]
  onDone: () => void
}

const numbers = (from: number, until: number, text: (value: number) => string) =>
  Array.from({ length: until - from + 1 }, (_, index) => ({ value: from + index, text: text(from + index) }))

const options = {
  tab: reportTabs.map(value => ({ value, text: reportTitles[value] })),
  period: (Object.keys(sentPeriods) as SentPeriod[]).map(value => ({ value, text: sentPeriods[value].title })),
  every: [
    { value: 'day' as const, text: 'Every day' },
    { value: 'week' as const, text: 'Every week' },
    { value: 'month' as const, text: 'Every month' },
  ],
  weekday: numbers(1, 7, day => weekdays[day - 1] ?? ''),
  dayOfMonth: numbers(1, 31, day => (day > 28 ? `${ordinal(day)}, or the last day` : ordinal(day))),
  hour: numbers(0, 23, hourWords),
  format: [
    { value: 'pdf' as const, text: 'PDF' },
    { value: 'xlsx' as const, text: 'Excel (XLSX)' },
  ],
}

const fieldsOf = ({
  tab,
  clubIds,
  period,
  format,
  every,
  weekday,
  dayOfMonth,
  hour,
  sendTo,
}: ReportSchedule): Fields => ({
  ...{ tab, clubIds, period, format, every, weekday: weekday ?? 1, dayOfMonth: dayOfMonth ?? 1, hour, sendTo },
})

/** Which report is sent, when, and to whom: only those can be chosen who may see all of its clubs. */
export function ScheduleForm({ schedule, tab, clubIds, clubs, onDone }: Props) {
  const save = useWrite(saveReportSchedule, { invalidates: [getReportSchedules] })
  const form = useForm({
    schema: ReportScheduleFields,
    values: schedule
      ? fieldsOf(schedule)
      : ({
          tab,
          clubIds,
          period: 'last-week',
          format: 'pdf',
          every: 'week',
          weekday: 1,
          dayOfMonth: 1,
          hour: 7,
          sendTo: [],
        } as Fields),
    version: schedule?.version,
    save: (values, version) => save.mutateAsync({ id: schedule?.id ?? 0, version, ...values }),
    saved: onDone,
    fromRecord: fieldsOf,
  })
  const chosen = form.watch('clubIds')
  const every = form.watch('every')
  const ofTab = form.watch('tab')
  const people = useRead(
    getReportRecipients,
    { clubIds: chosen, tab: ofTab },
    { enabled: chosen.length > 0, placeholderData: keepPreviousData },
  )
  const offered = chosen.length > 0 ? (people.data?.people ?? []) : []
  // Who was chosen and has lost a club stands there to be taken out.
  const gone = (schedule?.recipients ?? []).filter(
    ({ accountId }) => !offered.some(each => each.accountId === accountId),
  )
  return (
    <Form form={form} submit={schedule ? 'Save' : 'Have it sent'} cancel={onDone} isInDialog>
      <FormSection title="Report">
        <SelectField {...form.field('tab')} label="Tab" options={options.tab} />
        <SelectField {...form.field('period')} label="About" options={options.period} />
        <SelectField {...form.field('format')} label="Attached as" options={options.format} />
        {clubs.length > 1 && (
          <MultiSelectField
            {...form.field('clubIds')}
            label="Clubs"
            isWide
            required
            options={clubs.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
      </FormSection>
      <FormSection title="When">
        <SelectField {...form.field('every')} label="How often" options={options.every} />
        {every === 'week' && <SelectField {...form.field('weekday')} label="On" options={options.weekday} />}
        {every === 'month' && <SelectField {...form.field('dayOfMonth')} label="On the" options={options.dayOfMonth} />}
        <SelectField {...form.field('hour')} label="At" options={options.hour} hint="By the clock of the first club." />
      </FormSection>
      <FormSection title="To">
        <MultiSelectField
          {...form.field('sendTo')}
          label="Who gets it"
          hint="Those who may see all of these clubs. Who loses one of them gets nothing more."
          isWide
          required
          none="Choose a club first."
          options={[
            ...offered.map(({ accountId, name, email }) => ({ value: accountId, text: `${name} (${email})` })),
            ...gone.map(({ accountId, name }) => ({
              value: accountId,
              text: `${name} (may not see all of these clubs)`,
            })),
          ]}
        />
      </FormSection>
    </Form>
  )
}

import { getClassAvailabilitySeries, SlotSeriesFields, saveClassAvailabilitySeries } from '@honbu/contract/bookings.ts'
import { addDays } from '@honbu/contract/calendar.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { useDebounced } from '../members/debounce.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, TimeField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import css from './SlotDialog.module.css'
import type { Slot } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'
import { WeekdaysField } from './WeekdaysField.tsx'

interface Props {
  classId: number
  slots: readonly Slot[]
  today: string
  onClose: () => void
  onMade: (firstDate: string) => void
}

/** Many slots at once, with every day of them shown before they are made. */
export function SeriesDialog({ classId, slots, today, onClose, onMade }: Props) {
  const write = useDayWrite(saveClassAvailabilitySeries)
  const like = slots.at(-1)
  const form = useForm({
    schema: SlotSeriesFields,
    values: {
      weekdays: [] as number[],
      dateFrom: today,
      dateTo: addDays(today, 27),
      startTime: like?.startTime ?? '18:00',
      finishTime: like?.finishTime ?? '19:00',
      capacity: like?.capacity ?? 10,
    },
    save: values => write.mutateAsync({ id: classId, ...values }),
    saved: ({ dates }) => {
      showToast({ message: dates.length === 1 ? 'One slot was made.' : `${dates.length} slots were made.` })
      onClose()
      if (dates[0]) onMade(dates[0])
    },
  })
  const preview = usePreview(classId, form.watch())
  const fresh = preview?.filter(({ becomes }) => becomes === 'new').length ?? 0
  const submit = fresh === 0 ? 'Make slots' : `Make ${fresh} ${fresh === 1 ? 'slot' : 'slots'}`
  return (
    <Dialog title="Make slots" isOpen onClose={onClose} isWide>
      <Form form={form} submit={submit} cancel={onClose} isInDialog>
        <WeekdaysField {...form.field('weekdays')} label="On these days of the week (required)" />
        <div className={css.fields}>
          <DateField {...form.field('dateFrom')} label="From" today={today} required />
          <DateField {...form.field('dateTo')} label="Until" today={today} required />
          <TimeField {...form.field('startTime')} label="Start" required />
          <TimeField {...form.field('finishTime')} label="Finish" isFinish required />
          <NumberField {...form.field('capacity')} label="Places in each" required />
        </div>
        <Preview days={preview} fresh={fresh} />
      </Form>
    </Dialog>
  )
}

type Days = { classDate: string; becomes: string; why: string }[]

function Preview({ days, fresh }: { days: Days | undefined; fresh: number }) {
  if (!days) return <p className={css.summary}>The dates are shown here as soon as all is filled in.</p>
  const left = days.length - fresh
  return (
    <>
      <p className={css.summary} role="status">
        {fresh === 1 ? 'One new slot' : `${fresh} new slots`}
        {left > 0 && `, ${left} ${left === 1 ? 'day' : 'days'} left as ${left === 1 ? 'it is' : 'they are'}`}.
      </p>
      {days.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard, too
        <ul className={css.preview} tabIndex={0} aria-label="What becomes of each day">
          {days.map(({ classDate, becomes, why }) => (
            <li key={classDate}>
              <span>{shortDayOfYear(classDate)}</span>
              <span className={becomes === 'new' ? css.new : css.left}>{becomes === 'new' ? 'New' : why}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Of what has been given so far, once it has stood still and is right. */
function usePreview(classId: number, values: unknown): Days | undefined {
  const settled = useDebounced(JSON.stringify(values), 300, '')
  const given = settled ? SlotSeriesFields.safeParse(JSON.parse(settled)).data : undefined
  const { weekdays = [], dateFrom = '', dateTo = '', startTime = '' } = given ?? {}
  const answer = useRead(
    getClassAvailabilitySeries,
    { id: classId, weekdays, dateFrom, dateTo, startTime },
    { enabled: given !== undefined, placeholderData: keepPreviousData },
  )
  return given ? answer.data?.days : undefined
}

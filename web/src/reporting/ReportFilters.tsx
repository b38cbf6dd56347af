import { type ReportPeriod, reportPeriods } from '@honbu/contract/report-periods.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { SearchValues } from '../ui/address.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Select } from '../ui/Select.tsx'
import { ClubPicker } from './ClubPicker.tsx'
import css from './Reporting.module.css'
import { type Comparison, comparisons, printIds, type ReportQuery } from './report-address.ts'

interface Props {
  query: ReportQuery
  clubs: readonly { id: number; name: string }[]
  onChange: (values: SearchValues) => void
}

const periods = [
  ...Object.entries(reportPeriods).map(([value, { title }]) => ({ value: value as ReportPeriod, text: title })),
  { value: 'days' as const, text: 'Other days' },
]
const compares = Object.entries(comparisons).map(([value, text]) => ({ value: value as Comparison, text }))

/** Whose report, of which days, beside which others: it stands in the address, so that a link shows the same. */
export function ReportFilters({ query, clubs, onChange }: Props) {
  const { clubIds, period, days, compare } = query
  return (
    <search className={css.filters} aria-label="Report">
      {clubs.length > 1 && (
        <ClubPicker clubs={clubs} chosen={clubIds} onChoose={chosen => onChange({ clubs: printIds(chosen) })} />
      )}
      <Select
        label="Period"
        options={periods}
        value={period ?? 'days'}
        onChoose={chosen =>
          onChange(
            chosen === 'days'
              ? { period: undefined, ...days }
              : { period: chosen === 'this-month' ? undefined : chosen, from: undefined, until: undefined },
          )
        }
      />
      {period === null && <TwoDays key={`${days.from} ${days.until}`} days={days} onChange={onChange} />}
      <Select
        label="Compare with"
        options={compares}
        value={compare}
        onChoose={chosen => onChange({ compare: chosen === 'before' ? undefined : chosen })}
      />
    </search>
  )
}

interface Written {
  from: string | null
  until: string | null
}

function TwoDays({ days, onChange }: { days: ReportQuery['days']; onChange: Props['onChange'] }) {
  const form = useForm<Written>({ defaultValues: { ...days } })
  useEffect(() => {
    const watched = form.watch(({ from, until }) => {
      form.clearErrors()
      if (!from || !until) return
      if (from > until) form.setError('until', { message: 'The last day comes before the first.' })
      else if (from !== days.from || until !== days.until) onChange({ from, until })
    })
    return () => watched.unsubscribe()
  }, [form, days.from, days.until, onChange])
  return (
    <>
      <div className={css.day}>
        <DateField control={form.control} name="from" label="From" />
      </div>
      <div className={css.day}>
        <DateField control={form.control} name="until" label="Until" />
      </div>
    </>
  )
}

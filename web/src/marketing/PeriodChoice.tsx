import { addMonths } from '@honbu/contract/calendar.ts'
import type { SearchValues } from '../ui/address.ts'
import { Select } from '../ui/Select.tsx'
import type { Period } from './marketing-address.ts'
import { monthText } from './marketing-texts.ts'

interface Props {
  period: Period
  thisMonth: string
  onChoose: (search: SearchValues) => void
}

const lengths = [1, 3, 6, 12, 24, 36]

/** How many months, and which is the last of them. */
export function PeriodChoice({ period: { from, months }, thisMonth, onChoose }: Props) {
  const last = from === undefined ? thisMonth : addMonths(from, months - 1)
  const choose = (end: string, length: number) =>
    onChoose({
      from: end === thisMonth ? undefined : addMonths(end, 1 - length),
      months: String(length),
      page: undefined,
    })
  const offered = Array.from({ length: 37 }, (_, index) => addMonths(thisMonth, -index))
  const ends = offered.includes(last) ? offered : [last, ...offered]
  return (
    <>
      <Select
        label="Months"
        options={(lengths.includes(months) ? lengths : [...lengths, months]).map(length => ({
          value: String(length),
          text: length === 1 ? '1 month' : `${length} months`,
        }))}
        value={String(months)}
        onChoose={length => choose(last, Number(length))}
      />
      <Select
        label="Up to"
        options={ends.map(month => ({ value: month, text: monthText(month) }))}
        value={last}
        onChoose={end => choose(end, months)}
      />
    </>
  )
}

import { weekday } from '@honbu/contract/calendar.ts'
import { BarChart } from '../ui/BarChart.tsx'
import { dayAndMonth, dayOfMonth } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

interface Props {
  days: readonly { date: string; attended: number }[]
  today: string
}

export function AttendanceByDay({ days, today }: Props) {
  if (days.every(day => day.attended === 0)) {
    return (
      <EmptyState title="Nobody was marked present in these days">Open a class above to take its register.</EmptyState>
    )
  }
  const bars = days.map(({ date, attended }) => ({
    key: date,
    name: dayAndMonth(date),
    tick: weekday(date) === 1 ? dayOfMonth(date) : '',
    value: attended,
    isOpen: date === today,
  }))
  return <BarChart caption="Attendance by day, last 28 days" nameTitle="Day" valueTitle="Attended" bars={bars} />
}

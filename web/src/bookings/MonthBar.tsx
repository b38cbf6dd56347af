import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { SearchValues } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { monthOfYear } from '../ui/dates.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import css from './MonthBar.module.css'
import { monthOf, stepMonth } from './month.ts'

interface Props {
  month: string
  view: 'month' | 'list'
  today: string
  setSearch: (values: SearchValues) => void
}

/** Which month is shown, and how. */
export function MonthBar({ month, view, today, setSearch }: Props) {
  const goTo = (next: string) => setSearch({ month: next, day: undefined })
  return (
    <div className={css.bar}>
      <div className={css.steps}>
        <IconButton
          label="Previous month"
          icon={<IconChevronLeft size={20} aria-hidden="true" />}
          onClick={() => goTo(stepMonth(month, -1))}
        />
        <h2 className={css.month} aria-live="polite">
          {monthOfYear(`${month}-01`)}
        </h2>
        <IconButton
          label="Next month"
          icon={<IconChevronRight size={20} aria-hidden="true" />}
          onClick={() => goTo(stepMonth(month, 1))}
        />
        {month !== monthOf(today) && (
          <Button variant="quiet" onClick={() => goTo(monthOf(today))}>
            This month
          </Button>
        )}
      </div>
      <Segmented
        label="View"
        options={[
          { value: 'month', text: 'Month' },
          { value: 'list', text: 'List' },
        ]}
        value={view}
        onChoose={chosen => setSearch({ view: chosen === 'month' ? undefined : chosen })}
      />
    </div>
  )
}

import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { type SearchValues, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import css from './ScheduleSteps.module.css'
import { spanNames, stepFrom, titleOf, type View } from './views.ts'

interface Props {
  view: View
  day: string
  today: string
  /** What stays in the address: the view and the filters. */
  search: SearchValues
  /** The way to the form; it comes later than the rest, and moves nothing. */
  newClass: ReactNode
}

/** What is shown, and the way back, to today, and on. */
export function ScheduleSteps({ view, day, today, search, newClass }: Props) {
  const { setSearch } = useAddress()
  const span = spanNames[view]
  return (
    <div className={css.steps}>
      <h2 className={css.title} aria-live="polite">
        {titleOf(view, day)}
      </h2>
      {newClass}
      <nav className={css.links} aria-label="Dates">
        <AppLink
          to="."
          search={{ ...search, day: stepFrom(view, day, -1) }}
          replace
          className={iconButtonClass()}
          aria-label={`Previous ${span}`}
          aria-keyshortcuts="ArrowLeft"
          title={`Previous ${span} (←)`}
        >
          <IconChevronLeft size={20} aria-hidden="true" />
        </AppLink>
        <AppLink
          to="."
          search={{ ...search, day: undefined }}
          replace
          className={buttonClass('secondary')}
          aria-current={day === today ? 'date' : undefined}
          aria-keyshortcuts="t"
          title="Today (T)"
        >
          Today
        </AppLink>
        <DatePicker label="Go to date" value={day} today={today} onChoose={chosen => setSearch({ day: chosen })}>
          Go to date
        </DatePicker>
        <AppLink
          to="."
          search={{ ...search, day: stepFrom(view, day, 1) }}
          replace
          className={iconButtonClass()}
          aria-label={`Next ${span}`}
          aria-keyshortcuts="ArrowRight"
          title={`Next ${span} (→)`}
        >
          <IconChevronRight size={20} aria-hidden="true" />
        </AppLink>
      </nav>
    </div>
  )
}

import { addDays } from '@honbu/contract/calendar.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import css from './WeekSteps.module.css'
import { weekTitle } from './week.ts'

interface Props {
  day: string
  from: string
  today: string
}

export function WeekSteps({ day, from, today }: Props) {
  return (
    <div className={css.steps}>
      <h2 className={css.title} aria-live="polite">
        {weekTitle(from)}
      </h2>
      <nav className={css.links} aria-label="Weeks">
        <AppLink
          to="."
          search={{ day: addDays(day, -7) }}
          replace
          className={iconButtonClass()}
          aria-label="Previous week"
          aria-keyshortcuts="ArrowLeft"
          title="Previous week (←)"
        >
          <IconChevronLeft size={20} aria-hidden="true" />
        </AppLink>
        <AppLink
          to="."
          search={{}}
          replace
          className={buttonClass('secondary')}
          aria-current={day === today ? 'date' : undefined}
          aria-keyshortcuts="t"
          title="This week (T)"
        >
          Today
        </AppLink>
        <AppLink
          to="."
          search={{ day: addDays(day, 7) }}
          replace
          className={iconButtonClass()}
          aria-label="Next week"
          aria-keyshortcuts="ArrowRight"
          title="Next week (→)"
        >
          <IconChevronRight size={20} aria-hidden="true" />
        </AppLink>
      </nav>
    </div>
  )
}

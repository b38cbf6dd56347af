import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import css from './ScheduleSteps.module.css'
import { spanNames, stepFrom, titleOf, type View } from './views.ts'

interface Props {
  view: View
  day: string
  today: string
  /** What stays in the address: the view and the filters. */
  search: SearchValues
}

/** What is shown, and the way back, to today, and on. */
export function ScheduleSteps({ view, day, today, search }: Props) {
  const span = spanNames[view]
  return (
    <div className={css.steps}>
      <h2 className={css.title} aria-live="polite">
        {titleOf(view, day)}
      </h2>
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

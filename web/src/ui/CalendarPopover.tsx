import { Popover } from '@base-ui/react/popover'
import { type RefObject, useMemo } from 'react'
import { type ClassNames, DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale'
import css from './CalendarPopover.module.css'
import { fromLocal, toLocalNoon } from './dates.ts'

interface Props {
  label: string
  anchor: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  value: string | null
  /** The only days that can be chosen; left out: all. */
  days?: readonly string[]
  today?: string | undefined
  onChoose: (date: string) => void
}

const classNames = {
  root: css.calendar,
  months: css.months,
  month: css.month,
  month_caption: css.caption,
  caption_label: css.captionLabel,
  nav: css.nav,
  button_previous: css.step,
  button_next: css.step,
  chevron: css.chevron,
  month_grid: css.grid,
  weekday: css.weekday,
  day: css.day,
  day_button: css.dayButton,
  today: css.today,
  selected: css.selected,
  disabled: css.disabled,
  outside: css.outside,
  hidden: css.hidden,
  // The types of a stylesheet allow for a name that is not in it; these all are.
} as Partial<ClassNames>

export function CalendarPopover({ label, anchor, isOpen, setOpen, value, days, today, onChoose }: Props) {
  const open = useMemo(() => days && new Set(days), [days])
  const sorted = useMemo(() => [...(days ?? [])].sort(), [days])
  const first = sorted[0]
  const last = sorted.at(-1)
  const selected = value === null ? undefined : toLocalNoon(value)
  const shown = selected ?? (today === undefined ? undefined : toLocalNoon(today))
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next, { event }) => {
        // A press on the button itself is the button's to answer: it would close here and open again there.
        const goesTo = 'relatedTarget' in event ? event.relatedTarget : event.target
        if (!next && goesTo instanceof Node && anchor.current?.contains(goesTo)) return
        setOpen(next)
      }}
    >
      {/* A modal dialog covers whatever stands outside of it. */}
      <Popover.Portal container={anchor.current?.closest('dialog') ?? undefined}>
        <Popover.Positioner
          className={css.positioner}
          anchor={anchor}
          sideOffset={6}
          align="start"
          // A dialog that is lower than a calendar would cut it off.
          positionMethod="fixed"
        >
          <Popover.Popup className={css.popup} aria-label={label} finalFocus={anchor}>
            <DayPicker
              mode="single"
              autoFocus
              required
              locale={enGB}
              weekStartsOn={1}
              classNames={classNames}
              selected={selected}
              {...(shown && { defaultMonth: shown })}
              {...(today !== undefined && { today: toLocalNoon(today) })}
              {...(first !== undefined && { startMonth: toLocalNoon(first) })}
              {...(last !== undefined && { endMonth: toLocalNoon(last) })}
              disabled={date => open !== undefined && !open.has(fromLocal(date))}
              onSelect={date => onChoose(fromLocal(date))}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

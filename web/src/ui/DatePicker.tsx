import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import css from './DatePicker.module.css'
import { shortDayOfYear } from './dates.ts'

const load = () => import('./CalendarPopover.tsx')
const CalendarPopover = lazy(() => load().then(({ CalendarPopover }) => ({ default: CalendarPopover })))

interface Props {
  label: string
  value: string
  /** The only days that can be chosen, in any order; left out: all. */
  days?: readonly string[]
  today?: string | undefined
  onChoose: (date: string) => void
  /** In place of the date, where it is said beside. */
  children?: ReactNode
}

/** A button with the date; its calendar is loaded when someone is about to use it. */
export function DatePicker({ label, value, days, today, onChoose, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}: ${shortDayOfYear(value)}`}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          setWasOpened(true)
          setOpen(!isOpen)
        }}
      >
        <IconCalendar size={18} aria-hidden="true" />
        {children ?? shortDayOfYear(value)}
      </button>
      {wasOpened && (
        <Suspense>
          <CalendarPopover
            label={label}
            anchor={button}
            isOpen={isOpen}
            setOpen={setOpen}
            value={value}
            {...(days && { days })}
            today={today}
            onChoose={date => {
              setOpen(false)
              if (date !== value) onChoose(date)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

import { isDate } from '@honbu/contract/calendar.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { IconButton } from '../IconButton.tsx'
import css from './Field.module.css'
import { type Controlled, WrittenField } from './fields.tsx'
import { readDate, wrongDate } from './read-text.ts'

const load = () => import('../CalendarPopover.tsx')
const CalendarPopover = lazy(() => load().then(({ CalendarPopover }) => ({ default: CalendarPopover })))

/** A calendar date as YYYY-MM-DD, or null: written the British way, or picked. */
export function DateField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { today?: string | undefined },
) {
  const { today, ...rest } = props
  const { field } = useController({ name: rest.name, control: rest.control })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <WrittenField {...rest} read={readDate} write={String} say={wrongDate}>
      {({ value, ...attributes }) => (
        <span className={css.withButton}>
          <input
            {...attributes}
            className={css.input}
            placeholder="dd/mm/yyyy"
            value={isDate(value) ? shortDate(value) : value}
          />
          <IconButton
            ref={button}
            label={`Choose ${rest.label.toLowerCase()}`}
            icon={<IconCalendar size={20} aria-hidden="true" />}
            disabled={attributes.disabled}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onPointerEnter={load}
            onFocus={load}
            onClick={() => {
              setWasOpened(true)
              setOpen(!isOpen)
            }}
          />
          {wasOpened && (
            <Suspense>
              <CalendarPopover
                label={rest.label}
                anchor={button}
                isOpen={isOpen}
                setOpen={setOpen}
                value={isDate(field.value) ? field.value : null}
                today={today}
                onChoose={date => {
                  setOpen(false)
                  field.onChange(date)
                }}
              />
            </Suspense>
          )}
        </span>
      )}
    </WrittenField>
  )
}

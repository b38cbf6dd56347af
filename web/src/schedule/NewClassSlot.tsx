import { IconPlus } from '@tabler/icons-react'
import clsx from 'clsx'
import { classFormAddress } from '../timetable/class-address.ts'
import { type Slot, slotSearch } from '../timetable/new-class-slot.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { dayAndMonth } from '../ui/dates.ts'
import css from './NewClassSlot.module.css'

interface Props {
  clubId: number
  slot: Slot
  /** The name of the slot's room, if it has one. */
  room?: string
  className?: string | undefined
}

/** An empty place of the schedule, where a new class can begin. Tab passes it by: “New class” is above, once. */
export function NewClassSlot({ clubId, slot, room, className }: Props) {
  const words = ['New class', dayAndMonth(slot.day), slot.start, room].filter(Boolean).join(', ')
  return (
    <AppLink
      to={classFormAddress(clubId)}
      search={slotSearch(slot)}
      className={clsx(css.slot, className)}
      aria-label={words}
      title={words}
      tabIndex={-1}
    >
      <IconPlus size={18} aria-hidden="true" />
      {slot.start}
    </AppLink>
  )
}

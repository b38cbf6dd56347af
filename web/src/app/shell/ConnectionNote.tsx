import { IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { AppLink } from '../../ui/AppLink.tsx'
import { useConnection } from '../connection.ts'
import css from './ConnectionNote.module.css'

/** No connection, and marks of registers that wait for one or were refused; nothing when all is well. */
export function ConnectionNote() {
  const { isOffline, waiting, refused, register } = useConnection()
  if (!isOffline && waiting === 0 && refused === 0) return null
  const words = [
    refused > 0 && `${marks(refused)} not saved`,
    waiting > 0 && `${marks(waiting)} waiting`,
    refused === 0 && waiting === 0 && 'Offline',
  ]
  const Icon = iconOf(waiting, refused)
  const inside = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>{words.filter(Boolean).join(', ')}</span>
    </>
  )
  if (!register || waiting + refused === 0)
    return (
      <p className={css.note} role="status">
        {inside}
      </p>
    )
  return (
    <AppLink
      className={css.note}
      // As the roster's own addresses are written (classes/roster-address.ts), which the shell does not load.
      to={`/clubadmin/classes-and-events/class-roster/${register.classId}`}
      search={{ date: register.classDate }}
    >
      {inside}
    </AppLink>
  )
}

function iconOf(waiting: number, refused: number) {
  if (refused > 0) return IconAlertTriangle
  return waiting > 0 ? IconCloudUp : IconCloudOff
}

const marks = (count: number) => `${count} ${count === 1 ? 'mark' : 'marks'}`

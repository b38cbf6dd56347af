import type { NotTold as NotToldSchema } from '@honbu/contract/bookings.ts'
import type * as z from 'zod/mini'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { telOf } from '../ui/tel.ts'
import css from './CallThem.module.css'

export type NotTold = z.infer<typeof NotToldSchema>

/** After a change of which the others have been told by e-mail: who has to be called. */
export function CallThem({ people, onClose }: { people: readonly NotTold[]; onClose: () => void }) {
  const them = people.length === 1 ? 'this member' : `these ${people.length} members`
  return (
    <Dialog
      title={`Call ${them}`}
      isOpen={people.length > 0}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have noted it
        </Button>
      }
    >
      <p>Everyone else has been told by e-mail. There is no address for:</p>
      <ul className={css.people}>
        {people.map(({ memberId, name, phone }) => (
          <li key={memberId}>
            <strong>{name}</strong>
            {phone === '' ? ' – no number either' : <a href={telOf(phone)}>{phone}</a>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

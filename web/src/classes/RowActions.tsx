import { memberStatus } from '@honbu/contract/ids.ts'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import type { RegisterRow } from './register-view.ts'
import { TrialActions } from './TrialActions.tsx'
import { usePlaces } from './use-places.tsx'

interface Props {
  row: RegisterRow
  classId: number
  classDate: string
  className: string
}

/** What can be done about a member of the register: the place in the class, and what became of a trial. */
export function RowActions({ row, classId, classDate, className }: Props) {
  const { enrol, remove, book, cancel, dialog } = usePlaces({ classId, classDate, className })
  const { bookingId } = row
  const items: MenuItem[] = [
    row.expectedAs === 'enrolled'
      ? { text: 'Remove from the class', onSelect: () => void remove(row) }
      : { text: 'Enrol in the class', onSelect: () => void enrol(row) },
    bookingId === null
      ? { text: 'Book for this date', onSelect: () => void book(row) }
      : { text: 'Cancel the booking', onSelect: () => void cancel(row, bookingId) },
  ]
  return (
    <>
      {isOnTrial(row) && <TrialActions row={row} classId={classId} classDate={classDate} />}
      <Menu label={`More for ${row.firstName} ${row.lastName}`} items={items} />
      {dialog}
    </>
  )
}

/** A prospect, or somebody who has only asked so far, with a place in this session. */
const isOnTrial = ({ memberStatusId, attended, bookingId }: RegisterRow) =>
  memberStatusId === memberStatus.prospect ||
  (memberStatusId === memberStatus.enquiry && (attended !== null || bookingId !== null))

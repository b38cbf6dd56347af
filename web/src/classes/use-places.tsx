import { cancelBooking, saveBooking } from '@honbu/contract/bookings.ts'
import { getClassMembers } from '@honbu/contract/classes.ts'
import { addClass, removeClass } from '@honbu/contract/members.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isRefusal, type Refusal, readKey, write } from '../app/api.ts'
import { useOverride } from '../bookings/use-override.tsx'
import { dayOfMonth } from '../ui/dates.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { fullName } from './register-view.ts'

interface Member {
  readonly memberId: number
  readonly firstName: string
  readonly lastName: string
}

interface Register {
  readonly classId: number
  readonly classDate: string
  readonly className: string
}

/**
 * Who has a place in a class: enrolling and removing, booking and cancelling. Each says what it has done and takes it
 * back; a class that is full asks first. `dialog` has to be drawn.
 */
export function usePlaces({ classId, classDate, className }: Register) {
  const client = useQueryClient()
  const { ask, dialog } = useConfirm()
  const enrolment = useOverride('Enrol')
  const booking = useOverride('Book')
  const day = dayOfMonth(classDate)

  const done = (message: string, undo: () => Promise<unknown>) => {
    void client.invalidateQueries({ queryKey: readKey(getClassMembers) })
    showToast({ key: 'places', message, action: { text: 'Undo', run: () => void undo() } })
  }
  const undone = async (result: Promise<object>) => {
    const answer = await result
    if (isRefusal(answer)) refused(answer)
    void client.invalidateQueries({ queryKey: readKey(getClassMembers) })
  }
  const refused = ({ message }: Refusal) => void showToast({ key: 'places', tone: 'bad', message })

  async function enrol(member: Member, evenIfFull = false): Promise<void> {
    const { memberId: id } = member
    const result = await enrolment.run(overrideReason =>
      write(addClass, { id, classId, dateAdded: classDate, evenIfFull, ...(overrideReason && { overrideReason }) }),
    )
    if (!isRefusal(result)) {
      const undo = () => undone(write(removeClass, { id, classId, from: classDate }))
      return done(`${fullName(member)} enrolled in ${className} from ${day}.`, undo)
    }
    if (result.fields?.overrideReason) return
    if (!result.fields?.evenIfFull || evenIfFull) return refused(result)
    const question = { title: 'Enrol all the same?', text: result.message, action: `Enrol ${fullName(member)}` }
    if (await ask(question)) await enrol(member, true)
  }

  async function remove(member: Member): Promise<void> {
    const { memberId: id } = member
    const result = await write(removeClass, { id, classId, from: classDate })
    if (isRefusal(result)) return refused(result)
    // Back into the place that was his a moment ago, full or not.
    const undo = () => undone(write(addClass, { id, classId, dateAdded: result.removedOn, evenIfFull: true }))
    done(`${fullName(member)} removed from ${className} from ${day}.`, undo)
  }

  async function book(member: Member): Promise<void> {
    const result = await booking.run(overrideReason =>
      write(saveBooking, {
        ...{ id: member.memberId, classId, bookingDate: classDate },
        ...(overrideReason && { overrideReason }),
      }),
    )
    if (isRefusal(result)) return void (result.fields?.overrideReason || refused(result))
    const undo = () => undone(write(cancelBooking, { id: result.bookingId }))
    done(`${fullName(member)} booked for ${day}.`, undo)
  }

  async function cancel(member: Member, bookingId: number): Promise<void> {
    const result = await write(cancelBooking, { id: bookingId })
    if (isRefusal(result)) return refused(result)
    const undo = () => undone(write(saveBooking, { id: member.memberId, classId, bookingDate: classDate }))
    done(`The booking of ${fullName(member)} for ${day} is cancelled.`, undo)
  }

  return {
    enrol: (member: Member) => enrol(member),
    remove,
    book,
    cancel,
    dialog: dialog ?? enrolment.dialog ?? booking.dialog,
  }
}

import { classType } from '@honbu/contract/ids.ts'
import { bookMember } from '../bookings/index.ts'
import { enrolInClass } from '../members/index.ts'
import { Refused } from '../platform/refused.ts'
import type { JoinedClub } from './joined-club.ts'
import type { Joiner } from './joiner.ts'
import type { JoiningWrite } from './joining-write.ts'
import { within } from './within.ts'

interface Beginning {
  readonly memberId: number
  readonly club: JoinedClub
  readonly joiner: Joiner
  readonly from: string
}

/**
 * Enrols in the first class, or books a place in it on one day, by the rules that each has.
 * @returns the booking, where there is one
 */
export async function begin(write: JoiningWrite, { memberId, club, joiner, from }: Beginning): Promise<number | null> {
  const { classId, bookingDate, evenIfFull } = joiner
  if (classId === null) {
    if (bookingDate !== null) throw refused('classId', 'Choose the class too')
    return null
  }
  const { clubId, classTypeId, className } = await write.tx
    .selectFrom('class')
    .select(['club_id as clubId', 'class_type_id as classTypeId', 'class_name as className'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  if (clubId !== club.clubId) throw refused('classId', `${className} is a class of another club.`)
  if (bookingDate !== null) {
    const booked = await within('', () => bookMember(write, { memberId, classId, bookingDate }), { id: 'classId' })
    return booked.bookingId
  }
  if (classTypeId === classType.prebooked) throw refused('bookingDate', `Choose a day of ${className}`)
  const enrolment = { memberId, classId, from, evenIfFull }
  await within('', () => enrolInClass(write, enrolment), { id: 'classId', dateAdded: 'classId' })
  return null
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })

import type { Input } from '@honbu/contract/endpoint.ts'
import type { addWalkIn as call } from '@honbu/contract/joining.ts'
import { FirstMembership } from '@honbu/contract/joining-fields.ts'
import { sql } from 'kysely'
import { requireSession } from '../classes/index.ts'
import { lockTree, saveAttendance } from '../members/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { create } from './create.ts'
import type { Created } from './joiner.ts'

/** Makes a prospect of a name and marks them present, all or nothing. Their trial begins on that date. */
export async function addWalkIn(write: Write, { id: classId, classDate, firstName, lastName }: Input<typeof call>) {
  const { clubId, rootClubId } = await requireSession(write.tx, classId, classDate)
  await lockTree(write.tx, rootClubId)
  await refuseNamesake(write, { classId, classDate, firstName, lastName })
  const { memberId, code } = await create(write, walkIn({ firstName, lastName, clubId, classDate }))
  await saveAttendance(write, { id: memberId, classId, classDate, attended: true })
  return { memberId, code }
}

interface Named {
  readonly classDate: string
  readonly firstName: string
  readonly lastName: string
}

/** The same name twice on one register is one person pressed twice, or two whom nobody can tell apart. */
async function refuseNamesake({ tx }: Write, { classId, classDate, ...name }: Named & { classId: number }) {
  const { rows } = await sql`
    select from attendance
    join member on member.id = attendance.member_id
    join person on person.id = member.person_id
    where attendance.class_id = ${classId} and attendance.class_date = ${classDate}
      and person.search = search_text(${`${name.firstName} ${name.lastName}`}) limit 1`.execute(tx)
  if (rows.length === 0) return
  const known = `${name.firstName} ${name.lastName}`.trim()
  const message = `${known} is on this register already. Add an initial if this is someone else.`
  throw new Refused(409, message, { firstName: [message] })
}

const noReach = { email: null, phoneMob: null, phoneDay: null, phoneEve: null }

const walkIn = ({ firstName, lastName, clubId, classDate }: Named & { clubId: number }): Created => ({
  person: {
    ...{ firstName, lastName, gender: '-', dob: null },
    ...{ ...noReach, address: { line: null, town: null, postcode: null } },
  },
  membership: FirstMembership.parse({ clubId, trialStart: classDate }),
  ...{ secondContact: null, siblings: [], linkedMemberIds: [], classId: null, bookingDate: null, evenIfFull: false },
  ...{ gradeId: null, notes: [], communicationFlags: 0, consentHow: 'inPerson', evenIfDuplicate: false },
})

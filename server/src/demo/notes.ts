import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type Clock, later } from './clock.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

const shareOfNoted = 0.06
/** Of those, how many remind somebody, and how many of the adults' were sent. */
const shareOfReminders = 0.35
const shareOfSent = 0.3

/** Category (lookup, kind note_category), what it is about, what it says, and whether everybody at the mat should see it. */
const kinds = [
  [1302, 'Asthma', 'The inhaler is in the front pocket of the bag. Let them sit out when they ask to.', true],
  [1302, 'Nut allergy', 'Carries an adrenaline pen; the parents are on the phone during class.', true],
  [1302, 'Knee', 'Came back from an operation in spring: no jumping, no deep stances.', true],
  [1305, 'Partner work', 'Shy with new partners. Pair up with someone familiar first.', true],
  [1301, 'Collected by', 'Only the grandparents collect on weekdays.', true],
  [1304, 'Kata', 'Knows the order, loses it at the third turn. Look at it before the next grading.', false],
  [1303, 'Sibling price', 'Agreed with the office in writing.', false],
] as const

/** What staff have written down about members, the important things pinned. */
export function addNotes(
  rows: DemoRows,
  memberships: readonly Membership[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): void {
  const hasConcern = new Set<number>()
  for (const { id, member, club, status, joined } of memberships) {
    const random = randomFor(`notes ${id}`)
    // Member 1 is on tonight's register, and shows what a note looks like.
    const isNoted = member.id === 1 || random.chance(shareOfNoted)
    if (!joined || status !== memberStatus.active || !isNoted) continue
    // One to show to the club's welfare officer.
    if (!hasConcern.has(club.id) && member.id !== 1) {
      hasConcern.add(club.id)
      rows.member_note.push({
        ...{ id: rows.member_note.length + 1, club_id: club.id, root_club_id: club.rootId, member_id: member.id },
        ...{
          category_id: 1306,
          subject: 'Came with bruises',
          note: 'Told the welfare officer after class. To be followed up.',
          is_pinned: false,
          reminder: null,
          has_email: false,
        },
        account_id: staff.get(club.id)?.instructor.accountId ?? null,
        created_at: at(addDays(clock.today, -2), '18:05'),
      })
    }
    const [category, subject, note, isPinned] = noteFor(random, member.id)
    const written = later(joined, addDays(clock.today, -random.between(3, 200)))
    const noteId = rows.member_note.length + 1
    const author = staff.get(club.id)?.instructor.accountId ?? null
    const reminder = random.chance(shareOfReminders) ? addDays(clock.today, random.between(-4, 20)) : null
    const person = rows.person.find(({ id }) => id === member.personId)
    const email = member.age >= 18 && random.chance(shareOfSent) ? person?.email : null
    rows.member_note.push({
      id: noteId,
      club_id: club.id,
      root_club_id: club.rootId,
      member_id: member.id,
      category_id: category,
      subject,
      note,
      is_pinned: isPinned,
      reminder,
      has_email: Boolean(email),
      account_id: author,
      created_at: at(written, '20:15'),
    })
    const ofNote = { club_id: club.id, note_id: noteId }
    if (email)
      rows.note_message.push({
        ...ofNote,
        channel: 'email',
        to_name: `${person?.first_name} ${person?.last_name}`,
        to_address: email,
        text: `${note}\n\n${club.name}`,
        state: 'sent',
        account_id: author,
        created_at: at(written, '20:15'),
        sent_at: at(written, '20:15'),
      })
    if (reminder)
      rows.task.push({
        ...ofNote,
        root_club_id: club.rootId,
        member_id: member.id,
        account_id: author,
        created_by: author,
        kind: 'note',
        cause: `note:${noteId}`,
        subject,
        due_on: reminder,
        created_at: at(written, '20:15'),
      })
  }
}

const noteFor = (random: Random, memberId: number) => (memberId === 1 ? kinds[2] : random.pick(kinds))

import { todayIn } from '@honbu/contract/calendar.ts'
import type { Transaction } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/database.ts'
import type { Tables } from '../../platform/tables.ts'
import { addContacts } from './add-contacts.ts'
import { addMember, type NewMember } from './add-member.ts'
import { enrol, requireClass } from './enrol.ts'
import { type ListedMember, readMember } from './read-member.ts'
import { readSheet } from './read-sheet.ts'
import { quoted } from './reading.ts'
import { type Identity, peopleIndex } from './same-person.ts'
import {
  type KnownMember,
  knownMembers,
  lockTree,
  mainDiscipline,
  nextCode,
  requireClub,
  type Target,
} from './target.ts'

export interface ImportOptions {
  readonly bytes: Uint8Array
  readonly clubId: number
  /** The class whose register the active members go on. */
  readonly classId?: number | undefined
  /** Find out what would happen, and store nothing. */
  readonly isDryRun: boolean
  readonly now: Date
}

interface Told {
  readonly line: number
  readonly text: string
}

export interface ImportReport {
  readonly clubName: string
  /** What could not be used or needs a look, by line. */
  readonly problems: readonly Told[]
  /** Cells that nothing is done with yet, by line. */
  readonly notUsed: readonly Told[]
  readonly imported: readonly ListedMember[]
  readonly alreadyThere: number
  /** Lines that are no person. */
  readonly leftOut: number
  /** With a class: its name, and how many were put on its register. */
  readonly register: { readonly className: string; readonly added: number } | null
}

/**
 * Imports a club's own list of members: all of it or, when anything fails, nothing. A person who is in the club's tree
 * already, or on an earlier line, is told and not doubled.
 * @throws CannotStart when the file is not such a list, or there is no such club or class
 */
export async function importMembers(db: Db, options: ImportOptions): Promise<ImportReport> {
  const transaction = await db.startTransaction().execute()
  try {
    const report = await importInto(transaction, options)
    await (options.isDryRun ? transaction.rollback() : transaction.commit()).execute()
    return report
  } catch (error) {
    await transaction.rollback().execute()
    throw error
  }
}

async function importInto(
  tx: Transaction<Tables>,
  { bytes, clubId, classId, now }: ImportOptions,
): Promise<ImportReport> {
  const club = await requireClub(tx, clubId)
  const today = todayIn(club.timeZone, now)
  const demanded = classId === undefined ? null : await requireClass(tx, club, classId, today)
  const { rows, unknownColumns } = readSheet(bytes)
  await lockTree(tx, club.rootClubId)
  const discipline = await mainDiscipline(tx, club)
  const target: Target = { club, discipline, today }

  const problems: Told[] = unknownColumns.map(title => ({ line: 1, text: `Column ${quoted(title)} is not used` }))
  if (!discipline) problems.push({ line: 1, text: `${club.name} teaches no discipline yet: no belts are set` })
  const notUsed: Told[] = []
  const tell = (line: number, text: string) => problems.push({ line, text })

  const known = peopleIndex<Identity & { readonly place: Place }>([])
  for (const member of await knownMembers(tx, club.rootClubId)) known.add({ ...member, place: { member } })
  let code = await nextCode(tx, club.rootClubId)
  const imported: NewMember[] = []
  const expected: number[] = []
  let leftOut = 0
  let alreadyThere = 0
  for (const row of rows) {
    const reading = readMember(row, {
      grades: discipline?.grades ?? [],
      discipline: discipline?.name ?? club.name,
      today,
    })
    if (reading.notUsed) notUsed.push({ line: row.line, text: `not used yet: ${reading.notUsed}` })
    if (!reading.member) {
      leftOut += 1
      for (const problem of reading.problems) tell(row.line, problem)
      continue
    }
    const listed = reading.member
    const identity = identityOf(listed)
    const found = known.find(identity)
    if (found) {
      alreadyThere += 1
      tell(row.line, `${listed.firstName} ${listed.lastName} is already ${whereIs(found.place)}: not imported again`)
      if ('member' in found.place && isActiveIn(found.place.member, clubId)) expected.push(found.place.member.memberId)
      continue
    }
    for (const problem of reading.problems) tell(row.line, problem)
    const added = await addMember(tx, target, listed, String(code++))
    imported.push(added)
    known.add({ ...identity, place: { line: row.line } })
    if (added.isActive) expected.push(added.memberId)
  }
  await addContacts(tx, target, imported)
  const register = demanded && { className: demanded.name, added: await enrol(tx, club, demanded.id, expected, today) }
  await audit(tx, clubId, imported)
  return {
    clubName: club.name,
    problems: problems.toSorted((a, b) => a.line - b.line),
    notUsed,
    imported: imported.map(({ listed }) => listed),
    alreadyThere,
    leftOut,
    register,
  }
}

type Place = { readonly member: KnownMember } | { readonly line: number }

const whereIs = (place: Place) =>
  'line' in place
    ? `on line ${place.line}`
    : `member ${place.member.code} of ${place.member.clubNames.join(' and ') || 'these clubs'}`

const isActiveIn = (member: KnownMember, clubId: number) => member.activeIn.includes(clubId)

function identityOf({ firstName, lastName, dob, email, mobile, address }: ListedMember): Identity {
  return { firstName, lastName, dob, reachedBy: [email, mobile, address.line].filter(way => way !== null) }
}

/** One entry for each member. A person at a keyboard of the server did it: there is no account to name. */
async function audit(tx: Transaction<Tables>, clubId: number, imported: readonly NewMember[]): Promise<void> {
  if (imported.length === 0) return
  const entries = imported.map(({ memberId, clubMemberId, listed }) => ({
    clubId,
    memberId,
    subject: 'club_member',
    subjectId: clubMemberId,
    after: { ...listed },
  }))
  await writeAudit(tx, { action: 'importMembers', accountId: null }, entries)
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { beforeEach } from 'vitest'
import { type ImportReport, importFile } from '../src/imports/import-file.ts'
import type { Db } from '../src/platform/database.ts'
import { createClass } from './factories/classes.ts'
import { createDiscipline } from './factories/disciplines.ts'
import { createClub } from './factories/people.ts'

export const fixtures = path.resolve(import.meta.dirname, 'fixtures')
export const now = new Date('2026-11-21T19:30:00Z')
export const heading = 'First name,Surname,D.O.B.,Parent/Guardian,E-mail,Mobile,Address,Joined,Belt,Status,Photos OK?'
const belts = [
  'White',
  'Red tag',
  'Yellow',
  'Orange',
  'Green',
  'Blue',
  'Purple',
  'Brown',
  'Brown/White',
  'Black 1st Dan',
  'Black 2nd Dan',
]

export type Adjust = (guess: ImportMapping) => ImportMapping

interface Options {
  readonly isDryRun?: boolean
  readonly adjust?: Adjust
}

export const asGuessed: Adjust = guess => guess
export const reading = { sheet: null, encoding: null, delimiter: null, headerLine: null }

export const counts = ({ counts: { new_count, changed_count, duplicate_count, refused_count } }: ImportReport) => ({
  new: new_count,
  changed: changed_count,
  duplicate: duplicate_count,
  refused: refused_count,
})

/** The problems, as they are shown. */
export const told = ({ lines }: ImportReport) =>
  lines.flatMap(({ line, problems }) =>
    problems.map(({ column, text }) => `line ${line}${column ? `, ${column}` : ''}: ${text}`),
  )

/** What the tests of lists have in common: for each test a club with a discipline and a class, into which lists are imported. */
export function importingLists(db: Db) {
  const at = { clubId: 0, classId: 0, black: 0 }

  beforeEach(async () => {
    const { id: clubId } = await createClub(db)
    const discipline = await createDiscipline(db, { clubId, grades: belts })
    await db.updateTable('discipline').set({ name: 'Karate' }).where('id', '=', discipline.id).execute()
    const made = await createClass(db, { clubId, disciplineId: discipline.id, className: 'Juniors' })
    Object.assign(at, { clubId, classId: made.id, black: discipline.gradeIds[9] ?? 0 })
  })

  const run = (bytes: Uint8Array, { isDryRun = false, adjust = asGuessed }: Options = {}) =>
    importFile(db, { bytes, fileName: 'list.csv', clubId: at.clubId, reading, adjust, isDryRun, now })

  const importFixture = async (name: string, options: Options = {}) =>
    await run(await readFile(path.join(fixtures, name)), options)

  const importLines = (lines: readonly string[], options: Options = {}) =>
    run(Buffer.from([heading, ...lines].join('\r\n')), options)

  async function members() {
    return await db
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.person_id')
      .innerJoin('club_member', 'club_member.member_id', 'member.id')
      .leftJoin('member_discipline', 'member_discipline.member_id', 'member.id')
      .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
      .selectAll(['person', 'club_member'])
      .select(['member.id as id', 'member.code', 'member.person_id', 'grade.name as belt'])
      .select(['member_discipline.studied_since', 'member_discipline.last_grading'])
      .where('club_member.club_id', '=', at.clubId)
      .orderBy('member.id')
      .execute()
  }

  const contactsOf = () =>
    db
      .selectFrom('member_contact')
      .innerJoin('member', 'member.id', 'member_contact.member_id')
      .innerJoin('person', 'person.id', 'member_contact.person_id')
      .select(['member_id', 'member_contact.person_id', 'relationship', 'is_guardian', 'first_name', 'is_emergency'])
      .where('member.root_club_id', '=', at.clubId)
      .orderBy('member_id')
      .execute()

  const linksOf = () =>
    db
      .selectFrom('member_link')
      .select(['member_id', 'linked_member_id', 'relationship'])
      .where('root_club_id', '=', at.clubId)
      .orderBy('id')
      .execute()

  return { at, run, importFixture, importLines, members, contactsOf, linksOf }
}

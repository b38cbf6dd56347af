import type { ImportFindings } from '@honbu/contract/import-findings.ts'
import type { ImportMapping, ImportReading } from '@honbu/contract/imports.ts'
import type { Transaction } from 'kysely'
import { lockTree } from '../members/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Db } from '../platform/database.ts'
import { onTrial } from '../platform/on-trial.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import { readInWorker } from './file/read-in-worker.ts'
import { UnreadableFile } from './file/unreadable-file.ts'
import { type Choices, choicesIn } from './guess/choices.ts'
import { guessMapping } from './guess/guess-mapping.ts'
import { type Table, tableOf } from './guess/table.ts'
import type { PlannedLine } from './plan/plan.ts'
import { wordingOf } from './plan/wording.ts'
import { mappingFault } from './run/check-mapping.ts'
import { findingsOf, withSheets } from './run/findings.ts'
import { type Billing, billingOf } from './run/forecast.ts'
import { countsOf, makePlan } from './run/make-plan.ts'
import { type Place, placeOf } from './run/place.ts'
import { undoUntil } from './run/run-now.ts'
import { storePlan } from './run/store-plan.ts'
import { studiesOf } from './run/studies-of.ts'
import { writeLines } from './run/write-lines.ts'

export interface ImportFile {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly clubId: number
  readonly reading: ImportReading
  /** What the columns mean, where the guess is not to be taken as it is. */
  readonly adjust: (guess: ImportMapping, list: { readonly table: Table; readonly choices: Choices }) => ImportMapping
  /** Find out what would happen, and store nothing. */
  readonly isDryRun: boolean
  readonly now: Date
}

export interface ImportReport {
  readonly clubName: string
  readonly mapping: ImportMapping
  readonly table: Table
  readonly choices: Choices
  readonly lines: readonly PlannedLine[]
  readonly counts: ReturnType<typeof countsOf>
  /** The import, as it stands in the list of the club; null of a dry run. */
  readonly importId: number | null
  /** Null for a list of gradings. */
  readonly billing: Billing | null
  readonly findings: ImportFindings | null
}

/**
 * Imports a file from the command line: all of it or, when anything fails, nothing. It can be undone on the screen, as one
 * that was made there.
 * @throws CannotStart when the file is no such list, or does not fit the club
 */
export async function importFile(db: Db, file: ImportFile): Promise<ImportReport> {
  const { clubId, bytes, reading, adjust, isDryRun, now } = file
  try {
    const place = await requirePlace(db, clubId, now)
    const content = await readInWorker(bytes, reading)
    const table = tableOf(content.records, reading.headerLine)
    const choices = await choicesIn(db, place)
    const mapping = adjust(guessMapping(table, choices), { table, choices })
    const fault = mappingFault(mapping, choices)
    if (fault) throw new CannotStart(fault.message)
    const list = { table, mapping, choices, place }
    const done = isDryRun ? await rehearse(db, list, file) : await db.transaction().execute(tx => store(tx, list, file))
    const { lines } = done.plan
    return {
      clubName: place.clubName,
      mapping,
      table,
      choices,
      lines,
      counts: countsOf(lines),
      importId: isDryRun ? null : done.importId,
      billing: done.billing,
      findings: done.findings && withSheets(done.findings, content),
    }
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof Refused) throw new CannotStart(error.message)
    throw error
  }
}

async function requirePlace(db: Db, clubId: number, now: Date): Promise<Place> {
  const place = await placeOf(db, clubId, now)
  if (place) return place
  const others = await db.selectFrom('club').select(['id', 'name']).orderBy('id').limit(20).execute()
  const choice = others.map(other => `${other.id} ${other.name}`).join(', ')
  throw new CannotStart(
    `There is no club ${clubId}. ${choice ? `The clubs are: ${choice}.` : 'There is none yet: start the product first.'}`,
  )
}

type List = Parameters<typeof makePlan>[1]

/** Stores the list on trial, so that a dry run says what would be charged too. */
async function rehearse(db: Db, list: List, file: ImportFile) {
  return await onTrial(db, tx => store(tx, list, file))
}

/** A person at a keyboard of the server does it: there is no account to name. */
async function store(tx: Transaction<Tables>, list: List, { fileName, reading, now }: ImportFile) {
  const { mapping, choices, place } = list
  const { clubId, rootClubId, today } = place
  await lockTree(tx, rootClubId)
  const plan = await makePlan(tx, list)
  const { id: importId } = await tx
    .insertInto('import_batch')
    .values({
      ...countsOf(plan.lines),
      club_id: clubId,
      root_club_id: rootClubId,
      file_name: fileName.slice(0, 200),
      kind: mapping.kind,
      state: 'imported',
      reading: JSON.stringify(reading),
      mapping: JSON.stringify(mapping),
      created_at: now,
      imported_at: now,
      undo_until: undoUntil(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await storePlan(tx, plan, {
    ...{ importId, clubId, rootClubId, today, now },
    accountId: null,
    disciplineOf: wordingOf(choices).disciplineOf,
    disciplineId: studiesOf(mapping),
    enrolClassId: mapping.enrolClassId,
    onStored: async () => {},
  })
  await writeLines(tx, plan.lines, { importId, rootClubId, memberIdOf: line => made.get(line)?.memberId ?? null })
  await tx
    .updateTable('import_batch')
    .set(({ selectFrom, fn }) => ({ audit_id: selectFrom('audit').select(fn.max('id').as('last')) }))
    .where('id', '=', importId)
    .execute()
  const billing = plan.kind === 'members' ? await billingOf(tx, plan, { made, place }) : null
  const findings = plan.kind === 'members' ? await findingsOf(tx, plan, { importId, today }) : null
  return { plan, importId, billing, findings }
}

import type { ImportFindings } from '@honbu/contract/import-findings.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { pounds } from '../../platform/money.ts'
import type { FileContent } from '../file/read-file.ts'
import type { EditedField, MemberPlan } from '../plan/plan.ts'
import { balanceSubject } from '../plan/read-member.ts'

/** What a plan does as a whole, once it is stored: classes are counted as they are then. */
export async function findingsOf(
  db: Db,
  plan: MemberPlan,
  batch: { readonly importId: number; readonly today: string },
): Promise<ImportFindings> {
  const { lines, edited, namesakes, keptContacts, merged } = plan
  const changes = lines.flatMap(({ outcome, line, stored }) =>
    outcome === 'changed' ? [...new Set(stored.map(({ title }) => title))].map(title => ({ line, title })) : [],
  )
  const editedBy = (isReplaced: boolean) => edited.filter(field => field.isReplaced === isReplaced)
  return {
    changes: countFields(changes),
    kept: countFields(editedBy(false)),
    replaced: countFields(editedBy(true)),
    full: await overfullClasses(db, batch),
    namesakes,
    keptContacts,
    merged,
    balances: balancesOf(plan),
    otherSheets: [],
  }
}

function balancesOf({ added }: MemberPlan): ImportFindings['balances'] {
  const pence = added.flatMap(({ listed: { balancePence } }) => balancePence ?? [])
  const sumOf = (some: readonly number[]) => ({
    members: some.length,
    amount: pounds(Math.abs(some.reduce((sum, each) => sum + each, 0))),
  })
  return {
    owed: sumOf(pence.filter(each => each > 0)),
    credit: sumOf(pence.filter(each => each < 0)),
    noted: added.filter(({ listed }) => listed.notes.some(({ subject }) => subject === balanceSubject)).length,
  }
}

/** The most usual first. */
const countFields = (fields: readonly Pick<EditedField, 'line' | 'title'>[]) =>
  [...Map.groupBy(fields, ({ title }) => title)]
    .map(([title, each]) => ({ title, members: each.length }))
    .sort((a, b) => b.members - a.members)

/** Classes that the import adds to, and that have more members than places on their smallest weekday. */
async function overfullClasses(db: Db, { importId, today }: { readonly importId: number; readonly today: string }) {
  const { rows } = await sql<ImportFindings['full'][number]>`
    with added as (
      select class_id, count(*)::integer as added from class_member
      where id in (select (key ->> 'id')::bigint from import_change
        where import_batch_id = ${importId} and table_name = 'class_member' and what = 'added')
      group by class_id
    ), counted as (
      select class.class_name as "className", added.added,
        coalesce((select min(coalesce(week.capacity, class.capacity)) from class_timetable week
          where week.class_id = class.id and (week.valid_until is null or week.valid_until >= ${today})),
          class.capacity) as places,
        (select count(*)::integer from class_member entry
          where entry.class_id = class.id and (entry.removed_on is null or entry.removed_on > ${today})) as enrolled
      from added join class on class.id = added.class_id
    )
    select "className", places, enrolled, added from counted where enrolled > places order by "className"`.execute(db)
  return rows
}

/** With the sheets of a workbook that someone may have forgotten. */
export const withSheets = (findings: ImportFindings, { sheets, sheet }: Pick<FileContent, 'sheets' | 'sheet'>) => ({
  ...findings,
  otherSheets: sheets.filter(({ name, isHidden }) => !isHidden && name !== sheet).map(({ name }) => name),
})

import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import { importLineColumns } from '@honbu/contract/imports.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

const problemCount = sql<number>`jsonb_array_length(problems)`

export async function getImportLines({ db }: Read, { id, ...grid }: Input<typeof call.getImportLines>) {
  const query = db
    .selectFrom('import_line')
    .select(['line', 'outcome', 'name', 'member_id as memberId', 'problems', 'stored'])
    .select(problemCount.as('problemCount'))
    .where('import_batch_id', '=', id)
  const expressions = { line: 'line', outcome: 'outcome', name: 'name', problemCount } as const
  const page = await gridQuery(query, { columns: importLineColumns, expressions, id: 'line' }, grid)
  // Written by us; the contract checks it on its way out.
  return page as Output<typeof call.getImportLines>
}

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Places, statement } from './statement.ts'

const { db } = await freshDatabase()

describe('statement', () => {
  let built = 0
  const lookups = statement((db, { ids, kind }: Places<{ ids: readonly number[]; kind: string }>) => {
    built++
    return db
      .selectFrom('lookup')
      .select(['id', sql<string>`${kind}::text`.as('asked')])
      .where('kind', '=', kind)
      .where('id', '=', sql<number>`any(${ids})`)
      .where('id', '>', 0)
      .orderBy('id')
  })

  it('is built once, and takes other values each time', async () => {
    const kind = 'note_category'
    const all = await db.selectFrom('lookup').select('id').where('kind', '=', kind).orderBy('id').execute()
    const ids = all.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    expect(await lookups(db, { ids, kind })).toEqual(ids.map(id => ({ id, asked: kind })))
    expect(await lookups(db, { ids: ids.slice(0, 1), kind })).toEqual([{ id: ids[0], asked: kind }])
    expect(await lookups(db, { ids: [], kind })).toEqual([])
    expect(await lookups(db, { ids, kind: 'none' })).toEqual([])
    expect(built).toBe(1)
  })

  it('runs within the transaction that it is given', async () => {
    const zone = statement(
      (_db, _none: Places<object>) => sql<{ zone: string }>`select current_setting('TimeZone') as zone`,
    )
    const inside = await db.transaction().execute(async tx => {
      await sql`set local time zone 'Asia/Tokyo'`.execute(tx)
      return await zone(tx, {})
    })
    expect(inside).toEqual([{ zone: 'Asia/Tokyo' }])
    expect(await zone(db, {})).toEqual([{ zone: 'UTC' }])
  })
})

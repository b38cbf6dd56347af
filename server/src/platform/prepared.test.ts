import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { separateDatabase } from '../../test/database.ts'
import { statementNames } from './prepared.ts'

const { db } = await separateDatabase()

describe('statementNames', () => {
  it('names what comes again and again, always alike', () => {
    const nameOf = statementNames()
    const names = Array.from({ length: 5 }, () => nameOf('select $1'))
    expect(names.slice(0, 2)).toEqual([undefined, undefined])
    expect(new Set(names.slice(2)).size).toBe(1)
    expect(names[2]).toMatch(/^[\w-]{24}$/)
    expect(statementNames()('select $1')).toBeUndefined()
  })

  it('keeps no more names than it may, however many texts there are', () => {
    const nameOf = statementNames()
    const named = new Set<string>()
    for (let n = 0; n < 2000; n++)
      for (let times = 0; times < 3; times++) {
        const name = nameOf(`select ${n} where $1`)
        if (name) named.add(name)
      }
    expect(named.size).toBe(400)
  })
})

describe('a connection', () => {
  it('prepares a query that is repeated, and gives the right answer each time', async () => {
    await db.connection().execute(async connection => {
      const ask = async (id: number) => {
        const { rows } = await sql<{ twice: number }>`select ${id}::int * 2 as twice`.execute(connection)
        return rows[0]?.twice
      }
      for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) expect(await ask(id)).toBe(id * 2)
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        connection,
      )
      expect(rows.map(row => row.statement)).toEqual(['select $1::int * 2 as twice'])
    })
  })
})

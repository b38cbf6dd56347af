import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { attend, createClass } from '../../../test/factories/classes.ts'
import { createClub, createMember } from '../../../test/factories/people.ts'
import { postCharges } from '../../ledger/index.ts'
import type { User } from '../../platform/access.ts'
import { connectTo, type Db } from '../../platform/database.ts'
import type { Read } from '../../platform/route.ts'
import { countAhead } from '../ahead.ts'
import type { CountFor } from '../buckets.ts'
import { getReport } from '../report.ts'
import { clearMarks } from './clear.ts'
import { type Kept, keptOf } from './kept.ts'
import { countTogether, mayKeepTogether } from './together.ts'

const { db, connection } = await freshDatabase()
const now = new Date('2026-05-12T12:00:00Z')
const april = { from: '2026-04-01', until: '2026-04-30' }
const may = { from: '2026-05-01', until: '2026-05-31' }

/** Something that counts how often it was counted. */
function counting({
  name,
  looksBack = false,
  meanwhile,
}: {
  name: string
  looksBack?: boolean
  meanwhile?: () => Promise<unknown>
}) {
  let times = 0
  const kept: Kept<number> = {
    ...{ name, reads: ['visits'], looksBack },
    count: async (_, { clubIds, buckets }) => {
      times++
      await meanwhile?.()
      return clubIds.flatMap(clubId => buckets.map((_, bucket) => ({ clubId, bucket, value: times })))
    },
  }
  return kept
}

const touch = async (clubId: number, day: string, what = 'visits') =>
  await db.insertInto('report_mark').values({ club_id: clubId, what, from_on: day, until_on: day }).execute()

async function asked(kept: Kept<number>, clubId: number, { on = now, of = db }: { on?: Date; of?: Db } = {}) {
  const found = await keptOf(of, kept, { clubIds: [clubId], buckets: [april, may], now: on })
  return [found(clubId, 0), found(clubId, 1)]
}

describe('what is kept', () => {
  it('holds until its days are touched', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'days' })
    expect(await asked(kept, id)).toEqual([1, 1])
    expect(await asked(kept, id)).toEqual([1, 1])
    await touch(id, '2026-05-03')
    expect(await asked(kept, id)).toEqual([1, 2])
    await touch(id, '2026-04-30', 'money')
    expect(await asked(kept, id)).toEqual([1, 2])
    await touch(id, '2026-04-30')
    expect(await asked(kept, id)).toEqual([3, 2])
  })

  it('does not hold where days before it are touched on which it looks back', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'back', looksBack: true })
    await asked(kept, id)
    await touch(id, '2026-01-01')
    expect(await asked(kept, id)).toEqual([2, 2])
  })

  it('does not hold for another day where it was not over', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'today' })
    await asked(kept, id)
    expect(await asked(kept, id, { on: new Date('2026-05-13T12:00:00Z') })).toEqual([1, 2])
    expect(await asked(kept, id, { on: new Date('2026-04-13T12:00:00Z') })).toEqual([3, 3])
  })

  it('is counted anew where something was written while it was counted', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'meanwhile', meanwhile: () => touch(id, '2026-05-03') })
    await asked(kept, id)
    expect(await asked(kept, id)).toEqual([1, 2])
  })

  it('is not kept where marks were cleared while it was counted', async () => {
    const { id } = await createClub(db)
    const meanwhile = async () => {
      await touch(id, '2026-05-03')
      await clearMarks(db)
    }
    const kept = counting({ name: 'cleared', meanwhile })
    await asked(kept, id)
    expect(await asked(kept, id)).toEqual([2, 2])
  })

  it('is as it was when marks are cleared, but for what they are of', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'clearing' })
    await asked(kept, id)
    await touch(id, '2026-05-03')
    expect(await clearMarks(db)).toContain(id)
    expect(await clearMarks(db)).toEqual([])
    expect(await asked(kept, id)).toEqual([1, 2])
  })

  it('is nothing that a transaction has counted, which sees what nobody else does', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'transaction' })
    await db.transaction().execute(async tx => await asked(kept, id, { of: tx }))
    expect(await asked(kept, id)).toEqual([2, 2])
  })

  it('is not believed from another cluster', async () => {
    const { id } = await createClub(db)
    const kept = counting({ name: 'cluster' })
    await asked(kept, id)
    await db.updateTable('report_count').set({ cluster: 1 }).where('subject', '=', 'cluster').execute()
    expect(await asked(kept, id)).toEqual([2, 2])
  })
})

describe('what clubs have together', () => {
  const subject = (name: string) => {
    const kept = counting({ name })
    return {
      ...{ kept, counts: ['attended'] as const },
      count: async (of: Db, asked: CountFor) =>
        (await kept.count(of, asked)).map(({ clubId, bucket, value }) => ({ clubId, bucket, attended: value })),
    }
  }
  const together = async (of: ReturnType<typeof subject>, clubIds: readonly number[]) =>
    (await countTogether(db, of, { clubIds, buckets: [april, may], now })).map(({ attended }) => attended)

  it('holds until the days of any of them are touched', async () => {
    const [one, two] = [await createClub(db), await createClub(db)]
    const of = subject('together')
    expect(await together(of, [one.id, two.id])).toEqual([2, 2])
    expect(await together(of, [two.id, one.id])).toEqual([2, 2])
    await touch(two.id, '2026-05-03')
    expect(await together(of, [one.id, two.id])).toEqual([2, 4])
    await touch(one.id, '2026-04-03')
    expect(await together(of, [one.id, two.id])).toEqual([6, 4])
  })

  it('is forgotten when the marks of any of them are cleared', async () => {
    const [one, two, other] = [await createClub(db), await createClub(db), await createClub(db)]
    const of = subject('together, cleared')
    await together(of, [one.id, two.id])
    await touch(two.id, '2026-05-03')
    await touch(other.id, '2026-04-03')
    await clearMarks(db)
    expect(await together(of, [one.id, two.id])).toEqual([2, 4])
  })

  it('is of those clubs, and of no others', async () => {
    const [one, two] = [await createClub(db), await createClub(db)]
    const of = subject('together, others')
    expect(await together(of, [one.id, two.id])).toEqual([2, 2])
    expect(await together(of, [one.id])).toEqual([2, 2])
    expect(await together(of, [])).toEqual([])
  })

  it('is what the report of a head office says, of the moment at which it is asked', async () => {
    const clubIds: number[] = []
    for (let left = 21; left > 0; left--) clubIds.push((await createClub(db)).id)
    const user = { clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) } as unknown as User
    const ask = async () => {
      // What these calls read of a user.
      const { figures, sections } = await getReport({ db, now, user } as Read, { tab: 'attendance' })
      const months = sections.find(({ key }) => key === 'months')
      const place = months?.columns.findIndex(({ key }) => key === 'attended') ?? 0
      const figure = figures.find(({ kpi }) => kpi === 'attended')
      return [figure?.value, figure?.before, ...(months?.rows.slice(-2).map(({ cells }) => cells[place]) ?? [])]
    }
    expect(await ask()).toEqual([0, 0, 0, 0])
    const [clubId = 0] = clubIds.slice(-1)
    const { id: classId } = await createClass(db, { clubId })
    const { id: memberId } = await createMember(db, { clubId })
    await attend(db, { classId, memberId, date: '2026-05-05' })
    expect(await ask()).toEqual([1, 0, 0, 1])
    await attend(db, { classId, memberId, date: '2026-04-07' })
    expect(await ask()).toEqual([1, 1, 1, 1])
  })

  it('may be kept where there are many, and it is the same day in all of them', () => {
    const clubs = (count: number, timeZone: string) => Array.from({ length: count }, () => ({ timeZone }))
    const some = [...clubs(15, 'Europe/London'), ...clubs(15, 'Pacific/Auckland')]
    expect(mayKeepTogether(clubs(30, 'Europe/London'), now)).toBe(true)
    expect(mayKeepTogether(clubs(3, 'Europe/London'), now)).toBe(false)
    expect(mayKeepTogether(some, new Date('2026-05-12T08:00:00Z'))).toBe(true)
    expect(mayKeepTogether(some, new Date('2026-05-12T13:00:00Z'))).toBe(false)
  })
})

describe('countAhead', () => {
  it('counts the clubs once a day, and those in which something was written', async () => {
    const { id } = await createClub(db)
    const countedAt = async () => {
      const { rows } = await sql<{ at: Date }>`
        select max(counted_at) as at from report_count
        where club_id = ${id} and subject = 'attendance' and from_on = ${may.from}`.execute(db)
      return rows[0]?.at
    }
    await countAhead(db, now)
    const first = await countedAt()
    expect(first).toBeInstanceOf(Date)
    await countAhead(db, now)
    expect(await countedAt()).toEqual(first)
    await touch(id, '2026-05-03')
    await countAhead(db, now)
    const second = await countedAt()
    expect(second).not.toEqual(first)
    await countAhead(db, new Date('2026-05-13T12:00:00Z'))
    expect(await countedAt()).not.toEqual(second)
  })
})

it('says how old it is where nothing can be written', async () => {
  const { id: clubId } = await createClub(db)
  const { id: memberId } = await createMember(db, { clubId })
  await countAhead(db, now)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = sql.id(rows[0]?.name ?? '')
  const charge = { clubId, memberId, pence: 100, description: 'A lesson', categoryId: 1, transactionDate: '2026-05-02' }
  await db.transaction().execute(async tx => await postCharges(tx, [{ ...charge, dueOn: '2026-05-02' }]))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
  const replica = connectTo(connection)
  try {
    // What a report reads of a user.
    const user = { clubs: new Map([[clubId, { isAdmin: true }]]) } as unknown as User
    // What these calls read of a user.
    const ask = async (of: Db) => await getReport({ db: of, now, user } as Read, { tab: 'finance' })
    const due = ({ figures }: Awaited<ReturnType<typeof getReport>>) => figures.find(({ kpi }) => kpi === 'due')?.value
    const old = await ask(replica.db)
    const { written_at } = await db
      .selectFrom('money_mark')
      .select('written_at')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect([due(old), old.asOf]).toEqual([0, written_at.toISOString()])
    const fresh = await ask(db)
    expect([due(fresh), fresh.asOf]).toEqual([1, now.toISOString()])
  } finally {
    await replica.close()
    await sql`alter database ${name} reset default_transaction_read_only`.execute(db)
  }
})

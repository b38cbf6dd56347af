import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { createClub, createMember } from '../../../test/factories/people.ts'
import { histories } from '../../../test/histories.ts'
import type { User } from '../../platform/access.ts'
import type { Read } from '../../platform/route.ts'
import { getReport } from '../report.ts'
import { movesOf } from '../slow/members.ts'
import { wholeTables } from '../slow/whole-tables.ts'

const { db } = await freshDatabase()

const first = '2025-05-20'
const today = '2026-05-12'
const now = new Date(`${today}T12:00:00Z`)

/** Days after the first on which somebody joins, leaves, comes back … */
const turns = fc.uniqueArray(fc.integer({ min: 0, max: 355 }), { minLength: 1, maxLength: 5 })

it('follows those who joined in a month as a slow reading of each does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turns, { minLength: 1, maxLength: 10 }), async histories => {
      const club = await createClub(db)
      for (const days of histories) {
        const statusOf = (index: number) => (index % 2 === 0 ? memberStatus.active : memberStatus.lapsed)
        const { id } = await createMember(db, { clubId: club.id, statusId: statusOf(days.length - 1) })
        const own = await db
          .selectFrom('club_member')
          .select(['id as club_member_id', 'club_id'])
          .where('member_id', '=', id)
          .executeTakeFirstOrThrow()
        for (const [index, day] of days.toSorted((a, b) => a - b).entries())
          await db
            .insertInto('member_status_change')
            .values({ ...own, to_status_id: statusOf(index), changed_on: addDays(first, day), reason: 'Moved' })
            .execute()
      }
      // What the call reads of a user.
      const user = { clubs: new Map([[club.id, { isAdmin: true }]]) } as unknown as User
      const { sections } = await getReport({ db, now, user } as Read, { tab: 'retention' })
      const cohorts = sections.find(({ key }) => key === 'cohorts')

      const tables = await wholeTables(db, [club.id])
      const lives = tables.club_member.map(own => movesOf(tables, own))
      const joinedOn = (life: (typeof lives)[number]) => `${(life[0]?.on ?? '').slice(0, 7)}-01`
      const isMember = (life: (typeof lives)[number], evening: string) =>
        (life.findLast(({ on }) => on <= evening)?.what ?? 'lapse') !== 'lapse'
      const months = [...new Set(lives.map(joinedOn))].sort()
      expect(cohorts?.rows.map(({ cells }) => cells)).toEqual(
        months.map(month => {
          const joined = lives.filter(life => joinedOn(life) === month)
          return [
            month,
            joined.length,
            ...Array.from({ length: 13 }, (_, n) => {
              const evening = addDays(addMonths(month, n + 1), -1)
              if (evening >= today) return null
              return (100 * joined.filter(life => isMember(life, evening)).length) / joined.length
            }),
          ]
        }),
      )
      const lapses = lives.flat().filter(({ what, on }) => what === 'lapse' && on >= '2026-05-01').length
      for (const key of ['reasons', 'stays']) {
        const section = sections.find(each => each.key === key)
        expect(section?.rows.reduce((sum, { cells }) => sum + Number(cells[1]), 0)).toBe(lapses)
      }
    }),
    { numRuns: histories(6, 60) },
  )
})

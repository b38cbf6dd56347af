import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { usableSources } from './usable-sources.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aTree() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const sister = await createClub(db, { parentClubId: head.id })
  const adminOf = async (clubId: number) => as((await createAccount(db, { clubId, isAdmin: true })).sub)
  return { head, club, sister, boss: await adminOf(head.id), admin: await adminOf(club.id), adminOf }
}

type Caller = ReturnType<typeof as>

const save = (caller: Caller, clubId: number, name: string, { id = 0, version = 1 } = {}) =>
  caller.post(`/api/club/SaveMarketingSource/${id}`, { clubId, version, name })
const namesIn = async (clubId: number) => (await usableSources(db, [clubId])).map(({ name }) => name)
const fixed = ['Word of mouth', 'Google', 'Facebook', 'School', 'Walk-in']

describe('the sources of a club', () => {
  it('are those of the product, of the clubs above, and its own', async () => {
    const { head, club, sister, boss, admin, adminOf } = await aTree()
    const { body } = await save(admin, club.id, 'Open day')
    expect(body.id).toBeGreaterThanOrEqual(10_000)
    // Another club may call its own alike.
    expect((await save(await adminOf(sister.id), sister.id, 'Open day')).status).toBe(200)
    await save(boss, head.id, 'Television')
    expect(await namesIn(club.id)).toEqual([...fixed, 'Open day', 'Television'])
    expect(await namesIn(sister.id)).toEqual([...fixed, 'Open day', 'Television'])
    const { body: list } = await admin.get(`/api/club/GetMarketingSources/${club.id}`)
    expect(list.slice(-2)).toMatchObject([
      { name: 'Television', clubName: head.name, isInherited: true },
      { name: 'Open day', clubId: club.id, isInherited: false, useCount: 0 },
    ])
    expect(list[0]).toMatchObject({ id: 1201, clubId: null, isInherited: true })
  })

  it('have each name once, and are changed by their own club alone', async () => {
    const { head, club, boss, admin } = await aTree()
    const { id } = (await save(admin, club.id, 'Open day')).body
    expect((await save(admin, club.id, 'open DAY')).status).toBe(409)
    expect((await save(admin, club.id, 'google')).status).toBe(409)
    expect((await save(admin, club.id, 'Open house', { id })).body.version).toBe(2)
    expect((await save(admin, club.id, 'Older', { id })).status).toBe(409)
    const { id: above } = (await save(boss, head.id, 'Radio')).body
    expect((await save(admin, club.id, 'Mine', { id: above })).status).toBe(403)
    expect((await save(admin, club.id, 'Mine', { id: 1201 })).status).toBe(403)
  })

  it('stay while somebody came by them or something was paid', async () => {
    const { club, admin } = await aTree()
    const { id } = (await save(admin, club.id, 'Open day')).body
    const remove = () => admin.post(`/api/club/DeleteMarketingSource/${id}`, {})
    const member = await createMember(db, { clubId: club.id })
    const cameBy = (source: number | null) =>
      db.updateTable('club_member').set({ marketing_source_id: source }).where('member_id', '=', member.id).execute()
    await cameBy(id)
    expect((await remove()).body.message).toContain('1 person came by')
    await cameBy(null)
    await db
      .insertInto('marketing_cost')
      .values({ club_id: club.id, marketing_source_id: id, month: '2026-05-01', amount_pence: 100 })
      .execute()
    expect((await remove()).body.message).toContain('Costs are written down')
    await db.deleteFrom('marketing_cost').where('club_id', '=', club.id).execute()
    expect((await remove()).status).toBe(200)
  })

  it('cannot be those of a sister club', async () => {
    const { club, sister, admin } = await aTree()
    const { id } = await db
      .insertInto('lookup')
      .values({ kind: 'marketing_source', name: 'Sister fair', club_id: sister.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const costs = [{ sourceId: id, month: '2026-05-01', amount: 5, was: 0 }]
    const { status, body } = await admin.post(`/api/club/SaveMarketingCosts/${club.id}`, { costs })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['costs.0.sourceId']])
  })
})

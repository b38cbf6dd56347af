import { kpisOf, reportTabs } from '@honbu/contract/kpis.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories.ts'
import { reportRows } from './lists.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const hq = await createClub(db)
const club = await createClub(db, { parentClubId: hq.id })
const { sub } = await createAccount(db, { clubId: hq.id, isAdmin: true })
const { sub: coach } = await createAccount(db, { clubId: club.id })

describe('getReport', () => {
  it.each(reportTabs)('answers the figures of the tab %s', async tab => {
    const { status, body } = await as(sub).post('/api/reporting/GetReport', { tab })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ tab, from: '2026-05-01', until: '2026-05-31', today: '2026-05-12' })
    expect(body.clubs).toHaveLength(2)
    expect(body.figures.map(({ kpi }: { kpi: string }) => kpi)).toEqual(kpisOf[tab])
  })

  it('is about all clubs of the user, or those that are asked for', async () => {
    const clubsOf = async (user: string, clubIds?: number[]) =>
      (await as(user).post('/api/reporting/GetReport', { tab: 'members', clubIds })).body.clubs
    expect(await clubsOf(coach)).toEqual([{ id: club.id, name: club.name }])
    expect(await clubsOf(sub, [club.id])).toEqual([{ id: club.id, name: club.name }])
  })

  it('refuses a period that ends before it begins', async () => {
    const given = { tab: 'members', from: '2026-05-02', until: '2026-05-01' }
    const { status, body } = await as(sub).post('/api/reporting/GetReport', given)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['until']])
  })
})

describe('getReportList', () => {
  it.each(Object.keys(reportRows))('answers %s', async list => {
    await createMember(db, { clubId: club.id })
    const { status, body } = await as(sub).post('/api/reporting/GetReportList', { list, sort: 'on-desc', page: 2 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ data: [], amount: expect.any(Number), count: expect.any(Number) })
  })
})

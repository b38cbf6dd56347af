import { type KpiName, kpisOf } from '@honbu/contract/kpis.ts'
import { isMoneyFigure, isOfMoney, moneyLists, moneyTabs } from '@honbu/contract/report-money.ts'
import { reportTabs } from '@honbu/contract/report-tabs.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
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

describe('the money of a club', () => {
  const report = (user: string, tab: string, clubIds?: number[]) =>
    as(user).post('/api/reporting/GetReport', { tab, clubIds })
  const list = (user: string, name: string, clubIds?: number[]) =>
    as(user).post('/api/reporting/GetReportList', { list: name, clubIds })

  it('is shown to nobody but its admins', async () => {
    for (const tab of moneyTabs) {
      expect((await report(coach, tab)).status).toBe(403)
      expect((await report(coach, tab, [club.id])).status).toBe(403)
      expect((await report(sub, tab)).status).toBe(200)
    }
    for (const name of moneyLists) {
      expect((await list(coach, name)).status).toBe(403)
      expect((await list(sub, name)).status).toBe(200)
    }
    const file = await as(coach).post('/api/reporting/ExportReport', { tab: 'finance', format: 'csv' })
    expect(file.status).toBe(403)
  })

  it('is left out of the other tabs for whoever is no admin', async () => {
    for (const tab of reportTabs.filter(each => !moneyTabs.has(each))) {
      const { status, body } = await report(coach, tab)
      expect(status).toBe(200)
      expect(body.figures.filter(({ kpi }: { kpi: KpiName }) => isMoneyFigure(kpi))).toEqual([])
      for (const { columns, rows } of body.sections) {
        expect(columns.filter(isOfMoney)).toEqual([])
        for (const { cells } of rows) expect(cells).toHaveLength(columns.length)
      }
    }
    const ofAdmin = (await report(sub, 'management')).body
    expect(ofAdmin.figures.some(({ kpi }: { kpi: KpiName }) => isMoneyFigure(kpi))).toBe(true)
  })

  it('is of the clubs whose admin somebody is, where he is a coach in others', async () => {
    const own = await createClub(db)
    const { sub: both } = await createAccount(db, { clubId: own.id, isAdmin: true })
    await db
      .insertInto('club_user')
      .columns(['club_id', 'account_id', 'user_since', 'is_admin'])
      .expression(eb =>
        eb
          .selectFrom('account')
          .select(({ val }) => [
            val(club.id).as('club_id'),
            'account.id',
            val('2026-01-01').as('user_since'),
            val(false).as('is_admin'),
          ])
          .where('account.sub', '=', both),
      )
      .execute()
    expect((await report(both, 'members')).body.clubs).toHaveLength(2)
    expect((await report(both, 'finance')).body.clubs).toEqual([{ id: own.id, name: own.name }])
    expect((await report(both, 'finance', [own.id, club.id])).status).toBe(403)
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

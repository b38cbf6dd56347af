import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const absent = {
  name: 'Absent',
  filter: 'daysAbsent~gte~14',
  sort: 'lastName-asc',
  columns: ['lastName'],
  isDefault: false,
}

async function someone() {
  const club = await createClub(db)
  const { sub } = await createAccount(db, { clubId: club.id })
  return {
    club,
    list: async () => (await as(sub).get('/api/member/GetDirectoryViews')).body,
    save: async (view: object) => await as(sub).post('/api/member/SaveDirectoryView', view),
    remove: async (name: string) => await as(sub).post('/api/member/DeleteDirectoryView', { name }),
    choices: async (query = '') => (await as(sub).get(`/api/member/GetDirectoryChoices${query}`)).body,
  }
}

describe('saved views', () => {
  it('are saved, changed, renamed and deleted by their owner, and nobody else’s', async () => {
    const [one, other] = [await someone(), await someone()]
    expect((await one.save(absent)).status).toBe(200)
    expect(await one.list()).toEqual([absent])
    expect(await other.list()).toEqual([])
    await one.save({ ...absent, name: 'absent', sort: 'age-desc' })
    expect(await one.list()).toEqual([{ ...absent, name: 'absent', sort: 'age-desc' }])
    await one.save({ ...absent, name: 'Away', renamedFrom: 'Absent' })
    expect(await one.list()).toEqual([{ ...absent, name: 'Away' }])
    expect((await other.remove('Away')).status).toBe(404)
    expect((await one.remove('Away')).status).toBe(200)
    expect(await one.list()).toEqual([])
  })

  it('one of them is the default', async () => {
    const { save, list } = await someone()
    await save({ ...absent, isDefault: true })
    await save({ ...absent, name: 'Debt', filter: 'debt~gt~0', isDefault: true })
    expect((await list()).map((view: { name: string; isDefault: boolean }) => [view.name, view.isDefault])).toEqual([
      ['Absent', false],
      ['Debt', true],
    ])
  })

  it('refuses what cannot be read, a name that is taken, and a view that is not there', async () => {
    const { save, list } = await someone()
    await save(absent)
    await save({ ...absent, name: 'Debt' })
    for (const [view, field, status] of [
      [{ ...absent, filter: 'password~eq~1' }, 'filter', 400],
      [{ ...absent, sort: 'lastName' }, 'sort', 400],
      [{ ...absent, name: ' ' }, 'name', 400],
      [{ ...absent, name: 'debt', renamedFrom: 'Absent' }, 'name', 409],
    ] as const) {
      const { status: answered, body } = await save(view)
      expect([answered, Object.keys(body.fields)]).toEqual([status, [field]])
    }
    expect((await save({ ...absent, name: 'New', renamedFrom: 'Gone' })).status).toBe(404)
    expect(await list()).toHaveLength(2)
  })
})

describe('getDirectoryChoices', () => {
  it('names what the user’s clubs use, their own and that of the clubs above', async () => {
    const { club, choices } = await someone()
    const local = await createClub(db, { parentClubId: club.id })
    const sister = await createClub(db, { parentClubId: club.id })
    const karate = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: local.id })
    await createClass(db, { clubId: local.id, endDate: '2026-05-11' })
    const category = (clubId: number, name: string) =>
      db.insertInto('member_category').values({ club_id: clubId, root_club_id: club.id, name }).execute()
    await category(club.id, 'Adults')
    await category(local.id, 'Adults')
    await category(sister.id, 'Elders')
    const ofLocal = await choices(`?clubId=${local.id}`)
    expect(ofLocal.clubs).toEqual([{ id: local.id, name: local.name }])
    expect(ofLocal.categories).toEqual(['Adults'])
    expect(ofLocal.classes).toEqual([{ id: klass.id, name: klass.className, clubName: local.name }])
    expect(ofLocal.disciplines[0].grades.map(({ id }: { id: number }) => id)).toEqual(karate.gradeIds)
    const all = await choices()
    expect(all.clubs).toHaveLength(3)
    expect(all.categories).toEqual(['Adults', 'Elders'])
  })
})

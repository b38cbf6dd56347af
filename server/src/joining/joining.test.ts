import { subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import { forgetOldDrafts } from './forget-drafts.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  return { club, coach, get: as(coach.sub).get, post: as(coach.sub).post }
}

describe('findDuplicates', () => {
  it('answers for each who it may be, with status, club and photo', async () => {
    const { club, post } = await aClub()
    const there = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Lee', dob: '2012-03-04' })
    const { person_id } = await db
      .updateTable('person')
      .set({ photo_url: '/files/face' })
      .from('member')
      .whereRef('member.person_id', '=', 'person.id')
      .where('member.id', '=', there.id)
      .returning('member.person_id')
      .executeTakeFirstOrThrow()
    expect(person_id).toBeGreaterThan(0)
    const people = [{ firstName: 'ann', lastName: 'lee', dob: '2012-03-04' }, { firstName: 'Zed' }]
    const { body } = await post(`/api/member/FindDuplicates/${club.id}`, { people })
    const found = {
      memberId: there.id,
      code: there.code,
      firstName: 'Ann',
      lastName: 'Lee',
      dob: '2012-03-04',
      photoUrl: '/files/face',
      clubName: club.name,
      memberStatusId: 21,
      isOurs: true,
      sameBy: ['nameAndDob'],
      isLikely: true,
    }
    expect(body).toEqual([[found], []])
  })

  it('only names who is in a sister club', async () => {
    const head = await createClub(db)
    const [here, there] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const coach = await createAccount(db, { clubId: here.id })
    await createMember(db, { clubId: there.id, firstName: 'Ann', lastName: 'Lee', dob: '2012-03-04' })
    const people = [{ firstName: 'Ann', lastName: 'Lee', dob: '2012-03-04' }]
    const { body } = await as(coach.sub).post(`/api/member/FindDuplicates/${here.id}`, { people })
    expect(body).toMatchObject([[{ clubName: there.name, isOurs: false, photoUrl: null, dob: null }]])
  })
})

describe('findKnownContacts', () => {
  it('finds contacts and grown-up members by name, e-mail and phone, whoever fits best first', async () => {
    const { club, post } = await aClub()
    const tom = await createMember(db, { clubId: club.id, firstName: 'Tom', lastName: 'Lee', dob: '2015-01-01' })
    const mary = { firstName: 'Mary', lastName: 'Lée', email: 'mary@mail.example', phone: '07700 900123' }
    const { personId } = await createContact(db, { memberId: tom.id, ...mary })
    const dad = await createMember(db, {
      clubId: club.id,
      firstName: 'Dan',
      email: 'mary@mail.example',
      dob: '1980-01-01',
    })
    await createMember(db, { clubId: club.id, firstName: 'Kid', email: 'mary@mail.example', dob: '2015-01-01' })
    const find = async (contact: object) =>
      (await post(`/api/member/FindKnownContacts/${club.id}`, { contact })).body.map(
        (known: { personId: number; firstName: string; sameBy: string[] }) => [known.firstName, ...known.sameBy],
      )
    expect(await find({ firstName: 'mary', lastName: 'lee' })).toEqual([['Mary', 'name']])
    expect(await find({ phoneDay: '+44 7700 900123' })).toEqual([['Mary', 'phone']])
    expect(await find({ firstName: 'Mary', lastName: 'Lee', email: 'MARY@mail.example' })).toEqual([
      ['Mary', 'name', 'email'],
      ['Dan', 'email'],
    ])
    expect(await find({ firstName: 'Mary' })).toEqual([])
    expect(await find({})).toEqual([])
    const { body } = await post(`/api/member/FindKnownContacts/${club.id}`, { contact: { email: mary.email } })
    expect(body).toMatchObject([
      {
        personId,
        memberId: null,
        contactOf: [{ memberId: tom.id, name: 'Tom Lee', relationship: 'Mother', isGuardian: true }],
      },
      { memberId: dad.id, contactOf: [] },
    ])
  })

  it('shows nobody of a club that the caller does not work in', async () => {
    const head = await createClub(db)
    const [here, there] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const coach = await createAccount(db, { clubId: here.id })
    const member = await createMember(db, { clubId: there.id })
    await createContact(db, { memberId: member.id, email: 'mary@mail.example' })
    const contact = { email: 'mary@mail.example' }
    expect((await as(coach.sub).post(`/api/member/FindKnownContacts/${here.id}`, { contact })).body).toEqual([])
  })
})

describe('getJoiningChoices', () => {
  it('holds what the club and those above it offer, and its own classes with their places', async () => {
    const head = await createClub(db)
    const branch = await createClub(db, { parentClubId: head.id })
    const sister = await createClub(db, { parentClubId: head.id })
    const coach = await createAccount(db, { clubId: branch.id })
    for (const [club_id, name] of [
      [branch.id, 'Own'],
      [head.id, 'Above'],
      [sister.id, 'Theirs'],
    ] as const) {
      const tree = { club_id, root_club_id: head.id }
      await db
        .insertInto('member_category')
        .values({ ...tree, name, min_age: 5, max_age: 11 })
        .execute()
      const { id } = await db
        .insertInto('training_plan')
        .values({ ...tree, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('training_plan_price')
        .values({ training_plan_id: id, sub_frequency_id: subFrequency.monthly, price_pence: 3999 })
        .execute()
    }
    const discipline = await createDiscipline(db, { clubId: head.id })
    const klass = await createClass(db, { clubId: branch.id, disciplineId: discipline.id })
    await createClass(db, { clubId: branch.id, endDate: '2026-05-11' })
    await createClass(db, { clubId: sister.id })
    const member = await createMember(db, { clubId: branch.id })
    await enrol(db, { classId: klass.id, memberId: member.id })

    const { status, body } = await as(coach.sub).get(`/api/member/GetJoiningChoices/${branch.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ clubId: branch.id, clubName: branch.name, today: '2026-05-12' })
    const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
    expect(namesOf(body.categories)).toEqual(['Above', 'Own'])
    expect(namesOf(body.plans)).toEqual(['Above', 'Own'])
    expect(body.plans[0].prices).toEqual([{ subFrequencyId: subFrequency.monthly, subPrice: 39.99 }])
    expect(body.classes).toEqual([
      {
        classId: klass.id,
        className: klass.className,
        classTypeId: 39,
        primaryDisciplineId: discipline.id,
        capacity: null,
        enrolled: 1,
        times: [{ weekday: 2, start: '19:00', finish: '20:00' }],
        // It is half past six: today's at seven has not begun.
        nextDates: ['2026-05-12', '2026-05-19', '2026-05-26', '2026-06-02', '2026-06-09'].map(date => ({
          date,
          start: '19:00',
          // Nobody has said that the class takes prospects.
          free: 0,
          freeForMembers: null,
        })),
      },
    ])
    expect(namesOf(body.disciplines[0].grades)).toEqual(['White', 'Yellow', 'Green'])
    expect(namesOf(body.marketingSources)).toContain('Walk-in')
    expect(namesOf(body.noteCategories)).toContain('Health')
  })
})

describe('drafts', () => {
  const content = { step: 'contact', joiners: [{ person: { firstName: 'Zoë 👋 <b>' } }] }

  it('are kept for their owner, who goes on where he stopped, on any device', async () => {
    const { club, get, post } = await aClub()
    const saved = await post('/api/member/SaveDraft/0', { clubId: club.id, title: 'Zoë', content })
    expect(saved.body).toMatchObject({ version: 1 })
    const { draftId } = saved.body
    expect((await get('/api/member/GetDrafts')).body).toEqual([
      { draftId, version: 1, clubId: club.id, clubName: club.name, title: 'Zoë', savedAt: testNow.toISOString() },
    ])
    expect((await get(`/api/member/GetDraft/${draftId}`)).body).toMatchObject({ draftId, content })
    const next = { clubId: club.id, version: 1, title: 'Zoë Lee', content: { ...content, step: 'review' } }
    expect((await post(`/api/member/SaveDraft/${draftId}`, next)).body).toMatchObject({ draftId, version: 2 })
    const stale = await post(`/api/member/SaveDraft/${draftId}`, next)
    expect(stale.status).toBe(409)
    expect(stale.body.conflict.current).toMatchObject({ version: 2, content: { step: 'review' } })
  })

  it('are nobody else’s, not even of a colleague', async () => {
    const { club, post } = await aClub()
    const { draftId } = (await post('/api/member/SaveDraft/0', { clubId: club.id, title: 'Zoë', content })).body
    const colleague = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    expect((await colleague.get('/api/member/GetDrafts')).body).toEqual([])
    expect((await colleague.get(`/api/member/GetDraft/${draftId}`)).status).toBe(404)
    const change = { clubId: club.id, version: 1, title: 'Mine', content }
    expect((await colleague.post(`/api/member/SaveDraft/${draftId}`, change)).status).toBe(404)
    expect((await colleague.post(`/api/member/DeleteDraft/${draftId}`)).status).toBe(404)
    const create = { person, membership: { clubId: club.id }, draftId }
    expect((await colleague.post('/api/member/Create', create)).status).toBe(404)
    expect((await post(`/api/member/DeleteDraft/${draftId}`)).body).toMatchObject({ draftId })
  })

  it('stay in their club, and hold no more than a draft needs', async () => {
    const { club, post } = await aClub()
    const second = await createClub(db, { parentClubId: club.id })
    const { draftId } = (await post('/api/member/SaveDraft/0', { clubId: club.id, title: 'Zoë', content })).body
    const moved = await post(`/api/member/SaveDraft/${draftId}`, { clubId: second.id, version: 1, title: '', content })
    expect(Object.keys(moved.body.fields)).toEqual(['clubId'])
    const save = (given: object) => post('/api/member/SaveDraft/0', { clubId: club.id, title: '', content: given })
    expect(Object.keys((await save({ text: 'x'.repeat(100_001) })).body.fields)).toEqual(['content'])
    for (const text of ['\0', '\ud83d'])
      expect(Object.keys((await save({ text })).body.fields)).toEqual(['content.text'])
    expect((await save({ text: '𠮷'.repeat(49_000) })).status).toBe(200)
    expect((await save({ text: '\\u0000' })).status).toBe(200)
  })

  it('are done with when the member is there', async () => {
    const { club, get, post } = await aClub()
    const { draftId } = (await post('/api/member/SaveDraft/0', { clubId: club.id, title: 'Zoë', content })).body
    expect((await post('/api/member/Create', { person, membership: { clubId: club.id }, draftId })).status).toBe(200)
    expect((await get('/api/member/GetDrafts')).body).toEqual([])
  })

  it('are forgotten after 30 days without a change', async () => {
    const { club, coach, get } = await aClub()
    const daysAgo = (days: number) => new Date(testNow.getTime() - days * 86_400_000)
    for (const days of [29, 31]) {
      const at = { created_at: daysAgo(60), saved_at: daysAgo(days) }
      await db
        .insertInto('joining_draft')
        .values({ club_id: club.id, account_id: coach.id, title: `${days}`, content: '{}', ...at })
        .execute()
    }
    const titles = async () => (await get('/api/member/GetDrafts')).body.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['29'])
    for (let again = 0; again < 2; again++) await forgetOldDrafts(db, testNow)
    const left = await db.selectFrom('joining_draft').select('title').where('account_id', '=', coach.id).execute()
    expect(left).toEqual([{ title: '29' }])
  })
})

const person = {
  firstName: 'Zoë',
  lastName: 'Lee',
  gender: '-',
  dob: null,
  email: null,
  phoneMob: null,
  phoneDay: null,
  phoneEve: null,
  address: { line: null, town: null, postcode: null },
}

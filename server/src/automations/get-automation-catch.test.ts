import { expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aTree() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const hq = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  return { head, club, hq, coach }
}

const address = (clubId: number) => `/api/messaging/GetAutomationCatch/${clubId}`

it('names those whose birthday it is today, here and below, and why one would not be in it', async () => {
  const { head, club, hq, coach } = await aTree()
  const young = await createMember(db, { clubId: club.id, firstName: 'Ann', dob: '2015-05-12' })
  const old = await createMember(db, { clubId: head.id, firstName: 'Bo', dob: '1980-05-12' })
  await createMember(db, { clubId: club.id, dob: '2015-05-11' })
  const asked = { trigger: { kind: 'birthday' }, conditions: [{ kind: 'ageUnder', age: 18 }] }
  expect((await hq.post(address(head.id), asked)).body).toMatchObject({
    isMore: false,
    people: [
      { memberId: young.id, clubId: club.id, because: '' },
      { memberId: old.id, clubId: head.id, because: 'Is not under 18' },
    ],
  })
  const { body } = await coach.post(address(club.id), asked)
  expect(body.people.map(({ memberId }: { memberId: number }) => memberId)).toEqual([young.id])
  expect((await coach.post(address(head.id), asked)).status).toBe(403)
  expect(await db.selectFrom('automation_run').select('id').execute()).toEqual([])
})

it('counts what has happened since midnight, and no earlier', async () => {
  const { club, coach } = await aTree()
  const klass = await createClass(db, { clubId: club.id })
  const people = await Promise.all(
    ['Today', 'Yesterday'].map(firstName => createMember(db, { clubId: club.id, firstName })),
  )
  const tree = { club_id: club.id, root_club_id: club.rootClubId, class_id: klass.id, booking_date: '2026-05-19' }
  const moments = [testNow, new Date('2026-05-11T20:00:00Z')]
  for (const [index, { id }] of people.entries())
    await db
      .insertInto('booking')
      .values({ ...tree, member_id: id, created_at: moments[index] ?? testNow })
      .execute()
  const booked = await coach.post(address(club.id), { trigger: { kind: 'bookingMade' }, conditions: [] })
  expect(booked.body.people).toMatchObject([{ memberId: people[0]?.id, because: '' }])

  const away = await createMember(db, { clubId: club.id, firstName: 'Away' })
  await attend(db, { classId: klass.id, memberId: away.id, date: '2026-04-28' })
  const longer = await createMember(db, { clubId: club.id, firstName: 'Longer' })
  await attend(db, { classId: klass.id, memberId: longer.id, date: '2026-04-27' })
  const absent = await coach.post(address(club.id), { trigger: { kind: 'absent', days: 14 }, conditions: [] })
  expect(absent.body.people).toMatchObject([{ memberId: away.id }])
  expect(testToday).toBe('2026-05-12')
})

it('refuses what nobody looks for', async () => {
  const { club, coach } = await aTree()
  const answer = await coach.post(address(club.id), { trigger: { kind: 'activation' }, conditions: [] })
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['trigger']])
})

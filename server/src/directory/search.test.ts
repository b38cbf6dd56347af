import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function twoClubs() {
  const head = await createClub(db)
  const local = await createClub(db, { parentClubId: head.id })
  const coach = await createAccount(db, { clubId: head.id })
  const zoe = await createMember(db, {
    clubId: head.id,
    firstName: 'Zoë',
    lastName: "O'Brien",
    email: 'zoe@mail.example',
  })
  const ann = await createMember(db, {
    clubId: local.id,
    firstName: 'Ann',
    lastName: 'Adams',
    statusId: memberStatus.lapsed,
  })
  const find = async (body: object = {}, sub = coach.sub) => await as(sub).post('/api/member/search', body)
  const names = async (body?: object) =>
    (await find(body)).body.data.map((row: { firstName: string; clubName: string }) => [row.firstName, row.clubName])
  return { head, local, coach, zoe, ann, find, names }
}

describe('search', () => {
  it('is all memberships of all the clubs, by name, and only those', async () => {
    const { head, local, names, zoe } = await twoClubs()
    await createMembership(db, { clubId: local.id, memberId: zoe.id })
    expect(await names()).toEqual([
      ['Ann', local.name],
      ['Zoë', head.name],
      ['Zoë', local.name],
    ])
    expect(await names({ clubIds: [head.id] })).toEqual([['Zoë', head.name]])
  })

  it('carries what a row shows', async () => {
    const { head, zoe, find } = await twoClubs()
    const klass = await createClass(db, { clubId: head.id })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-05' })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-12', attended: false })
    const { body } = await find({ clubIds: [head.id] })
    expect(body).toEqual({
      total: 1,
      isTotalMore: false,
      data: [
        expect.objectContaining({
          memberId: zoe.id,
          code: zoe.code,
          firstName: 'Zoë',
          lastName: "O'Brien",
          email: 'zoe@mail.example',
          memberStatusId: memberStatus.active,
          clubId: head.id,
          lastAttendance: '2026-05-05',
        }),
      ],
    })
  })

  it('filters and sorts by what it shows', async () => {
    const { names } = await twoClubs()
    expect(
      (await names({ filter: `memberStatusId~eq~${memberStatus.lapsed}` })).map(([name]: string[]) => name),
    ).toEqual(['Ann'])
    expect((await names({ filter: "lastName~contains~'o''b'" })).map(([name]: string[]) => name)).toEqual(['Zoë'])
    expect((await names({ sort: 'firstName-desc' })).map(([name]: string[]) => name)).toEqual(['Zoë', 'Ann'])
  })

  it('refuses a club that is not among them', async () => {
    const { coach, find } = await twoClubs()
    const elsewhere = await createClub(db)
    expect((await find({ clubIds: [elsewhere.id] }, coach.sub)).status).toBe(403)
  })

  it('is empty for someone without a club', async () => {
    const { head, find } = await twoClubs()
    const tomorrow = await createAccount(db, { clubId: head.id, userSince: '2027-01-01' })
    expect((await find({}, tomorrow.sub)).body).toEqual({ data: [], total: 0, isTotalMore: false })
  })
})

import { memberStatus, messageParameter } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { membersOf } from './members-of.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A head office with two clubs: two members in one, one in the other; and its user. */
async function aTree() {
  const head = await createClub(db)
  const [one, other] = [
    await createClub(db, { parentClubId: head.id }),
    await createClub(db, { parentClubId: head.id }),
  ] as const
  const { sub } = await createAccount(db, { clubId: head.id })
  const mia = await createMember(db, { clubId: one.id, firstName: 'Mia', email: 'mia@mail.example' })
  const leo = await createMember(db, { clubId: one.id, firstName: 'Leo', statusId: memberStatus.lapsed })
  const ava = await createMember(db, { clubId: other.id, firstName: 'Ava', email: 'ava@mail.example' })
  return { head, one, other, sub, mia: mia.id, leo: leo.id, ava: ava.id }
}

const clubsOf = (sub: string, chosen: object) => as(sub).post('/api/audience/GetChosenClubs', chosen)

const names = async (sub: string, clubIds: number[], audience: object) => {
  const question = { channel: 'email', purpose: 'service', onePerAddress: false, page: 1, pageSize: 50 }
  const answer = await as(sub).post('/api/audience/GetAudienceMembers', {
    ...question,
    clubIds,
    audience: { include: [], exclude: [], ...audience },
  })
  return answer.status === 200
    ? answer.body.data.map((row: { name: string; refusal: string | null }) => [row.name.split(' ')[0], row.refusal])
    : answer
}

describe('GetChosenClubs', () => {
  it('says in which clubs they are, and who writes to them', async () => {
    const { head, one, other, sub, mia, leo, ava } = await aTree()
    expect((await clubsOf(sub, { members: [mia, leo] })).body).toEqual({ clubId: one.id, clubIds: [one.id], total: 2 })
    // The head office is above both.
    expect((await clubsOf(sub, { members: [mia, ava] })).body).toEqual({
      ...{ clubId: head.id, clubIds: [one.id, other.id], total: 2 },
    })
    expect((await clubsOf(sub, { filter: '' })).body).toMatchObject({ clubId: head.id, total: 3 })
    expect((await clubsOf(sub, { filter: "firstName~eq~'Ava'" })).body).toMatchObject({ clubId: other.id, total: 1 })
    expect((await clubsOf(sub, { filter: '', clubIds: [one.id] })).body).toMatchObject({ clubId: one.id, total: 2 })
  })

  it('counts who is in two of the clubs once', async () => {
    const { head, one, other, sub, mia } = await aTree()
    await createMembership(db, { clubId: other.id, memberId: mia })
    expect((await clubsOf(sub, { members: [mia] })).body).toEqual({
      ...{ clubId: head.id, clubIds: [one.id, other.id], total: 1 },
    })
  })

  it('lets a club write where its user works beside each other club only', async () => {
    const { one, other, mia, leo, ava } = await aTree()
    const { sub, id } = await createAccount(db, { clubId: one.id })
    await db
      .insertInto('club_user')
      .values({ club_id: other.id, account_id: id, is_admin: false, user_since: '2020-01-01' })
      .execute()
    expect((await clubsOf(sub, { members: [ava, mia, leo] })).body).toMatchObject({ clubId: one.id, total: 3 })
  })

  it('refuses nobody, too many, both ways at once, strangers, and clubs that do not belong together', async () => {
    const [mine, theirs] = [await aTree(), await aTree()]
    const { sub, mia } = mine
    expect(await clubsOf(sub, {})).toMatchObject({ status: 400 })
    expect(await clubsOf(sub, { members: [mia], filter: '' })).toMatchObject({ status: 400 })
    expect((await clubsOf(sub, { members: [] })).body.fields.members[0]).toContain('Choose at least one member')
    const many = Array.from({ length: 5001 }, (_, index) => index + 1)
    expect((await clubsOf(sub, { members: many })).body.fields.members[0]).toContain('at most 5,000')
    expect(await clubsOf(sub, { filter: "firstName~eq~'Nobody'" })).toMatchObject({ status: 409 })
    expect(await clubsOf(sub, { filter: 'shoeSize~eq~9' })).toMatchObject({ status: 400 })
    expect(await clubsOf(sub, { members: [mia, theirs.mia] })).toMatchObject({ status: 403 })
    expect(await clubsOf(sub, { filter: '', clubIds: [theirs.one.id] })).toMatchObject({ status: 403 })

    const both = await createAccount(db, { clubId: mine.one.id })
    await db
      .insertInto('club_user')
      .values({ club_id: theirs.one.id, account_id: both.id, is_admin: false, user_since: '2020-01-01' })
      .execute()
    const apart = await clubsOf(both.sub, { members: [mia, theirs.mia] })
    expect(apart).toMatchObject({ status: 409 })
    expect(apart.body.message).toContain(`${mine.head.name}, ${theirs.head.name}`)
  })
})

describe('an audience of members chosen in the directory', () => {
  it('is these and nobody else, with who cannot be reached', async () => {
    const { one, sub, mia, leo } = await aTree()
    expect(await names(sub, [one.id], { chosen: { members: [mia] } })).toEqual([['Mia', null]])
    expect(await names(sub, [one.id], { chosen: { members: [leo, mia] } })).toEqual([
      ['Leo', 'noAddress'],
      ['Mia', null],
    ])
  })

  it('is whom the search finds, and the conditions choose among them', async () => {
    const { head, one, other, sub } = await aTree()
    const clubIds = [head.id, one.id, other.id]
    const withMail = { filter: 'email~isnotempty~undefined' }
    expect(await names(sub, clubIds, { chosen: withMail })).toEqual([
      ['Ava', null],
      ['Mia', null],
    ])
    const inOne = { parameterId: messageParameter.club, values: [one.id] }
    expect(await names(sub, clubIds, { chosen: withMail, include: [inOne] })).toEqual([['Mia', null]])
    expect(await names(sub, clubIds, { chosen: withMail, exclude: [inOne] })).toEqual([['Ava', null]])
  })

  it('follows a record that was merged into another before the message left', async () => {
    const { one, mia, leo } = await aTree()
    await db.updateTable('member').set({ merged_into_id: mia }).where('id', '=', leo).execute()
    await db.deleteFrom('club_member').where('member_id', '=', leo).execute()
    const audience = { include: [], exclude: [], chosen: { members: [leo] } }
    const { rows } = await sql<{ member_id: number }>`
      ${membersOf({ clubIds: [one.id], audience, today: testToday })}`.execute(db)
    expect(rows).toMatchObject([{ member_id: mia }])
  })

  it('follows it where a draft still names it, through several merges', async () => {
    const { one, sub, mia, leo, ava } = await aTree()
    await db.updateTable('member').set({ merged_into_id: leo }).where('id', '=', ava).execute()
    await db.updateTable('member').set({ merged_into_id: mia }).where('id', '=', leo).execute()
    await db.deleteFrom('club_member').where('member_id', 'in', [leo, ava]).execute()
    expect(await names(sub, [one.id], { chosen: { members: [ava] } })).toEqual([['Mia', null]])
    expect((await as(sub).post('/api/audience/GetChosenClubs', { members: [ava] })).body).toMatchObject({
      ...{ clubIds: [one.id], total: 1 },
    })
  })

  it('refuses somebody else’s members, and a search that cannot be read', async () => {
    const [mine, theirs] = [await aTree(), await aTree()]
    const { sub, one, mia } = mine
    expect(await names(sub, [one.id], { chosen: { members: [mia, theirs.mia] } })).toMatchObject({ status: 403 })
    expect(await names(sub, [one.id], { chosen: { filter: 'shoeSize~eq~9' } })).toMatchObject({ status: 400 })
    expect(await names(sub, [one.id], { chosen: { members: [mia], filter: '' } })).toMatchObject({ status: 400 })
    expect(await names(sub, [one.id], { chosen: { members: [] } })).toMatchObject({ status: 400 })
    // A search finds nobody of another's, whatever it says.
    const anywhere = { chosen: { filter: `clubId~eq~${theirs.one.id}` } }
    expect(await names(sub, [one.id], anywhere)).toEqual([])
  })
})

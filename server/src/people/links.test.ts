import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, createMember, link } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const head = await createClub(db)
const club = await createClub(db, { parentClubId: head.id })
const { get, post } = as((await createAccount(db, { clubId: head.id })).sub)
const aMember = (firstName: string) => createMember(db, { clubId: club.id, firstName })
const linksOf = async (memberId: number) => (await get(`/api/member/GetLinkedMembers/${memberId}`)).body
const save = (memberId: number, linkedMemberId: number, change: object = {}) =>
  post(`/api/member/SaveMemberLink/${memberId}`, {
    linkedMemberId,
    relationship: 'Parent',
    linkedSince: '2026-01-10',
    ...change,
  })

describe('saveMemberLink, getLinkedMembers', () => {
  it('is seen from both sides, each with its own word, and changed from either', async () => {
    const [kid, mum] = [await aMember('Kid'), await aMember('Mum')]
    const { memberLinkId } = (await save(kid.id, mum.id)).body
    expect(await linksOf(kid.id)).toMatchObject([
      { memberLinkId, memberId: mum.id, relationship: 'Parent', linkedSince: '2026-01-10', isOurs: true },
    ])
    expect(await linksOf(mum.id)).toMatchObject([{ memberLinkId, memberId: kid.id, relationship: 'Child' }])
    const change = { memberLinkId, version: 1, relationship: 'Grandchild', linkedSince: testToday }
    expect((await save(mum.id, kid.id, change)).body.version).toBe(2)
    expect(await linksOf(kid.id)).toMatchObject([{ relationship: 'Grandparent', linkedSince: testToday }])
    const stale = await save(kid.id, mum.id, { memberLinkId, version: 1 })
    expect([stale.status, stale.body.conflict.current.relationship]).toEqual([409, 'Grandparent'])
    await save(kid.id, mum.id, { memberLinkId, version: 2, relationship: 'trains with' })
    expect(await linksOf(mum.id)).toMatchObject([{ relationship: 'trains with' }])
  })

  it('refuses oneself, a pair twice in any order, another organisation, and a day to come', async () => {
    const [one, two, three] = [await aMember('A'), await aMember('B'), await aMember('C')]
    const { memberLinkId } = (await save(one.id, two.id)).body
    const elsewhere = await createClub(db)
    const far = await createMember(db, { clubId: elsewhere.id })
    const both = await createAccount(db, { clubId: elsewhere.id })
    const account = { club_id: club.id, account_id: both.id, user_since: '2020-01-01' }
    await db.insertInto('club_user').values(account).execute()
    const link = { linkedMemberId: far.id, relationship: 'Friend', linkedSince: testToday }
    const answers = [
      await save(one.id, one.id),
      await save(one.id, two.id),
      await save(two.id, one.id),
      await as(both.sub).post(`/api/member/SaveMemberLink/${one.id}`, link),
      await save(one.id, three.id, { memberLinkId, version: 1 }),
      await save(one.id, three.id, { linkedSince: '2026-05-13' }),
      await save(one.id, three.id, { relationship: ' ' }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual([
      [400, ['linkedMemberId']],
      [409, ['linkedMemberId']],
      [409, ['linkedMemberId']],
      [400, ['linkedMemberId']],
      [400, ['linkedMemberId']],
      [400, ['linkedSince']],
      [400, ['relationship']],
    ])
  })

  it('of two who link a pair at once, one does', async () => {
    const [one, two] = [await aMember('A'), await aMember('B')]
    const answers = await Promise.all([save(one.id, two.id), save(two.id, one.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('names a member of a sister club and does not open him', async () => {
    const [here, there] = [await aMember('Here'), await createMember(db, { clubId: head.id })]
    await save(here.id, there.id)
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    const { body } = await coach.get(`/api/member/GetLinkedMembers/${here.id}`)
    expect(body).toMatchObject([{ memberId: there.id, isOurs: false, clubName: head.name }])
    expect((await coach.get(`/api/member/GetLinkedMembers/${there.id}`)).status).toBe(403)
  })
})

describe('deleteLink', () => {
  it('takes it from both sides', async () => {
    const [one, two] = [await aMember('A'), await aMember('B')]
    const { id } = await link(db, { memberId: one.id, linkedMemberId: two.id })
    expect((await post(`/api/member/DeleteLink/${id}`)).status).toBe(200)
    expect([await linksOf(one.id), await linksOf(two.id)]).toEqual([[], []])
    expect((await post(`/api/member/DeleteLink/${id}`)).status).toBe(403)
  })
})

describe('getLinkOffers', () => {
  it('offers who shares a contact, or is one, until they are linked', async () => {
    const [ann, bob, mum] = [await aMember('Ann'), await aMember('Bob'), await aMember('Mum')]
    const { personId } = (await get(`/api/member/GetPerson/${mum.id}`)).body
    for (const { id } of [ann, bob]) await createContact(db, { memberId: id, personId })
    const offersTo = async (memberId: number) => (await get(`/api/member/GetLinkOffers/${memberId}`)).body
    expect(await offersTo(ann.id)).toMatchObject([
      { memberId: bob.id, relationship: 'Sibling', through: expect.stringMatching(/^Mum /) },
      { memberId: mum.id, relationship: 'Parent', through: '' },
    ])
    expect(await offersTo(mum.id)).toMatchObject([{ relationship: 'Child' }, { relationship: 'Child' }])
    await link(db, { memberId: bob.id, linkedMemberId: ann.id })
    expect(await offersTo(ann.id)).toMatchObject([{ memberId: mum.id }])
  })
})

import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, createMember, link } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const club = await createClub(db)
const { get, post } = as((await createAccount(db, { clubId: club.id })).sub)

const child = (dob = '2015-03-01') => createMember(db, { clubId: club.id, dob })
const contactsOf = async (memberId: number) => (await get(`/api/member/GetContacts/${memberId}`)).body
const save = (memberId: number, change: object) =>
  post(`/api/member/SaveContact/${memberId}`, { ...jane, personId: 0, ...change })
const remove = (memberId: number, personId: number) =>
  post(`/api/member/DeleteContact/${memberId}?personId=${personId}`)
const jane = {
  firstName: 'Jane',
  lastName: 'Smith',
  gender: '',
  dob: null,
  email: 'jane@mail.example',
  phoneMob: '07700 900123',
  phoneDay: null,
  phoneEve: null,
  address: { line: null, town: null, postcode: null },
  relationship: 'Mother',
  isGuardian: true,
  isEmergency: true,
}

describe('saveContact, getContacts', () => {
  it('adds a new person, whose gender is empty when nobody has said', async () => {
    const { id } = await child()
    const { status, body } = await save(id, {})
    expect(status).toBe(200)
    expect(await contactsOf(id)).toEqual([
      { ...jane, personId: body.personId, version: 1, photoUrl: null, position: 1, memberId: null, sharedWith: [] },
    ])
    const { gender } = await db
      .selectFrom('person')
      .select('gender')
      .where('id', '=', body.personId)
      .executeTakeFirstOrThrow()
    expect(gender).toBe('-')
  })

  it('is one person for all siblings: a change shows at each, and is told of each', async () => {
    const [ann, bob] = [await child(), await child('2012-02-29')]
    const { personId } = (await save(ann.id, {})).body
    expect((await save(bob.id, { personId, version: 1, relationship: 'Stepmother' })).status).toBe(200)
    const [, other] = [await contactsOf(ann.id), await contactsOf(bob.id)]
    expect(other).toMatchObject([{ personId, relationship: 'Stepmother', sharedWith: [{ memberId: ann.id }] }])
    const changed = await save(ann.id, { personId, version: other[0].version, phoneMob: '07700 900999' })
    expect(changed.status).toBe(200)
    expect((await contactsOf(bob.id))[0]).toMatchObject({ phoneMob: '07700 900999', relationship: 'Stepmother' })
    const told = await db
      .selectFrom('audit')
      .select(['member_id', 'after'])
      .where('subject', '=', 'person')
      .where('subject_id', '=', personId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(told.map(({ member_id }) => member_id).sort()).toEqual([ann.id, bob.id].sort())
    expect(told[0]?.after).toMatchObject({ phoneMob: '07700 900999' })
  })

  it('offers both when the other side of the family was edited meanwhile', async () => {
    const [ann, bob] = [await child(), await child()]
    const { personId } = (await save(ann.id, {})).body
    await save(bob.id, { personId, version: 1 })
    await save(bob.id, { personId, version: 2, lastName: 'Jones' })
    const { status, body } = await save(ann.id, { personId, version: 2, lastName: 'Brown' })
    expect([status, body.conflict.current.lastName]).toEqual([409, 'Jones'])
  })

  it('refuses the member himself, people of another organisation, and a child as guardian', async () => {
    const { id } = await child()
    const self = (await get(`/api/member/GetPerson/${id}`)).body
    const elsewhere = await createClub(db)
    const both = await createAccount(db, { clubId: elsewhere.id })
    await db
      .insertInto('club_user')
      .values({ club_id: club.id, account_id: both.id, user_since: '2020-01-01' })
      .execute()
    const far = await createContact(db, { memberId: (await createMember(db, { clubId: elsewhere.id })).id })
    const answers = [
      await save(id, { personId: self.personId, version: 1 }),
      await as(both.sub).post(`/api/member/SaveContact/${id}`, { ...jane, personId: far.personId, version: 1 }),
      await save(id, { dob: '2010-01-01' }),
      await save(id, { firstName: '' }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual([
      [400, ['personId']],
      [400, ['personId']],
      [400, ['isGuardian']],
      [400, ['firstName']],
    ])
    const across = db.insertInto('member_contact').values({ member_id: id, person_id: far.personId }).execute()
    await expect(across).rejects.toThrow('member_contact_one_tree')
  })

  it('keeps their order', async () => {
    const { id } = await child()
    const ids: number[] = []
    for (const firstName of ['A', 'B', 'C']) ids.push((await save(id, { firstName })).body.personId)
    const order = ids.toReversed()
    expect((await post(`/api/member/SaveContactOrder/${id}`, { personIds: order })).status).toBe(200)
    expect((await contactsOf(id)).map((contact: { personId: number }) => contact.personId)).toEqual(order)
    const short = await post(`/api/member/SaveContactOrder/${id}`, { personIds: order.slice(1) })
    expect(short.status).toBe(409)
  })
})

describe('the guardian of a child', () => {
  it('stays, whichever way the last one would go', async () => {
    const { id } = await child()
    const { personId } = (await save(id, {})).body
    const answers = [await remove(id, personId), await save(id, { personId, version: 1, isGuardian: false })]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual([
      [409, ['personId']],
      [409, ['isGuardian']],
    ])
    const second = (await save(id, { firstName: 'John' })).body
    expect((await remove(id, personId)).status).toBe(200)
    expect((await remove(id, second.personId)).status).toBe(409)
    expect(await contactsOf(id)).toMatchObject([{ firstName: 'John', isGuardian: true }])
  })

  it('of two who are taken away at once, one stays', async () => {
    const { id } = await child()
    const people = [await createContact(db, { memberId: id }), await createContact(db, { memberId: id })]
    const answers = await Promise.all(people.map(({ personId }) => remove(id, personId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is nobody of a grown-up, on the very birthday too', async () => {
    for (const dob of ['2008-05-12', undefined]) {
      const { id } = await createMember(db, { clubId: club.id, ...(dob && { dob }) })
      const { personId } = await createContact(db, { memberId: id })
      expect((await remove(id, personId)).status).toBe(200)
    }
    const { id } = await child('2008-05-13')
    const { personId } = await createContact(db, { memberId: id })
    expect((await remove(id, personId)).status).toBe(409)
  })
})

describe('deleteContact', () => {
  it('takes a person along whom nobody else names, and leaves all others', async () => {
    const adult = { clubId: club.id, dob: '1990-01-01' }
    const [ann, bob] = [await createMember(db, adult), await createMember(db, adult)]
    const { personId } = await createContact(db, { memberId: ann.id })
    await createContact(db, { memberId: bob.id, personId })
    const there = async () => await db.selectFrom('person').select('id').where('id', '=', personId).executeTakeFirst()
    await remove(ann.id, personId)
    expect(await there()).toBeDefined()
    await remove(bob.id, personId)
    expect(await there()).toBeUndefined()
    const self = (await get(`/api/member/GetPerson/${bob.id}`)).body.personId
    await createContact(db, { memberId: ann.id, personId: self })
    await remove(ann.id, self)
    expect((await get(`/api/member/GetPerson/${bob.id}`)).status).toBe(200)
    expect((await remove(ann.id, self)).status).toBe(404)
  })
})

describe('getContactOffers', () => {
  it('offers the contacts of the family and the linked grown-ups, once each', async () => {
    const [ann, bob] = [await child(), await child()]
    const mother = await createMember(db, { clubId: club.id, dob: '1985-01-01', firstName: 'Mia' })
    const father = await createContact(db, { memberId: bob.id, firstName: 'Finn', relationship: 'Father' })
    await link(db, { memberId: ann.id, linkedMemberId: bob.id })
    await link(db, { memberId: mother.id, linkedMemberId: ann.id, relationship: 'Child' })
    const offers = async () => (await get(`/api/member/GetContactOffers/${ann.id}`)).body
    expect(await offers()).toMatchObject([
      { firstName: 'Finn', relationship: 'Father', isGuardian: true, of: [{ memberId: bob.id }] },
      { firstName: 'Mia', relationship: 'Parent', isGuardian: false, of: [] },
    ])
    await createContact(db, { memberId: ann.id, personId: father.personId })
    expect(await offers()).toMatchObject([{ firstName: 'Mia' }])
  })
})

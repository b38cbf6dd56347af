import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
} from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const club = await createClub(db)
const { sub, personId: staffId } = await createAccount(db, { clubId: club.id })
const { get, post } = as(sub)

const read = async (memberId: number) => (await get(`/api/member/GetPerson/${memberId}`)).body
const fieldsOf = ({ personId: _, memberId: _m, code: _c, today: _t, contactOf: _o, photoUrl: _p, ...fields }: Person) =>
  fields
// biome-ignore lint/suspicious/noExplicitAny: what a read answers, as the tests of the API take it
type Person = any

async function aMember(person: { dob?: string } = {}) {
  const { id } = await createMember(db, { clubId: club.id, ...person })
  const before = await read(id)
  const save = (change: object) => post(`/api/member/SavePerson/${before.personId}`, { ...fieldsOf(before), ...change })
  return { id, before, save }
}

describe('savePerson, getPerson', () => {
  it('saves everything, with the next version, and tells what changed', async () => {
    const { id, before, save } = await aMember()
    const fields = {
      firstName: '  Zoë ',
      lastName: 'O’Brien',
      gender: 'Female',
      dob: '2012-02-29',
      email: 'Zoe@Mail.example',
      phoneMob: '+44 (0)7700 900123 (after 5)',
      phoneDay: '0113.496.0100',
      phoneEve: '',
      address: { line: '1 Mill Lane', town: 'Leeds', postcode: 'ls94qb' },
    }
    await createContact(db, { memberId: id })
    const { status, body } = await save(fields)
    expect([status, body.version]).toEqual([200, before.version + 1])
    expect(await read(id)).toMatchObject({
      ...fields,
      firstName: 'Zoë',
      phoneEve: null,
      address: { line: '1 Mill Lane', town: 'Leeds', postcode: 'LS9 4QB' },
      memberId: id,
      today: testToday,
    })
    const audit = await db
      .selectFrom('audit')
      .select(['club_id', 'before', 'after'])
      .where('member_id', '=', id)
      .where('action', '=', 'savePerson')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      club_id: club.id,
      before: { firstName: 'Jo', dob: null },
      after: { firstName: 'Zoë', dob: '2012-02-29' },
    })
  })

  it.each([
    ['one letter', 'Ж'],
    ['200 characters', 'x'.repeat(200)],
    ['200 emoji', '🥋'.repeat(200)],
    ['a script', '<script>alert("1")</script>'],
    ['quotes', `D'Artagnan "the 'third'" \\ --`],
    ['right to left', 'محمد بن سلمان'],
    ['Han', '山田太郎'],
    ['combining accents', 'Zoë Nguyễn'],
  ])('keeps a name of %s', async (_, firstName) => {
    const { id, save } = await aMember()
    expect((await save({ firstName, lastName: '' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ firstName, lastName: '' })
  })

  it.each([
    ['firstName', { firstName: '   ' }],
    ['firstName', { firstName: '🥋'.repeat(201) }],
    ['lastName', { lastName: 'x'.repeat(201) }],
    ['firstName', { firstName: 'a\0b' }],
    ['dob', { dob: '2026-05-13' }],
    ['dob', { dob: '2025-02-29' }],
    ['dob', { dob: '1066-10-14' }],
    ['gender', { gender: 'x'.repeat(21) }],
    ['email', { email: 'nobody' }],
    ['phoneMob', { phoneMob: 'ask mum' }],
    ['address.postcode', { address: { line: null, town: null, postcode: 'NOWHERE' } }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { save } = await aMember()
    const { status, body } = await save(wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it.each([
    ['today', testToday],
    ['29 February', '2008-02-29'],
  ])('takes who is born %s', async (_, dob) => {
    const { id, save } = await aMember()
    await createContact(db, { memberId: id })
    expect((await save({ dob })).status).toBe(200)
    expect((await read(id)).dob).toBe(dob)
  })

  it.each([null, '', '-'])('keeps a gender of %j as -', async gender => {
    const { id, save } = await aMember()
    await save({ gender })
    expect((await read(id)).gender).toBe('-')
  })

  it('offers both when two have edited', async () => {
    const { id, save } = await aMember()
    const other = await createAccount(db, { clubId: club.id })
    await db.updateTable('person').set({ first_name: 'Anna' }).where('id', '=', other.personId).execute()
    const before = await read(id)
    await as(other.sub).post(`/api/member/SavePerson/${before.personId}`, { ...fieldsOf(before), lastName: 'Theirs' })
    const { status, body } = await save({ lastName: 'Mine' })
    expect(status).toBe(409)
    expect(body.conflict).toMatchObject({
      by: expect.stringMatching(/^Anna /),
      at: expect.any(String),
      current: { lastName: 'Theirs', version: before.version + 1 },
    })
    expect((await read(id)).lastName).toBe('Theirs')
  })

  it('does not make a child without a guardian of a member, and lets one be who has none', async () => {
    const { id, before, save } = await aMember({ dob: '1990-01-01' })
    const refused = await save({ dob: '2015-01-01' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['dob']])
    await createContact(db, { memberId: id })
    expect((await save({ dob: '2015-01-01' })).status).toBe(200)
    const listed = await aMember({ dob: '2015-01-01' })
    expect((await listed.save({ firstName: 'Lee' })).status).toBe(200)
    expect(before.version).toBe(1)
  })

  it('lets a postcode be that was there before, and takes any where the club is not in the United Kingdom', async () => {
    const { id, save } = await aMember()
    const personId = (await read(id)).personId
    await db.updateTable('person').set({ postcode: 'NOWHERE' }).where('id', '=', personId).execute()
    expect((await save({ address: { line: null, town: null, postcode: 'NOWHERE' } })).status).toBe(200)
    const abroad = await createClub(db, { timeZone: 'Europe/Paris' })
    const visitor = await createMember(db, { clubId: abroad.id })
    const { get: readThere, post: saveThere } = as((await createAccount(db, { clubId: abroad.id })).sub)
    const person = (await readThere(`/api/member/GetPerson/${visitor.id}`)).body
    const address = { line: null, town: 'Paris', postcode: '75001' }
    const saved = await saveThere(`/api/member/SavePerson/${person.personId}`, { ...fieldsOf(person), address })
    expect(saved.status).toBe(200)
  })

  it('reaches a member of three clubs through each of them, and a contact through the child', async () => {
    const second = await createClub(db, { parentClubId: club.id })
    const third = await createClub(db, { parentClubId: club.id })
    const { id } = await createMember(db, { clubId: club.id })
    for (const { id: clubId } of [second, third]) await createMembership(db, { clubId, memberId: id })
    const { personId } = await createContact(db, { memberId: id })
    const coach = as((await createAccount(db, { clubId: third.id })).sub)
    expect((await coach.get(`/api/member/GetPerson/${id}`)).status).toBe(200)
    const fields = { ...fieldsOf((await coach.get(`/api/member/GetPerson/${id}`)).body), version: 1 }
    expect((await coach.post(`/api/member/SavePerson/${personId}`, fields)).status).toBe(200)
    const stranger = as((await createAccount(db, { clubId: (await createClub(db)).id })).sub)
    expect((await stranger.post(`/api/member/SavePerson/${personId}`, fields)).status).toBe(403)
    expect((await post(`/api/member/SavePerson/${staffId}`, fields)).status).toBe(403)
  })
})

import { communication } from '@honbu/contract/ids.ts'
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

const head = await createClub(db)
const club = await createClub(db, { parentClubId: head.id })
const account = await createAccount(db, { clubId: club.id })
const { get, post } = as(account.sub)
const { sms, email, photo, other } = communication

async function aMember(dob?: string) {
  const { id } = await createMember(db, { clubId: club.id, ...(dob && { dob }) })
  const { personId } = await db
    .selectFrom('member')
    .select('person_id as personId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const give = (change: object) =>
    post(`/api/member/SaveConsent/${id}`, {
      personId,
      clubId: club.id,
      choices: [{ flag: email, isGiven: true }],
      givenOn: testToday,
      how: 'paper',
      wording: 'You may write to me.',
      ...change,
    })
  const read = async () => (await get(`/api/member/GetConsents/${id}`)).body
  const flags = async () =>
    (
      await db
        .selectFrom('club_member')
        .select('communication_flags')
        .where('member_id', '=', id)
        .where('club_id', '=', club.id)
        .executeTakeFirstOrThrow()
    ).communication_flags
  return { id, personId, give, read, flags }
}

describe('saveConsent, getConsents', () => {
  it('keeps who, when, how and the text; the flags of the membership follow', async () => {
    const { id, personId, give, read, flags } = await aMember()
    const choices = [
      { flag: email, isGiven: true },
      { flag: photo, isGiven: true },
      { flag: sms, isGiven: false },
    ]
    const { status, body } = await give({ choices, givenOn: '2026-05-01' })
    expect([status, body.communicationFlags, await flags()]).toEqual([200, email + photo, email + photo])
    const { people, clubs, flags: stand, entries } = await read()
    expect([people, clubs]).toMatchObject([[{ personId, isMember: true }], [{ clubId: club.id }]])
    expect(stand).toEqual([{ personId, clubId: club.id, communicationFlags: email + photo }])
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({
      flag: sms,
      isGiven: false,
      givenOn: '2026-05-01',
      how: 'paper',
      wording: 'You may write to me.',
      recordedBy: expect.stringMatching(/^Staff /),
      isCurrent: true,
    })
    await give({ choices: [{ flag: email, isGiven: false }], how: 'phone', wording: '' })
    expect(await flags()).toBe(photo)
    const history = (await read()).entries.filter((entry: { flag: number }) => entry.flag === email)
    expect(history).toMatchObject([
      { isGiven: false, how: 'phone', isCurrent: true },
      { isGiven: true, how: 'paper', isCurrent: false },
    ])
    expect(id).toBeGreaterThan(0)
  })

  it('refuses what does not add up', async () => {
    const { give } = await aMember()
    await give({ givenOn: testToday })
    const stranger = await aMember()
    const answers = [
      await give({ choices: [] }),
      await give({ choices: [{ flag: 3, isGiven: true }] }),
      await give({ choices: [email, email].map(flag => ({ flag, isGiven: true })) }),
      await give({ givenOn: '2026-05-13' }),
      await give({ givenOn: '2026-05-11', choices: [{ flag: email, isGiven: false }] }),
      await give({ wording: ' ' }),
      await give({ how: 'unknown' }),
      await give({ personId: stranger.personId }),
      await give({ givenByPersonId: stranger.personId }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)[0]?.split('.')[0]])).toEqual([
      [400, 'choices'],
      [400, 'choices'],
      [400, 'choices'],
      [400, 'givenOn'],
      [400, 'givenOn'],
      [400, 'wording'],
      [400, 'how'],
      [400, 'personId'],
      [400, 'givenByPersonId'],
    ])
    expect(answers[4]?.body.message).toBe(
      'E-mail was agreed to on 12/05/2026: what was said before that does not count',
    )
  })

  it('for a child it is a guardian who agrees; no can be said by anybody', async () => {
    const { id, give, read } = await aMember('2015-01-01')
    const choices = [{ flag: photo, isGiven: true }]
    const alone = await give({ choices })
    expect([alone.status, Object.keys(alone.body.fields)]).toEqual([400, ['givenByPersonId']])
    const aunt = await createContact(db, { memberId: id, isGuardian: false, relationship: 'Aunt' })
    expect((await give({ choices, givenByPersonId: aunt.personId })).status).toBe(400)
    const mother = await createContact(db, { memberId: id, firstName: 'Mia' })
    expect((await give({ choices, givenByPersonId: mother.personId })).status).toBe(200)
    expect((await read()).entries[0].givenBy).toMatch(/^Mia /)
    expect((await give({ choices: [{ flag: photo, isGiven: false }], wording: '' })).status).toBe(200)
  })

  it('of a contact is the contact’s, for all children at the club, and stays when a child goes', async () => {
    const [ann, bob] = [await aMember('2015-01-01'), await aMember('2013-01-01')]
    const { personId } = await createContact(db, { memberId: ann.id })
    await createContact(db, { memberId: bob.id, personId })
    await ann.give({ personId })
    const seen = (await bob.read()).flags
    expect(seen).toEqual([{ personId, clubId: club.id, communicationFlags: email }])
    // Who consented is not forgotten with the last link.
    await createContact(db, { memberId: ann.id })
    await post(`/api/member/DeleteContact/${ann.id}?personId=${personId}`)
    expect(await db.selectFrom('person').select('id').where('id', '=', personId).executeTakeFirst()).toBeDefined()
  })

  it('is given to a club: another one neither sees nor has it', async () => {
    const { id, personId, give, read } = await aMember()
    await createMembership(db, { clubId: head.id, memberId: id })
    await give({})
    const there = as((await createAccount(db, { clubId: head.id })).sub)
    const own = (await there.get(`/api/member/GetConsents/${id}`)).body
    // The head office sees all below it.
    expect(own.clubs).toHaveLength(2)
    expect((await read()).clubs).toHaveLength(1)
    const sent = await post(`/api/member/SaveConsent/${id}`, {
      ...{ personId, clubId: head.id, choices: [{ flag: email, isGiven: true }] },
      ...{ givenOn: testToday, how: 'paper', wording: 'Yes.' },
    })
    expect(sent.status).toBe(403)
  })
})

describe('the log', () => {
  it('cannot be changed', async () => {
    const { personId, give } = await aMember()
    await give({})
    const change = db.updateTable('consent').set({ is_given: false }).where('person_id', '=', personId).execute()
    await expect(change).rejects.toThrow('append-only')
    const remove = db.deleteFrom('consent').where('person_id', '=', personId).execute()
    await expect(remove).rejects.toThrow('append-only')
  })

  it('and the flags of a membership never differ, whoever writes them', async () => {
    const { id, read } = await aMember()
    const membership = db.updateTable('club_member').where('member_id', '=', id)
    await membership.set({ communication_flags: sms + other }).execute()
    await membership.set({ communication_flags: other }).execute()
    const { flags, entries } = await read()
    expect(flags).toMatchObject([{ communicationFlags: other }])
    expect(entries.map((entry: { flag: number; isGiven: boolean }) => [entry.flag, entry.isGiven])).toEqual([
      [sms, false],
      ...[other, sms].map(flag => [flag, true]),
    ])
    expect(entries[0]).toMatchObject({ how: 'unknown', givenOn: null, recordedBy: '' })
  })

  it('stands when a contact becomes a member of the club', async () => {
    const child = await aMember('2015-01-01')
    const { personId } = await createContact(db, { memberId: child.id })
    await child.give({ personId })
    const member = await db
      .insertInto('member')
      .values({ root_club_id: head.id, person_id: personId, code: 'PARENT' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const begun = await db
      .insertInto('club_member')
      .values({
        ...{ member_id: member.id, club_id: club.id, root_club_id: head.id, member_status_id: 21 },
        communication_flags: photo,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { communication_flags } = await db
      .selectFrom('club_member')
      .select('communication_flags')
      .where('id', '=', begun.id)
      .executeTakeFirstOrThrow()
    expect(communication_flags).toBe(email + photo)
  })
})

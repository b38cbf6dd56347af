import { role } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
let clock = testNow
const { as, jobs } = await testApp(database, () => clock)

const later = (days: number) => {
  clock = new Date(testNow.getTime() + days * 86_400_000)
}

async function club() {
  clock = testNow
  const { id, name } = await createClub(db)
  const admin = await createAccount(db, { clubId: id, isAdmin: true })
  return { id, name, admin }
}
/** Someone with an account who works elsewhere. */
async function somebody() {
  const account = await createAccount(db, { clubId: (await createClub(db)).id })
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return { ...account, email }
}
const invite = (sub: string, clubId: number, email: string, changes: object = {}) =>
  as(sub).post(`/api/club/InviteUser/${clubId}`, {
    ...{ firstName: 'Yuna', lastName: 'Sato', email, isAdmin: false, roleIds: [] },
    ...changes,
  })
const answer = (sub: string, invitation: number, isAccepted: boolean) =>
  as(sub).post('/api/club/AnswerInvitation', { invitation, isAccepted })
const mine = async (sub: string) => (await as(sub).get('/api/club/GetMyInvitations')).body
const open = async (sub: string, clubId: number) => (await as(sub).get(`/api/club/GetInvitations/${clubId}`)).body
const placeOf = (clubId: number, accountId: number) =>
  db
    .selectFrom('club_user')
    .select(['is_admin', 'user_since', 'user_until'])
    .where('club_id', '=', clubId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

describe('inviteUser', () => {
  it('shows the reports of all clubs below where it says so, also to someone who comes back', async () => {
    const { id, admin } = await club()
    const below = await createClub(db, { parentClubId: id })
    const guest = await somebody()
    const reports = async () =>
      (await as(guest.sub).get('/api/reporting/GetReportClubs')).body.map((each: { id: number }) => each.id)
    const { body } = await invite(admin.sub, id, guest.email, { seesFigures: true })
    expect(await open(admin.sub, id)).toMatchObject([{ reach: 'own', seesFigures: true }])
    expect(await mine(guest.sub)).toMatchObject([{ clubsBelow: 0, seesFigures: true }])
    await answer(guest.sub, body.id, true)
    expect(await reports()).toContain(below.id)
    const [{ clubUserId }] = (await as(admin.sub).get(`/api/club/GetUsers/${id}`)).body.data.filter(
      (user: { userId: number }) => user.userId === guest.id,
    )
    await as(admin.sub).post(`/api/club/RemoveUser/${clubUserId}`)
    const again = await invite(admin.sub, id, guest.email)
    await answer(guest.sub, again.body.id, true)
    expect(await reports()).toContain(id)
    expect(await reports()).not.toContain(below.id)
  })

  it('opens the clubs below that it says, and no others', async () => {
    const { id, admin } = await club()
    const [north, south] = [await createClub(db, { parentClubId: id }), await createClub(db, { parentClubId: id })]
    const leeds = await createClub(db, { parentClubId: north.id })
    const reached = async (changes: object) => {
      const guest = await somebody()
      const { body } = await invite(admin.sub, id, guest.email, changes)
      const [{ clubsBelow }] = await mine(guest.sub)
      await answer(guest.sub, body.id, true)
      const { body: clubs } = await as(guest.sub).get('/api/club/GetClubList')
      const below = clubs.filter((each: { id: number }) => [north.id, south.id, leeds.id].includes(each.id))
      expect(clubsBelow).toBe(below.length)
      return below.map((each: { id: number }) => each.id).toSorted()
    }
    expect(await reached({})).toEqual([])
    expect(await reached({ isAdmin: true })).toEqual([north.id, south.id, leeds.id].toSorted())
    expect(await reached({ isAdmin: true, reach: 'own' })).toEqual([])
    expect(await reached({ reach: 'some', reachClubIds: [north.id] })).toEqual([north.id, leeds.id].toSorted())
    expect(await reached({ reach: 'all' })).toHaveLength(3)
    expect(await reached({ seesFigures: true })).toEqual([])
    for (const [changes, field] of [
      [{ reach: 'some' }, 'reachClubIds'],
      [{ reach: 'some', reachClubIds: [id] }, 'reachClubIds'],
    ] as const)
      expect(await invite(admin.sub, id, 'x@mail.example', changes)).toMatchObject({
        status: 400,
        body: { fields: { [field]: [expect.any(String)] } },
      })
  })

  it('puts a message into the queue, by its id alone, and is in once accepted', async () => {
    const { id, name, admin } = await club()
    const guest = await somebody()
    jobs.length = 0
    const changes = { isAdmin: true, roleIds: [role.instructor] }
    const { body } = await invite(admin.sub, id, guest.email.toUpperCase(), changes)
    expect(jobs).toEqual([{ name: 'identity-invitation-mail', data: { invitationId: body.id } }])
    expect(await open(admin.sub, id)).toMatchObject([
      { id: body.id, isAdmin: true, sentAt: null, expiresAt: '2026-05-26T17:30:00.000Z', isExpired: false },
    ])
    expect(await mine(guest.sub)).toMatchObject([
      { id: body.id, clubName: name, isAdmin: true, roles: [{ id: role.instructor }] },
    ])
    expect((await answer(guest.sub, body.id, true)).body).toMatchObject({ clubName: name })
    await expect.poll(async () => (await as(guest.sub).get(`/api/club/GetUsers/${id}`)).status).toBe(200)
    expect(await placeOf(id, guest.id)).toEqual({ is_admin: true, user_since: testToday, user_until: null })
    expect([await mine(guest.sub), await open(admin.sub, id)]).toEqual([[], []])
    expect((await answer(guest.sub, body.id, true)).status).toBe(410)
  })

  it('refuses an address that is invited or works there, also in other letters', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    await invite(admin.sub, id, guest.email)
    const again = await invite(admin.sub, id, guest.email.toUpperCase())
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['email']])
    const { body } = await invite(admin.sub, id, 'other@mail.example')
    expect(body.isSuccess).toBe(true)
    const own = await db.selectFrom('account').select('email').where('id', '=', admin.id).executeTakeFirstOrThrow()
    expect((await invite(admin.sub, id, own.email)).status).toBe(409)
    expect((await invite(admin.sub, id, 'no address')).status).toBe(400)
  })

  it('takes one of two invitations of one address at the same moment', async () => {
    const { id, admin } = await club()
    const answers = await Promise.all([
      invite(admin.sub, id, 'twice@mail.example'),
      invite(admin.sub, id, 'twice@mail.example'),
    ])
    expect(answers.map(each => each.status).sort()).toEqual([200, 409])
  })

  it('brings someone back who had left, as what he is invited as', async () => {
    const { id, admin } = await club()
    const former = await createAccount(db, { clubId: id, isAdmin: true, userUntil: '2026-05-11' })
    const { email } = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', former.id)
      .executeTakeFirstOrThrow()
    const { body } = await invite(admin.sub, id, email)
    expect((await answer(former.sub, body.id, true)).status).toBe(200)
    expect(await placeOf(id, former.id)).toEqual({ is_admin: false, user_since: '2020-01-01', user_until: null })
  })

  it('writes to no more than 60 addresses a day', async () => {
    const { id, admin } = await club()
    const rows = Array.from({ length: 60 }, (_, index) => ({
      club_id: id,
      email: `guest${index}@mail.example`,
      invited_by: admin.id,
      expires_at: testNow,
      created_at: testNow,
    }))
    await db.insertInto('club_invitation').values(rows).execute()
    expect((await invite(admin.sub, id, 'one-more@mail.example')).status).toBe(429)
    later(1.1)
    expect((await invite(admin.sub, id, 'one-more@mail.example')).status).toBe(200)
  })
})

describe('the person who is invited', () => {
  const choices = async (sub: string, clubId: number) =>
    (await as(sub).get(`/api/club/GetClassChoices/${clubId}`)).body.instructors
  const teachers = async (sub: string, classId: number) =>
    (await as(sub).get(`/api/club/GetClass/${classId}`)).body.instructorIds
  const personOf = async (invitation: number) => {
    const row = await db
      .selectFrom('club_invitation')
      .select('person_id')
      .where('id', '=', invitation)
      .executeTakeFirstOrThrow()
    return row.person_id ?? 0
  }

  it('is named, and told and shown what they may do, also after the club has changed the role', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    const klass = await createClass(db, { clubId: id, className: 'Juniors' })
    const changes = { firstName: 'Ellie', lastName: 'Marsh', roleIds: [role.instructor], classIds: [klass.id] }
    await invite(admin.sub, id, guest.email, changes)
    const may = 'They can see members, take registers and see health notes. They can’t handle money.'
    expect(await open(admin.sub, id)).toMatchObject([
      { firstName: 'Ellie', lastName: 'Marsh', may, classes: ['Juniors'] },
    ])
    expect(await mine(guest.sub)).toMatchObject([{ may: `${may.replaceAll('They', 'You')} You’ll teach Juniors.` }])
    const changed = { roleId: role.instructor, version: 0, rights: ['takePayments'], creditLimit: 0 }
    await as(admin.sub).post(`/api/club/SaveClubRole/${id}`, changed)
    expect((await open(admin.sub, id))[0].may).toBe(
      'They can see members, take registers and take payments. They can’t see health notes.',
    )
    expect((await invite(admin.sub, id, 'x@mail.example', { firstName: '' })).body.fields).toHaveProperty('firstName')
    const elsewhere = await createClass(db, { clubId: (await createClub(db, { parentClubId: id })).id })
    expect((await invite(admin.sub, id, 'x@mail.example', { classIds: [elsewhere.id] })).status).toBe(400)
  })

  it('can be given classes, which the account takes over', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    const juniors = await createClass(db, { clubId: id, className: 'Juniors', weekdays: [2] })
    const seniors = await createClass(db, { clubId: id, className: 'Seniors' })
    const { body } = await invite(admin.sub, id, guest.email, { firstName: 'Ellie', lastName: 'Marsh' })
    const personId = await personOf(body.id)
    expect(await choices(admin.sub, id)).toContainEqual({ id: personId, name: 'Ellie Marsh', isInvited: true })
    const { body: form } = await as(admin.sub).get(`/api/club/GetClass/${juniors.id}`)
    const weekdays = [{ weekday: 2, locationId: null, capacity: null, instructorIds: [personId] }]
    const saved = await as(admin.sub).post(`/api/club/SaveClass/${juniors.id}`, {
      ...form,
      ...{ instructorIds: [personId, admin.personId], weekdays },
    })
    expect(saved.body).toMatchObject({ isSuccess: true })
    const cover = { classDate: '2026-05-19', instructorIds: [personId] }
    expect((await as(admin.sub).post(`/api/club/SaveCover/${seniors.id}`, cover)).status).toBe(200)
    expect((await open(admin.sub, id))[0].classes).toEqual(['Juniors'])

    await answer(guest.sub, body.id, true)
    expect(await teachers(admin.sub, juniors.id)).toEqual([admin.personId, guest.personId].toSorted())
    const { body: after } = await as(admin.sub).get(`/api/club/GetClass/${juniors.id}`)
    expect(after.weekdays).toMatchObject([{ instructorIds: [guest.personId] }])
    const covers = await db.selectFrom('class_cover').select('person_id').where('class_id', '=', seniors.id).execute()
    expect(covers).toEqual([{ person_id: guest.personId }])
    expect(await choices(admin.sub, id)).toContainEqual(
      expect.objectContaining({ id: guest.personId, isInvited: false }),
    )
    expect(await db.selectFrom('person').select('id').where('id', '=', personId).execute()).toEqual([])
  })

  it('is gone, with their classes, when they decline or the invitation ends', async () => {
    const { id, admin } = await club()
    const klass = await createClass(db, { clubId: id })
    const ends: ((invitation: number, sub: string) => Promise<unknown>)[] = [
      (invitation, sub) => answer(sub, invitation, false),
      invitation => as(admin.sub).post(`/api/club/RevokeInvitation/${invitation}`),
    ]
    for (const end of ends) {
      const guest = await somebody()
      const { body } = await invite(admin.sub, id, guest.email, { classIds: [klass.id] })
      expect(await teachers(admin.sub, klass.id)).toHaveLength(1)
      await end(body.id, guest.sub)
      expect(await teachers(admin.sub, klass.id)).toEqual([])
    }
  })

  it('cannot be put into classes of another club, or be named by it', async () => {
    const { id, admin } = await club()
    const { body } = await invite(admin.sub, id, 'only-here@mail.example')
    const other = await createClub(db, { parentClubId: id })
    const klass = await createClass(db, { clubId: other.id })
    const cover = { classDate: '2026-05-19', instructorIds: [await personOf(body.id)] }
    expect((await as(admin.sub).post(`/api/club/SaveCover/${klass.id}`, cover)).status).toBe(400)
  })
})

describe('an open invitation', () => {
  it('can be revoked, and is no longer there for anyone', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    const { body } = await invite(admin.sub, id, guest.email)
    expect((await as(admin.sub).post(`/api/club/RevokeInvitation/${body.id}`)).status).toBe(200)
    expect([await mine(guest.sub), await open(admin.sub, id)]).toEqual([[], []])
    expect((await answer(guest.sub, body.id, true)).status).toBe(410)
    const again = await as(admin.sub).post(`/api/club/RevokeInvitation/${body.id}`)
    expect([again.status, again.body.message]).toEqual([409, 'This invitation has been revoked already.'])
    expect((await invite(admin.sub, id, guest.email)).status).toBe(200)
  })

  it('is either accepted or revoked, when both happen at once', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    const { body } = await invite(admin.sub, id, guest.email)
    const [accepted, revoked] = await Promise.all([
      answer(guest.sub, body.id, true),
      as(admin.sub).post(`/api/club/RevokeInvitation/${body.id}`),
    ])
    expect([accepted.status === 200, revoked.status === 200].filter(Boolean)).toHaveLength(1)
    expect((await placeOf(id, guest.id)) !== undefined).toBe(accepted.status === 200)
  })

  it('expires, can be sent again, and not twice in a row', async () => {
    const { id, admin } = await club()
    const guest = await somebody()
    const { body } = await invite(admin.sub, id, guest.email)
    later(14)
    expect(await mine(guest.sub)).toEqual([])
    expect((await answer(guest.sub, body.id, true)).status).toBe(410)
    expect((await open(admin.sub, id))[0]).toMatchObject({ isExpired: true })
    jobs.length = 0
    const sent = await as(admin.sub).post(`/api/club/ResendInvitation/${body.id}`)
    expect(sent.body.expiresAt).toBe('2026-06-09T17:30:00.000Z')
    expect(jobs).toEqual([{ name: 'identity-invitation-mail', data: { invitationId: body.id } }])
    expect(await mine(guest.sub)).toHaveLength(1)
    await db.updateTable('club_invitation').set({ sent_at: clock }).where('id', '=', body.id).execute()
    expect((await as(admin.sub).post(`/api/club/ResendInvitation/${body.id}`)).status).toBe(429)
  })

  it('makes room for another one when it has expired', async () => {
    const { id, admin } = await club()
    await invite(admin.sub, id, 'late@mail.example')
    later(14)
    expect((await invite(admin.sub, id, 'late@mail.example')).status).toBe(200)
    expect(await open(admin.sub, id)).toHaveLength(1)
  })

  it('is its address’s alone', async () => {
    const { id, admin } = await club()
    const [guest, other] = [await somebody(), await somebody()]
    const { body } = await invite(admin.sub, id, guest.email)
    expect(await mine(other.sub)).toEqual([])
    expect((await answer(other.sub, body.id, true)).status).toBe(410)
    expect((await answer(guest.sub, body.id, false)).status).toBe(200)
    expect(await placeOf(id, guest.id)).toBeUndefined()
    expect(await open(admin.sub, id)).toEqual([])
  })
})

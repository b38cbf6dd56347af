import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { certificateState, warnOfExpiryEverywhere } from './expiry.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const inDays = (days: number) => addDays(testToday, days)
const licence = {
  kind: 'licence',
  number: 'W-17',
  issuer: 'WKF',
  issuedOn: '2025-05-01',
  expiresOn: inDays(60),
  note: '',
}

async function aMember(statusId: number = memberStatus.active) {
  const club = await createClub(db)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const { id } = await createMember(db, { clubId: club.id, statusId })
  const save = async (fields: object = {}) =>
    (await coach.post(`/api/member/SaveCertificate/${id}`, { ...licence, clubId: club.id, ...fields })).body
  const read = async () => (await coach.get(`/api/member/GetCertificates/${id}`)).body
  return { club, coach, id, save, read, tasks: () => tasksOf(club.id) }
}

const tasksOf = (clubId: number) =>
  db
    .selectFrom('task')
    .select(['kind', 'member_id', 'subject', 'due_on', 'completed_at', 'closed_because'])
    .where('club_id', '=', clubId)
    .orderBy('id')
    .execute()

it.each([
  [null, 'good'],
  [inDays(61), 'good'],
  [inDays(60), 'soon'],
  [inDays(0), 'soon'],
  [inDays(-1), 'expired'],
])('a certificate until %s is %s', (expiresOn, state) => {
  expect(certificateState(expiresOn, testToday)).toBe(state)
})

describe('saveCertificate', () => {
  it('keeps, changes and deletes, each club its own', async () => {
    const { club, coach, id, save, read } = await aMember()
    const sister = await createClub(db, { parentClubId: club.id })
    await createMembership(db, { clubId: sister.id, memberId: id })
    const other = as((await createAccount(db, { clubId: sister.id })).sub)
    const { memberCertificateId } = await save()
    expect(await read()).toMatchObject([{ ...licence, memberCertificateId, version: 1, state: 'soon' }])
    expect((await other.get(`/api/member/GetCertificates/${id}`)).body).toEqual([])
    expect(await save({ memberCertificateId, version: 1, number: 'W-18' })).toMatchObject({ version: 2 })
    expect(await save({ memberCertificateId, version: 1 })).toMatchObject({ conflict: { current: { number: 'W-18' } } })
    expect((await save({ expiresOn: '2025-04-30' })).fields).toHaveProperty('expiresOn')
    expect((await other.post(`/api/member/DeleteCertificate/${memberCertificateId}`)).status).toBe(403)
    await coach.post(`/api/member/DeleteCertificate/${memberCertificateId}`)
    expect(await read()).toEqual([])
  })
})

describe('warnOfExpiry', () => {
  it('makes one task for a certificate and its date, from 60 days ahead on', async () => {
    const { save, tasks, id } = await aMember()
    await save({ expiresOn: inDays(61) })
    expect(await tasks()).toEqual([])
    await warnOfExpiryEverywhere(db, new Date(testNow.getTime() + 86_400_000))
    await warnOfExpiryEverywhere(db, new Date(testNow.getTime() + 2 * 86_400_000))
    expect(await tasks()).toMatchObject([
      { kind: 'licence', member_id: id, subject: 'Licence W-17 expires on 12 July 2026', due_on: inDays(31) },
    ])
    await db.updateTable('task').set({ completed_at: testNow }).execute()
    await warnOfExpiryEverywhere(db, testNow)
    expect(await tasks()).toHaveLength(1)
  })

  it('closes it when the same is renewed, in place or by another', async () => {
    const { save, tasks } = await aMember()
    const { memberCertificateId } = await save({ expiresOn: inDays(10) })
    await save({ memberCertificateId, version: 1, expiresOn: inDays(375) })
    expect(await tasks()).toMatchObject([{ closed_because: 'Was renewed, or is not needed any more' }])
    await save({ memberCertificateId, version: 2, expiresOn: inDays(20) })
    expect(await tasks()).toMatchObject([{ completed_at: testNow }, { completed_at: null }])
    await save({ issuer: 'Another', expiresOn: inDays(400) })
    expect(await tasks()).toMatchObject([{}, { completed_at: null }])
    await save({ issuer: 'wkf', expiresOn: inDays(400) })
    expect(await tasks()).toMatchObject([{}, { completed_at: testNow }])
  })

  it('of an insurance is closed by any later one; of who left there is none, and of what is long over', async () => {
    const one = await aMember()
    await one.save({ kind: 'insurance', expiresOn: inDays(-3) })
    expect(await one.tasks()).toMatchObject([{ subject: 'Insurance W-17 expired on 9 May 2026', due_on: testToday }])
    await one.save({ kind: 'insurance', issuer: 'Another', expiresOn: null })
    expect(await one.tasks()).toMatchObject([{ completed_at: testNow }])
    const gone = await aMember(memberStatus.lapsed)
    await gone.save()
    expect(await gone.tasks()).toEqual([])
    const old = await aMember()
    await old.save({ expiresOn: inDays(-61) })
    expect(await old.tasks()).toEqual([])
  })
})

describe('staff certificates', () => {
  it('are kept by admins, and warn too', async () => {
    const club = await createClub(db)
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const worker = await createAccount(db, { clubId: club.id })
    const { id: clubUserId } = await db
      .selectFrom('club_user')
      .select('id')
      .where('account_id', '=', worker.id)
      .executeTakeFirstOrThrow()
    const dbs = { ...licence, kind: 'dbs', issuer: 'DBS', expiresOn: inDays(5) }
    const save = (fields: object = {}, id = clubUserId) =>
      admin.post(`/api/club/SaveStaffCertificate/${id}`, { ...dbs, ...fields })
    const { body } = await save()
    const read = async () => (await admin.get(`/api/club/GetStaffCertificates/${club.id}`)).body
    const ours = async () =>
      (await read()).find((user: { clubUserId: number }) => user.clubUserId === clubUserId).certificates
    expect(await read()).toHaveLength(2)
    expect(await ours()).toMatchObject([{ kind: 'dbs', state: 'soon' }])
    expect(await tasksOf(club.id)).toMatchObject([
      { kind: 'staffPaper', subject: expect.stringMatching(/^Staff Test\d+: DBS check expires on 17 May 2026$/) },
    ])
    expect((await as(worker.sub).get(`/api/club/GetStaffCertificates/${club.id}`)).status).toBe(403)
    const { staffCertificateId } = body
    const other = await db
      .selectFrom('club_user')
      .select('id')
      .where('club_id', '=', club.id)
      .where('id', '<>', clubUserId)
      .executeTakeFirstOrThrow()
    expect((await save({ staffCertificateId, version: 1 }, other.id)).status).toBe(400)
    expect((await save({ staffCertificateId, version: 2 })).status).toBe(409)
    expect((await save({ staffCertificateId, version: 1, expiresOn: null })).body).toMatchObject({ version: 2 })
    expect(await tasksOf(club.id)).toMatchObject([{ completed_at: testNow }])
    await admin.post(`/api/club/DeleteStaffCertificate/${staffCertificateId}`)
    expect(await ours()).toEqual([])
  })
})

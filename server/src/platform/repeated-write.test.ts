import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const club = await createClub(db)
const coach = await createAccount(db, { clubId: club.id })
const other = await createAccount(db, { clubId: club.id })
const klass = await createClass(db, { clubId: club.id })

async function setUp() {
  const member = await createMember(db, { clubId: club.id })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const save = (attended: boolean | null, headers: Record<string, string> = key, sub = coach.sub) => {
    const body = { classId: klass.id, classDate: testToday, attended }
    return as(sub).post(`/api/member/SaveAttendance/${member.id}`, body, headers)
  }
  const audited = async () =>
    (await db.selectFrom('audit').select('id').where('member_id', '=', member.id).orderBy('audit.id').execute()).length
  return { member, save, audited }
}

describe('a write that comes twice with one Idempotency-Key', () => {
  it('is done once and answers the same', async () => {
    const { member, save, audited } = await setUp()
    const first = await save(true)
    await db.deleteFrom('attendance').where('member_id', '=', member.id).execute()
    const second = await save(true)
    expect(second).toEqual(first)
    expect(second.status).toBe(200)
    expect(await audited()).toBe(1)
    expect(await db.selectFrom('attendance').select('id').where('member_id', '=', member.id).execute()).toEqual([])
  })

  it('is done once when both come at the same moment', async () => {
    const { save, audited } = await setUp()
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(true)))
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
    expect(await audited()).toBe(1)
  })

  it('is done again by another account, or with another key, or with none', async () => {
    const { save, audited } = await setUp()
    await save(true)
    await save(true, undefined, other.sub)
    await save(true, { 'idempotency-key': crypto.randomUUID() })
    await save(true, {})
    expect(await audited()).toBe(4)
  })

  it('may be tried again after a refusal, which keeps nothing', async () => {
    const { member, save, audited } = await setUp()
    await db.updateTable('class').set({ end_date: '2026-01-01' }).where('id', '=', klass.id).execute()
    expect((await save(true)).status).toBe(400)
    await db.updateTable('class').set({ end_date: null }).where('id', '=', klass.id).execute()
    expect((await save(true)).status).toBe(200)
    expect(await audited()).toBe(1)
    expect(member.id).toBeGreaterThan(0)
  })

  it('is refused when it is another write', async () => {
    const { save } = await setUp()
    await save(true)
    const { status, body } = await save(false)
    expect(status).toBe(400)
    expect(body.message).toContain('another write')
  })

  it('is refused when the key is no UUID', async () => {
    const { save } = await setUp()
    const { status, body } = await save(true, { 'idempotency-key': 'once' })
    expect(status).toBe(400)
    expect(body.message).toContain('UUID')
  })
})

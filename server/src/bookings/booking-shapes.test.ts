import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const idsFrom = async (table: 'member' | 'class', id: number) =>
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(db)
// No class has the id of a member, but for the last test.
await idsFrom('class', 4_000_000)

/** Every class of these tests runs on Tuesdays. */
const bookingDate = '2026-05-19'
const { id: clubId } = await createClub(db)
const { sub } = await createAccount(db, { clubId })
const post = async (path: number, body: object) => {
  const { status, body: answer } = await as(sub).post(`/api/member/SaveBooking/${path}`, { bookingDate, ...body })
  return status === 200 ? [answer.memberId, answer.classId] : [status, answer.fields]
}

async function aMember(enrolledIn: readonly number[] = []) {
  const { id } = await createMember(db, { clubId })
  for (const classId of enrolledIn) await enrol(db, { classId, memberId: id })
  return id
}
const aClass = async (className?: string) => (await createClass(db, { clubId, ...(className && { className }) })).id

describe('SaveBooking', () => {
  it('takes the member in the path beside a classId', async () => {
    const [memberId, classId] = [await aMember(), await aClass()]
    expect(await post(memberId, { classId })).toEqual([memberId, classId])
  })

  it('takes the class in the path beside the memberId of someone else', async () => {
    const [memberId, classId] = [await aMember(), await aClass()]
    expect(await post(classId, { memberId })).toEqual([memberId, classId])
    expect(await post(classId, { memberId: await aMember(), classId })).toEqual([expect.any(Number), classId])
  })

  it('books the only class that the member is enrolled in that day', async () => {
    const classId = await aClass()
    await aClass()
    const memberId = await aMember([classId])
    expect(await post(memberId, { memberId })).toEqual([memberId, classId])
  })

  it('names the classes where there are several', async () => {
    const classIds = [await aClass('Adults'), await aClass('Beginners')]
    const memberId = await aMember(classIds)
    const message = `There are 2 classes on 19 May 2026: Adults at 19:00 (${classIds[0]}), Beginners at 19:00 (${classIds[1]}). Give the id of one as classId.`
    expect(await post(memberId, { memberId })).toEqual([409, { classId: [message] }])
  })

  it('says so where there is no class', async () => {
    const memberId = await aMember()
    expect(await post(memberId, { memberId, bookingDate: '2026-05-20' })).toEqual([
      400,
      { bookingDate: ['The member has no class on 20 May 2026.'] },
    ])
  })

  it('books nobody who is not named', async () => {
    const [memberId, classId] = [await aMember(), await aClass()]
    expect(await post(classId, {})).toEqual([400, { memberId: ['Give the member to book, or the class beside them.'] }])
    expect(await post(987_654_321, { memberId, classId })).toEqual([
      400,
      { id: ['Is neither this member nor this class.'] },
    ])
  })

  it('does not choose between a member and a class of the same id', async () => {
    const enrolledIn = await aClass('Enrolled')
    for (const table of ['member', 'class'] as const) await idsFrom(table, 5_000_000)
    const classId = await aClass('Same number')
    const memberId = await aMember([enrolledIn])
    expect(memberId).toBe(classId)
    expect(await post(memberId, { memberId })).toEqual([409, { classId: [expect.stringContaining('Same number')] }])
    const someoneElse = await aMember()
    expect(await post(classId, { memberId: someoneElse })).toEqual([someoneElse, classId])
    expect(await post(memberId, { classId })).toEqual([memberId, classId])
  })
})

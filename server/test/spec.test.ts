import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import * as ids from '@honbu/contract/ids.ts'
import { version } from '@honbu/contract/version.ts'
import { weekdayNames } from '@honbu/contract/weekly-timetable.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp, testToday } from './app.ts'
import { freshDatabase } from './database.ts'
import { createSlot } from './factories/classes.ts'
import { guardsOf } from './input-of.ts'
import { createOurRows } from './our-rows.ts'
import { specCalls } from './spec-calls.ts'
import { type Entity, specEntities } from './spec-entities.ts'

// The statements of the specification about the API, each with its section. One that is met in a way of our own names the
// decision that says so.
const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const rows = await createOurRows(db)
const admin = as(rows.admin)

const met: string[] = []
let total = 0
function states(section: number, what: string, check: () => unknown, { decision }: { decision?: number } = {}) {
  total++
  const name = `${section} ${what}`
  it(decision ? `${name} (decision ${decision})` : name, async () => {
    if (decision) expect(decisions).toContain(decision)
    await check()
    met.push(name)
  })
}

const project = path.join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(project, file), 'utf8')
const decisions = readdirSync(path.join(project, 'docs/decisions')).map(name => Number(name.slice(0, 4)))
/** What a test of another part holds the product to. */
const inTest = (file: string, words: string) => () => expect(textOf(file)).toContain(words)

describe('calls (section 7)', () => {
  const known = new Map(Object.values(contract).map(each => [`${each.method} ${each.path}`, each]))
  const find = (method: string, written: string): Endpoint | undefined =>
    known.get(`${method} ${written.replace(/\{(\w+)\}/g, ':$1')}`)

  for (const [method, written, inputs = []] of specCalls)
    states(7, `${method} ${written}`, async () => {
      const endpoint = find(method, written)
      expect(endpoint).toBeDefined()
      // The member of the path may be named in the body too.
      const inPath = guardsOf(endpoint as Endpoint).flatMap(({ subject }) => [`${subject}Id`])
      expect([...Object.keys(endpoint?.input.shape ?? {}), ...inPath]).toEqual(expect.arrayContaining([...inputs]))
      const url = written.replace(/\{\w+\}/g, '1')
      const { status, body } = await (method === 'GET' ? as(null).get(url) : as(null).post(url))
      expect([status, body.message]).toEqual([401, 'Not authenticated!'])
    })

  states(
    7,
    'GET _configuration/{client name}',
    inTest('server/src/identity/provider.test.ts', '/_configuration/Honbu.Web'),
  )
})

describe('entities (section 3)', () => {
  const pick = (from: Record<string, unknown>, fields: readonly string[]) =>
    Object.fromEntries(fields.map(field => [field, from[field]]))

  async function read({ reads, row }: Entity) {
    const { method, url, body = {} } = reads(rows)
    const { status, body: answer } = await (method === 'POST' ? admin.post(url, body) : admin.get(url))
    expect(status).toBe(200)
    const list = answer.data ?? answer.bookings ?? answer
    const found = Array.isArray(list) ? list.find(each => row?.(each, rows) ?? true) : list
    expect(found).toBeDefined()
    return found as Record<string, unknown>
  }

  for (const entity of specEntities) {
    const { name, fields, saves } = entity
    states(3, `${name} is read with its fields`, async () => {
      expect(Object.keys(await read(entity))).toEqual(expect.arrayContaining([...fields]))
    })
    if (saves)
      states(3, `${name} is saved with its fields, and keeps all others`, async () => {
        const before = await read(entity)
        const { url, body } = saves(rows, pick(before, fields), before)
        const { status, body: answer } = await admin.post(url, body)
        expect([status, answer.fields]).toEqual([200, undefined])
        const { version: _, ...after } = await read(entity)
        expect({ ...before, ...after }).toEqual(before)
      })
  }

  states(3, 'the week of a class has a start and a finish for each day', async () => {
    const { weeklyTimetable } = (await admin.get(`/api/club/GetClass/${rows.class}`)).body
    expect(Object.keys(weeklyTimetable)).toEqual(weekdayNames.flatMap(day => [`${day}Start`, `${day}Finish`]))
  })
  states(3, 'classes in lists are described by name and club code', async () => {
    const { body } = await admin.post('/api/club/GetClassList', { clubIds: [rows.club], classDate: testToday })
    expect(body[0].description).toBe(`${body[0].className} [${body[0].clubCode}]`)
  })
  states(3, 'the address of a club has coordinates that are 0 unless given', async () => {
    const { address } = (await admin.get(`/api/club/GetClub/${rows.club}`)).body
    expect(address).toMatchObject({ gridEast: 0, gridNorth: 0, longitude: 0, latitude: 0 })
  })
  states(3, 'types of club', () => expect(ids.clubType).toEqual({ notSet: 0, franchise: 1, standard: 2 }))
  states(3, 'the tax of a transaction is 0', async () => {
    const fee = { amount: 5, description: 'Fee', transactionDate: testToday, tax: 20 }
    const { status, body } = await admin.post(`/api/member/SaveTransaction/${rows.member}`, fee)
    expect([status, body.fields]).toEqual([400, { tax: ['Tax is always 0'] }])
  })
  states(3, 'a transaction is saved with its fields', async () => {
    const transaction = {
      ...{
        memberId: rows.member,
        transactionId: null,
        categoryId: 1427,
        eventId: null,
        productId: null,
        variantId: null,
      },
      ...{ amount: 7, tax: 0, transactionDate: `${testToday}T00:00:00.000Z`, paymentMethodId: null, paymentDate: null },
      ...{ description: 'Spec', savedMethod: false, mode: null },
    }
    const { body } = await admin.post(`/api/member/SaveTransaction/${rows.member}`, transaction)
    const { body: list } = await admin.get(`/api/member/GetTransactions/${rows.member}?filter=description~eq~'Spec'`)
    const { transactionId } = body
    expect(list.data[0]).toMatchObject({ ...transaction, transactionId, transactionDate: testToday })
  })
  states(3, 'a plan is changed by its payload', () =>
    expect(Object.keys(contract.changePlan?.input.shape ?? {})).toEqual(
      expect.arrayContaining([
        'clubMemberId',
        'trainingPlanId',
        'subFrequencyId',
        'subPrice',
        'paymentMethodId',
        'nextPayment',
      ]),
    ),
  )
  states(3, 'a booking is a member and a day', async () => {
    await createSlot(db, { classId: rows.class, date: '2026-05-19' }).catch(() => null)
    const { status, body } = await admin.post(`/api/member/SaveBooking/${rows.class}`, {
      ...{ memberId: rows.member, bookingDate: '2026-05-19' },
    })
    expect([status, body.memberId, body.bookingDate]).toEqual([200, rows.member, '2026-05-19'])
  })
  states(3, 'the signed-in user has a hash, an email and a time of creation', () => {
    for (const claim of ['user_hash', 'created_at', 'email']) inTest('server/src/identity/provider.test.ts', claim)()
  })
})

describe('states (section 4)', () => {
  states(4, 'statuses of a member', () =>
    expect(ids.memberStatus).toEqual({
      ...{ active: 21, prospect: 22, lapsed: 23, issue: 24, notInterested: 46, enquiry: 872, unconverted: 912 },
    }),
  )
  states(4, 'an issue is toggled', async () => {
    const toggle = async () => (await admin.get(`/api/member/ToggleIssueStatus/${rows.member}`)).body.memberStatusId
    expect([await toggle(), await toggle()]).toEqual([24, 21])
  })
  states(4, 'a membership lapses with a reason, and is renewed', async () => {
    const reason = { reason: 'Moved away' }
    const lapsed = await admin.post(`/api/member/lapseMembership/${rows.member}`, reason)
    expect(lapsed.body.memberStatusId).toBe(23)
    expect((await admin.post(`/api/member/lapseMembership/${rows.member}`, {})).body.fields).toHaveProperty('reason')
    expect((await admin.post(`/api/member/renewmembership/${rows.member}`)).body.memberStatusId).toBe(21)
  })
  states(4, 'a member is a candidate for grading, or not', async () => {
    for (const isCandidate of [true, false]) {
      const url = `/api/member/SetGradingCandidate/${rows.member}?isCandidate=${isCandidate}`
      expect((await admin.post(url)).body.isCandidate).toBe(isCandidate)
    }
  })
})

describe('validation (section 5)', () => {
  const club = async (change: object) => {
    const { body } = await admin.get(`/api/club/GetClub/${rows.club}`)
    return await admin.post(`/api/club/SaveClub/${rows.club}`, { ...body, ...change })
  }
  for (const none of [-1, '', null, 0])
    states(5, `a parent club of ${JSON.stringify(none)} is none`, async () => {
      expect((await club({ parentClubId: none })).status).toBe(200)
      expect((await admin.get(`/api/club/GetClub/${rows.club}`)).body.parentClubId).toBe(null)
    })
  states(
    5,
    'a date that was shifted by its offset is that day',
    async () => {
      const { personId } = (await admin.get(`/api/member/GetPerson/${rows.member}`)).body
      await admin.post(`/api/member/SavePerson/${personId}`, { gender: '', dob: '1990-06-01T00:00:00.000Z' })
      expect((await admin.get(`/api/member/GetPerson/${rows.member}`)).body.dob).toBe('1990-06-01')
    },
    { decision: 89 },
  )
  states(5, 'attendance to reach a grade is rounded', async () => {
    const grade = { gradeId: rows.grade, disciplineId: rows.discipline, categoryId: null, minimumAttendance: 12.6 }
    expect((await admin.post(`/api/club/SaveGrade/${rows.discipline}`, grade)).status).toBe(200)
    const { body } = await admin.get(`/api/club/GetDisciplineGrades/${rows.discipline}`)
    expect(body.find((each: { gradeId: number }) => each.gradeId === rows.grade).minimumAttendance).toBe(13)
  })
  states(5, 'a person without a gender has -', async () => {
    const { body } = await admin.get(`/api/member/GetPerson/${rows.member}`)
    await admin.post(`/api/member/SavePerson/${body.personId}`, { gender: '', dob: body.dob })
    expect((await admin.get(`/api/member/GetPerson/${rows.member}`)).body.gender).toBe('-')
  })
  states(5, 'a contact without a gender has none', async () => {
    const contact = { firstName: 'Ann', gender: '', phoneDay: '0113 496 0000', phoneEve: null, phoneMob: null }
    const { body } = await admin.post(`/api/member/SaveContact/${rows.member}`, contact)
    const { body: contacts } = await admin.get(`/api/member/GetContacts/${rows.member}`)
    expect(contacts.find((each: { personId: number }) => each.personId === body.personId).gender).toBe('')
  })
})

describe('roles (section 6)', () => {
  states(6, 'without a login nothing is answered', async () =>
    expect((await as(null).get('/api/club/GetClubList')).status).toBe(401),
  )
  states(6, 'actions take rights of their own', inTest('server/test/access.test.ts', 'admin'), { decision: 85 })
})

describe('errors (section 8)', () => {
  states(
    8,
    'a refused read',
    async () => {
      const { status, body } = await as(rows.stranger).get(`/api/club/GetClub/${rows.club}`)
      expect([status, body.isSuccess, body.message.slice(0, 15)]).toEqual([403, false, 'Not authorised!'])
    },
    { decision: 76 },
  )
  states(8, 'a read without a login', async () => {
    const { status, body } = await as(null).get(`/api/club/GetClub/${rows.club}`)
    expect([status, body.isSuccess, body.message]).toEqual([401, false, 'Not authenticated!'])
  })
  states(8, 'a write that fails', inTest('web/src/app/request.test.ts', "[saveAttendance, 500, 'Api call failed']"))
  states(8, 'a refused write is a result with a message', async () => {
    const { body } = await admin.post(`/api/member/SaveNote/${rows.member}`, {})
    expect(body).toMatchObject({ isSuccess: false, message: expect.any(String) })
  })
})

describe('constants (section 9)', () => {
  states(9, 'communication flags', () =>
    expect(ids.communication).toEqual({ sms: 1, email: 2, app: 4, photo: 8, other: 16 }),
  )
  states(9, 'payment methods', () =>
    expect(ids.paymentMethod).toMatchObject({ directDebit: 186, instantBankPay: 926, card: 946 }),
  )
  states(9, 'class types', () =>
    expect(ids.classType).toEqual({
      ...{ class: 39, seminar: 40, workshop: 41, grading: 44, competition: 45, chargeable: 148 },
      ...{ course: 863, nonAttendance: 865, prebooked: 915 },
    }),
  )
  states(9, 'action types', () =>
    expect(ids.actionType).toEqual({
      ...{ activated: 899, notInterested: 900, rebookNext: 901, rebookFuture: 902, rebookDifferent: 903 },
    }),
  )
  states(9, 'message parameters', () =>
    expect(ids.messageParameter).toEqual({
      ...{ club: 939, memberStatus: 126, category: 127, class: 133, tags: 940, refs: 140, disciplines: 120 },
      ...{ gradeFrom: 875, gradeTo: 876, candidate: 941, role: 135, user: 136 },
    }),
  )
  states(9, 'version', () => expect(version).toBe('2.4.4'))
  states(9, 'money is a symbol and two decimals', () => expect(currency(1234.5)).toBe('£1,234.50'))
})

afterAll(() => {
  console.info(`${met.length} of ${total} statements about the API are met.`)
})

import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from './app.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub } from './factories/people.ts'
import { type Copies, growing, idsApart } from './grow.ts'
import { guardsOf, inputOf, onlyInDemo } from './input-of.ts'
import { createOurRows, type OurRows } from './our-rows.ts'
import { openTakenBack } from './taken-back.ts'

const database = await freshDatabase()
const { db, pool } = database
const back = await openTakenBack({ pool })
const { app, mails, jobs, close } = await openTestApp({ db: back.db, pool })
afterAll(async () => {
  back.close()
  await close()
})

interface Counted {
  readonly status: number
  readonly body: string
  readonly queries: readonly string[]
}

/** Copies of each row at the first count, and more of them until the second. */
const [atFirst, more] = [2, 18]

let ours: OurRows
/** Of the club above: lists name the copies of our club too. */
let owner: string
const few = new Map<string, Counted>()
const many = new Map<string, Counted>()
let members: { few: number; many: number }

beforeAll(async () => {
  await idsApart(db)
  const above = await createClub(db)
  ours = await createOurRows(db, above.id)
  owner = (await createAccount(db, { clubId: above.id, isAdmin: true })).sub
  const inputs = new Map<string, Record<string, unknown>>()
  for (const [name, endpoint] of Object.entries(contract))
    inputs.set(name, await inputOf([name, endpoint], { db, rows: ours }))
  const grow = await growing(db)

  const firstCopies = await grow(atFirst)
  members = { few: await countMembers(), many: 0 }
  await anew(inputs)
  for (const [name, input] of inputs) few.set(name, await count(name, input, firstCopies, 2))
  const copies = await grow(more)
  await anew(inputs)
  members.many = await countMembers()
  for (const [name, input] of inputs) many.set(name, await count(name, input, copies, more))
}, 300_000)

/** Those whose input says what is there, or has to be the latest. */
async function anew(inputs: Map<string, Record<string, unknown>>) {
  for (const name of ['saveContactOrder', 'deleteGradingResult', 'startBilling', 'endSubscriptions'])
    inputs.set(name, await inputOf([name, contract[name] as Endpoint], { db, rows: ours }))
}

const countMembers = async () =>
  Number((await back.look<{ n: number }>(`select count(*) as n from club_member where club_id = ${ours.club}`))[0]?.n)

/** Each call once, with lists of so many ids. What a call changes is taken back. */
async function count(name: string, right: Record<string, unknown>, copies: Copies, ids: number): Promise<Counted> {
  const endpoint = contract[name] as Endpoint
  const input = withMore(name, right, copies, ids)
  // What is one's own is the admin's; clubs beside his are looked after by who is above.
  const admin = guardsOf(endpoint).some(({ id }) => /clubIds$/i.test(id)) ? owner : ours.admin
  const sub = endpoint.access === 'operator' ? ours.operator : admin
  const headers = { authorization: `Bearer ${sub}` }
  // Whose rights are read anew after some writes; that is not counted.
  await app.inject({ url: '/api/club/GetClubList', headers })
  await back.takeBack()
  mails.length = 0
  jobs.length = 0
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => String(input[field]))
  const rest = Object.entries(input).filter(([field]) => !endpoint.path.includes(`:${field}`))
  const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]))
  const answer = await app.inject({
    method: endpoint.method,
    url: endpoint.method === 'GET' ? `${path}?${query}` : path,
    headers,
    ...(endpoint.method === 'POST' && { payload: Object.fromEntries(rest) }),
  })
  // To put into the queue, and to post, is a query too where there is a queue.
  const queries = [...back.queries(), ...jobs.map(job => `job ${job.name}`), ...mails.map(() => 'mail')]
  await back.takeBack()
  return { status: answer.statusCode, body: answer.body, queries }
}

/** What elements of a list have in common. */
const alike: Readonly<Record<string, readonly string[]>> = {
  lines: ['memberId'],
  results: ['disciplineId', 'gradeId'],
  choices: ['clubId'],
}

/** Lists that may name these only: all that there are, or what somebody else of the input may see. */
const asTheyAre: Readonly<Record<string, string>> = {
  saveContactOrder: 'personIds',
  saveReportSchedule: 'clubIds',
  // At most seven, each of another day.
  saveClass: 'weekdays',
  saveClassTimetable: 'weekdays',
  getInstructorClashes: 'weekdays',
  getRoomClashes: 'weekdays',
  // Each makes a class.
  createTimetable: 'sessions',
  // Brothers and sisters, at most eleven: each joins by himself.
  create: 'siblings',
  previewFirstBill: 'siblings',
}

/** The same input, with a copy's id beside each id of a list, and in each further element of a list. */
function withMore(name: string, right: Record<string, unknown>, copies: Copies, ids: number) {
  const endpoint = contract[name] as Endpoint
  // Copies have the same names.
  const input: Record<string, unknown> = {
    ...structuredClone(right),
    ...(['create', 'previewFirstBill'].includes(name) && { evenIfDuplicate: true }),
  }
  for (const [field, list] of Object.entries(input)) {
    if (!Array.isArray(list) || asTheyAre[name] === field) continue
    const paths = guardsOf(endpoint).map(({ id }) => id.split('.'))
    if (paths.some(path => path.length === 1 && path[0] === field))
      input[field] = list.flatMap(id => [id, ...(copies.get(id) ?? [])]).slice(0, ids)
    const inside = paths.filter(path => path.length === 2 && path[0] === field).map(([, name = '']) => name)
    if (inside.length === 0 || list.length !== 1) continue
    const copy = (index: number) => {
      const element = { ...list[0] }
      for (const name of inside.filter(name => !alike[field]?.includes(name)))
        element[name] = copies.get(element[name])?.[index] ?? element[name]
      return element
    }
    input[field] = [list[0], ...Array.from({ length: ids - 1 }, (_, index) => copy(index))]
  }
  return input
}

it('has many more of what there is', () => {
  expect(members.many).toBeGreaterThan(5 * members.few)
})

/** Where so many rows are more than may be. */
const limited: Readonly<Record<string, string>> = {
  inviteUser: 'A club invites so many people a day, and that many have been.',
  sendDDInvite: 'What was sent to the member has come back by then.',
}

/** What is done line by line, each with locks of its own; how many there may be. docs/decisions/0061 */
const byLine: Readonly<Record<string, number>> = { quoteOrder: 100, placeOrder: 100 }

/** Each person is changed by the function that changes one, in a savepoint of their own. docs/decisions/0099 */
const byPerson: readonly string[] = ['previewBulkEdit', 'applyBulkEdit', 'undoBulkEdit']

const counted = Object.keys(contract).filter(name => !(name in limited) && ![...byPerson, ...onlyInDemo].includes(name))

describe.each(counted.filter(name => !(name in byLine)))('%s', name => {
  it('asks as many queries of many rows as of few', () => {
    const [before, after] = [few.get(name), many.get(name)]
    expect([before?.status, after?.status], after?.body).toEqual([200, 200])
    expect(timesOf(after), after?.body.slice(0, 200)).toEqual(timesOf(before))
  })
})

describe.each(Object.entries(byLine))('%s', (name, most) => {
  it(`asks for each of at most ${most} lines`, async () => {
    const lines = (contract[name] as Endpoint).input.shape.lines
    expect(lines?.safeParse(Array(most + 1).fill(null)).error?.message).toContain(`At most ${most} lines`)
  })
})

/** How often each text is sent: what differs is named. */
function timesOf(counted: Counted | undefined): Record<string, number> {
  const times: Record<string, number> = {}
  // Lists of values differ in length, and a table may be joined for what is there only.
  for (const text of counted?.queries ?? []) {
    const form = text.replaceAll(/\$\d+(, \$\d+)*/g, '$').replaceAll(/\(\$\)(, \(\$\))*/g, '($)')
    times[form] = (times[form] ?? 0) + 1
  }
  return times
}

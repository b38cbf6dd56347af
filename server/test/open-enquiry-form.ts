import Fastify from 'fastify'
import { afterAll, beforeEach, expect } from 'vitest'
import { serveEnquiryPages } from '../src/enquiries/enquiry-pages.ts'
import { formTokens } from '../src/enquiries/form-token.ts'
import type { Attempt } from '../src/platform/attempts.ts'
import type { Database } from '../src/platform/database.ts'
import type { Message } from '../src/platform/mail.ts'
import { testApp, testNow } from './app.ts'
import { createClass } from './factories/classes.ts'
import { createDiscipline } from './factories/disciplines.ts'
import { createAccount, createClub } from './factories/people.ts'

/** What the form of each club is saved with. */
export const settings = {
  isOn: true,
  hasTimetable: true,
  offersTrials: true,
  trialDays: 21,
  phone: 'optional',
  asksSource: true,
  asksMessage: true,
  intro: 'Come <b>in</b>.',
  thanks: 'Bring water.',
  privacyUrl: '',
}

/** What a grown-up who asks for himself fills in. */
export const fields = {
  who: 'self',
  firstName: 'Zoe',
  lastName: 'Miller',
  dob: '1990-02-03',
  email: 'zoe@mail.example',
  phone: '07700 900123',
}

/** What is stored of a club that nobody has asked. */
export const nothing = { enquiries: 0, members: 0, tasks: 0, mails: 0 }

/** What the tests of enquiries have in common: the public pages, and a form filled in as by a person. */
export async function openEnquiryForm(database: Database) {
  const { db } = database
  let now = testNow
  const { as } = await testApp(database, () => now)

  const mails: Message[] = []
  let waits: Partial<Record<Attempt['kind'], number>> = {}
  const counted: Attempt[] = []
  const pages = Fastify()
  await pages.register(
    scope =>
      serveEnquiryPages(scope, {
        db,
        now: () => now,
        jobs: { enqueue: async () => undefined },
        mail: { post: async (_tx, message) => void mails.push(message) },
        config: { baseUrl: 'https://club.example', basePath: '/honbu' },
        tokens: formTokens('key of the test'),
        attempts: {
          begin: async (...attempts) => {
            counted.push(...attempts)
            return Math.max(...attempts.map(({ kind }) => waits[kind] ?? 0))
          },
        },
      }),
    { prefix: '/honbu' },
  )
  afterAll(() => pages.close())

  beforeEach(() => {
    now = testNow
    mails.length = 0
    counted.length = 0
    waits = {}
  })

  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }

  let keys = 0

  /** A club with its form on, and a class of Tuesdays at seven that takes one prospect at a time. */
  async function aClub({ parentClubId = null }: { parentClubId?: number | null } = {}) {
    const club = await createClub(db, { parentClubId })
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const key = `club-${++keys}`
    const save = (changes: object = {}) =>
      admin.post(`/api/club/SaveEnquiryForm/${club.id}`, { version: 0, key, ...settings, ...changes })
    expect((await save()).status).toBe(200)
    const discipline = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, className: 'Little <Dragons>', disciplineId: discipline.id })
    await db.updateTable('class').set({ web_bookable: true, prospect_limit: 1 }).where('id', '=', klass.id).execute()
    return { club, admin, key, klass, save, trial: `${klass.id}_2026-05-19` }
  }

  const get = (path: string) => pages.inject({ method: 'GET', url: `/honbu${path}` })

  async function tokenOf(key: string): Promise<string> {
    const page = await get(`/enquire/${key}`)
    return /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  }

  const post = (key: string, sent: Record<string, string>, from = 'same-origin') =>
    pages.inject({
      method: 'POST',
      url: `/honbu/enquire/${key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': from },
      payload: new URLSearchParams(sent).toString(),
    })

  /** Opens the form, takes the time that a person takes, and sends it. */
  async function send(key: string, sent: Record<string, string> = fields) {
    const token = await tokenOf(key)
    later(20)
    return await post(key, { token, ...sent })
  }

  const enquiriesOf = (clubId: number) => db.selectFrom('enquiry').selectAll().where('club_id', '=', clubId).execute()
  const tasksOf = (clubId: number) =>
    db
      .selectFrom('task')
      .select(['subject', 'details', 'member_id', 'kind'])
      .where('club_id', '=', clubId)
      .orderBy('task.id')
      .execute()
  const membersOf = (clubId: number) =>
    db
      .selectFrom('club_member')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['member.id', 'first_name', 'last_name', 'email', 'member_status_id', 'marketing_source_id'])
      .select(['communication_flags'])
      .where('club_member.club_id', '=', clubId)
      .orderBy('member.id')
      .execute()
  const stored = async (clubId: number) => ({
    enquiries: (await enquiriesOf(clubId)).length,
    members: (await membersOf(clubId)).length,
    tasks: (await tasksOf(clubId)).length,
    mails: mails.length,
  })

  return {
    ...{ as, now: () => now, later, mails, counted, aClub, get, tokenOf, post, send },
    ...{ enquiriesOf, tasksOf, membersOf, stored },
    /** For how many seconds each kind of attempt has to wait, until the test ends. */
    letWait(seconds: typeof waits) {
      waits = seconds
    },
  }
}

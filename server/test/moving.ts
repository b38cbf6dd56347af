import { addDays } from '@honbu/contract/calendar.ts'
import { expect } from 'vitest'
import { beginNights } from '../src/charging/charge-at-night.ts'
import { workOnRun } from '../src/charging/run-charging.ts'
import { checkNow } from '../src/imports/run/check-now.ts'
import { runNow } from '../src/imports/run/run-now.ts'
import type { Database } from '../src/platform/database.ts'
import { openRecovery, watchPayments } from '../src/recovery/index.ts'
import { takesMail } from './carriers.ts'
import { openCollecting } from './collecting.ts'
import { createAccount, createClub } from './factories/people.ts'
import { type OldPayer, oldSystem } from './old-system.ts'

/** Members who come from another system with their mandates at GoCardless, and all the jobs that bill them from then on. */
export async function openMoving(database: Database) {
  const { db } = database
  const honbu = await openCollecting(database)
  const post = async () => {}
  const parts = { ...honbu.parts, mail: { post, send: takesMail([]) } }
  await openRecovery({ ...parts, jobs: honbu.parts.jobs })
  const work = { db, files: honbu.files, now: honbu.parts.now }

  async function aClub() {
    const club = await createClub(db)
    const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const old = oldSystem(honbu.bank, `sandbox_club_${club.id}`)

    /** Stores the members of a list, through the steps of an import. */
    async function importList(lines: readonly string[]) {
      const base64 = Buffer.from(lines.join('\n')).toString('base64')
      const { body } = await admin.post(`/api/club/UploadImport/${club.id}`, { fileName: 'members.csv', base64 })
      const { importId } = body
      const { mapping } = (await admin.get(`/api/club/GetImport/${importId}`)).body
      await admin.post(`/api/club/CheckImport/${importId}`, mapping)
      await checkNow(work, { importId })
      const checked = (await admin.get(`/api/club/GetImport/${importId}`)).body
      await admin.post(`/api/club/RunImport/${importId}`)
      await runNow(work, { importId })
      await honbu.work()
      return checked
    }

    /** Gives each mandate that is found to the member it is sure of. */
    async function takeOver() {
      await admin.post(`/api/billing/LookForMandates/${club.id}`, {})
      await honbu.work()
      let taken = 0
      for (let page = 1; page < 9; page += 1) {
        const { mandates } = (await admin.post(`/api/billing/GetFoundMandates/${club.id}`, { page: 1 })).body
        const choices = mandates
          .filter(({ sure }: { sure: number | null }) => sure !== null)
          .map((each: { foundMandateId: number; sure: number }) => ({
            ...{ foundMandateId: each.foundMandateId, memberId: each.sure, clubId: club.id },
          }))
        if (choices.length === 0) break
        taken += (await admin.post(`/api/billing/TakeOverMandates/${club.id}`, { choices })).body.taken
        await honbu.work()
      }
      return taken
    }

    const firstRun = async () => (await admin.get(`/api/billing/GetFirstRun/${club.id}`)).body
    async function start(given: object = {}) {
      const { members, amount, today } = await firstRun()
      return await admin.post(`/api/billing/StartBilling/${club.id}`, { startsOn: today, members, amount, ...given })
    }
    const end = async (count?: number) =>
      await admin.post(`/api/billing/EndSubscriptions/${club.id}`, {
        count: count ?? (await firstRun()).subscriptions.count,
      })
    const openTasks = async () =>
      await db
        .selectFrom('task')
        .select(['subject', 'member_id as memberId'])
        .where('club_id', '=', club.id)
        .where('kind', '=', 'collection')
        .where('completed_at', 'is', null)
        .orderBy('task.id')
        .execute()
    return { club, admin, old, importList, takeOver, firstRun, start, end, openTasks }
  }

  /** Its members stand at GoCardless, and in a list that `bring` imports. */
  async function aMovingClub(groups: readonly Group[]) {
    const world = await aClub()
    const { old, importList, takeOver } = world
    const payers: (Group & { firstName: string; mandate: string; subscriptions: readonly string[] })[] = []
    const lines: string[] = []
    for (const group of groups)
      for (let number = 0; number < group.count; number += 1) {
        const family = group.family ? `Family${two(Math.floor(number / 3))}` : `${group.name}${two(number)}`
        const payer = {
          firstName: `${group.name}${letters(number)}`,
          lastName: family,
          email: `${family.toLowerCase()}@mail.example`,
          subscriptions: group.pence.map(pence => ({ pence, from: '2026-05-20', dayOfMonth: group.day })),
        }
        const made = await old.addPayer(payer)
        if (group.name === 'Paused') await old.act('subscriptions', made.subscriptions[0] ?? '', 'pause')
        if (group.name === 'Gone') await old.act('subscriptions', made.subscriptions[0] ?? '', 'cancel')
        payers.push({ ...group, ...made, firstName: payer.firstName })
        lines.push(lineOf(payer, { ...group, mandate: made.mandate }))
      }
    const bring = async () => {
      await importList([headings, ...lines])
      return await takeOver()
    }
    /** Whose payments at GoCardless are others than they should be, and the pence of each month. */
    async function compare(from: string, until: string) {
      const wrong: string[] = []
      const months: Record<string, number> = {}
      for (const { mandate, firstName, days, pence } of payers) {
        const all = await old.taken(mandate, from, until)
        for (const { charge_date, amount } of all)
          months[charge_date.slice(0, 7)] = (months[charge_date.slice(0, 7)] ?? 0) + amount
        const each = pence.reduce((sum, one) => sum + one, 0)
        // Two subscriptions take two payments on one day.
        const seen = [...Map.groupBy(all, one => one.charge_date)].map(
          ([day, some]) => `${day} ${some.reduce((sum, { amount }) => sum + amount, 0)}`,
        )
        const expected = days.map(day => `${day} ${each}`)
        if (seen.join() !== expected.join()) wrong.push(`${firstName}: ${seen.join()} instead of ${expected.join()}`)
      }
      return { wrong, months }
    }
    return { ...world, payers, bring, compare }
  }

  /** The nightly run, and what's collected of it. */
  async function night() {
    const runs = await beginNights(db, honbu.parts.now(), { enqueue: async () => {} })
    for (const runId of runs) await workOnRun(honbu.parts, runId)
    await honbu.askAgain()
    await honbu.collect()
    await watchPayments(parts)
    await honbu.work()
  }

  /** Lets days pass for the bank and for us, each with its night. */
  async function liveUntil(day: string) {
    while (honbu.today() < day) {
      await honbu.moveTo(addDays(honbu.today(), 1))
      await night()
    }
  }

  return { honbu, aMovingClub, night, liveUntil }
}

/** Members of one kind. */
export interface Group {
  readonly name: string
  readonly count: number
  readonly day: number
  /** Pence of each subscription at GoCardless. */
  readonly pence: readonly number[]
  /** As the list says. */
  readonly price: string
  readonly next: string
  readonly status?: string
  readonly way?: string
  readonly family?: true
  /** On which each payer should be taken from. */
  readonly days: readonly string[]
}

/** A line of the list of the old system: what is paid each month, and the first day that is due here. */
const lineOf = (
  { firstName, lastName, email }: OldPayer,
  { price, next, mandate, status = 'Active', way = 'Direct Debit' }: Listed,
) => `${firstName};${lastName};1/2/1990;${email};${status};${price};${way};${next};${mandate}`

interface Listed {
  readonly price: string
  /** 1/7/2026 */
  readonly next: string
  readonly mandate: string
  readonly status?: string
  readonly way?: string
}

const headings = 'First name;Last name;DOB;Email;Status;Monthly fee;Way to pay;Next payment;Mandate'

export const expectOk = (answer: { status: number; body: { message?: string } }) =>
  expect(answer.status, answer.body.message).toBe(200)

/** 'AA', 'AB' */
const letters = (number: number) => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))
const two = (number: number) => String(number).padStart(2, '0')

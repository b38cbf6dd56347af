import { createHash } from 'node:crypto'
import type { BulkChange } from '@honbu/contract/bulk.ts'
import { sql } from 'kysely'
import { nextCharges } from '../charging/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { lockMembership } from '../membership/index.ts'
import type { AuditEntry } from '../platform/audit.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { type BulkWrite, type Kind, leftOut } from './kind.ts'
import { kindOf } from './kinds.ts'
import { type ChangedRow, changesBetween, snapshotOf } from './tracked-rows.ts'

interface Edit {
  readonly clubId: number
  readonly change: BulkChange
  readonly memberIds: readonly number[]
  /** Told after each person. */
  readonly onDone?: () => Promise<void>
}

export interface Outcome {
  readonly memberId: number
  readonly memberName: string
  /** What changes, in words; empty for someone who is left out. */
  readonly effect: string
  readonly why: string
}

export interface Result {
  /** By name. */
  readonly outcomes: readonly Outcome[]
  readonly rows: readonly ChangedRow[]
  /** Pence. */
  readonly money: { readonly before: number; readonly after: number; readonly now: number } | null
}

interface Person {
  readonly clubMemberId: number
  readonly memberId: number
  readonly memberName: string
}

/** Changes each person by the same function as the change to one. If it refuses someone, they’re left out. */
export async function runEdit(context: BulkWrite, { clubId, change, memberIds, onDone }: Edit): Promise<Result> {
  const { tx } = context
  const kind = kindOf(change)
  const people = await peopleOf(tx, clubId, memberIds)
  const whose = { clubId, memberIds: people.map(({ memberId }) => memberId) }
  // In one order, so that two edits never wait for each other.
  await lockAccounts(tx, whose.memberIds)
  const tables = [...new Set([...kind.tables, ...(kind.movesMoney ? (['charge'] as const) : [])])]
  const was = await snapshotOf(tx, tables, whose)
  const duesBefore = kind.movesMoney ? await duesOf(context, whose) : 0
  const outcomes: Outcome[] = []
  for (const person of people) {
    const { memberId, memberName } = person
    outcomes.push({ memberId, memberName, ...(await attempt(context, { person, kind, change })) })
    await onDone?.()
  }
  const changed = outcomes.filter(({ effect }) => effect).map(({ memberId }) => memberId)
  await kind.finish?.(context, { clubId, memberIds: changed })
  const rows = changesBetween(was, await snapshotOf(tx, tables, whose))
  const now = rows
    .filter(({ table, before }) => table === 'charge' && before === null)
    .reduce((sum, { after }) => sum + (after?.amount_pence ?? 0), 0)
  return {
    ...{ outcomes, rows },
    money: kind.movesMoney ? { before: duesBefore, after: await duesOf(context, whose), now } : null,
  }
}

async function peopleOf(tx: Write['tx'], clubId: number, memberIds: readonly number[]): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select own.id as "clubMemberId", own.member_id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as "memberName"
    from club_member own join member on member.id = own.member_id join person on person.id = member.person_id
    where own.club_id = ${clubId} and own.member_id = any(${[...memberIds]}::bigint[])
    order by person.last_name, person.first_name, own.id`.execute(tx)
  return rows
}

/** The next charges of all of them. */
async function duesOf({ tx, now }: Write, { clubId, memberIds }: { clubId: number; memberIds: readonly number[] }) {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from club where id = ${clubId}`.execute(tx)
  const charges = await nextCharges(tx, { memberIds }, rows[0]?.today ?? '')
  return charges.filter(each => each.clubId === clubId).reduce((sum, { pence }) => sum + (pence ?? 0), 0)
}

interface Attempt {
  readonly person: Person
  readonly kind: Kind<BulkChange>
  readonly change: BulkChange
}

/** What it posts and audits counts only where it's carried out to its end. */
async function attempt(
  context: BulkWrite,
  { person, kind, change }: Attempt,
): Promise<{ effect: string; why: string }> {
  const { tx, audit, mail, enqueue } = context
  const entries: AuditEntry[] = []
  const posted: (() => Promise<void>)[] = []
  const own: BulkWrite = {
    ...context,
    audit: entry => void entries.push(entry),
    mail: async message => void posted.push(() => mail(message)),
    enqueue: async (name, data) => void posted.push(() => enqueue(name, data)),
  }
  await sql`savepoint one_person`.execute(tx)
  try {
    const membership = await lockMembership(own, person.clubMemberId, person.memberId)
    const why = kind.whyNot?.(membership, change) ?? ''
    if (why) throw leftOut(why)
    const effect = await kind.apply(own, membership, change)
    for (const post of posted) await post()
    for (const entry of entries) audit(entry)
    await sql`release savepoint one_person`.execute(tx)
    return { effect, why: '' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint one_person`.execute(tx)
    return { effect: '', why: error.message }
  }
}

/** A digest of everything that a preview has shown. */
export const figuresOf = ({ outcomes, money }: Result) =>
  createHash('sha256')
    .update(JSON.stringify([outcomes.map(({ memberId, effect, why }) => [memberId, effect, why]), money]))
    .digest('base64url')

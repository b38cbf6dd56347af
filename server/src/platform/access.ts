import type { Access } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import type { Guard } from '@honbu/contract/guards.ts'
import { whyNot } from '@honbu/contract/right-words.ts'
import type { OwnersRight, Right, RoleRights } from '@honbu/contract/rights.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Stop } from './club-stops.ts'
import { clubsOf } from './clubs-of.ts'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

export interface ClubRights {
  readonly isAdmin: boolean
  /** May do what only the owner may: is named as the owner, or is an admin of a club that names none. */
  readonly isOwner?: boolean
  /** What their roles allow there; an admin may do all of it. Left out: nothing. */
  readonly allows?: RoleRights
  /** Reads notes about safeguarding. */
  readonly isWelfare?: boolean
  /** It can be read, and nothing in it changed. */
  readonly stop?: Stop
}

/** The signed-in user, with what he may touch: his clubs and all clubs below them. */
export interface User {
  readonly accountId: number
  readonly personId: number
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly clubs: ReadonlyMap<number, ClubRights>
  /** Clubs whose reports they see whether or not they may touch them; as an admin there, those about money too. */
  readonly figures?: ReadonlyMap<number, ClubRights>
  /** Clubs whose admin he is, and which he may not touch until he signs in with two factors. */
  readonly closed?: ReadonlySet<number>
  /** Clubs that they could touch if these weren't stopped. */
  readonly stopped?: ReadonlyMap<number, Stop>
  /** He has shown his password and nothing else. */
  readonly isByPassword?: boolean
  /** Looks after the installation. */
  readonly isOperator?: boolean
  /** When they last gave a password or passkey; left out where none of their clubs asks for it again. */
  readonly provedAt?: Date
}

export type Authenticate = (request: FastifyRequest) => Promise<User | null>

/**
 * Refuses, before the handler runs, who may not touch what the input points at. A row that is not there is refused as one
 * of another club is (decision 76): nobody learns which ids there are.
 */
export async function allow(db: Kysely<Tables>, access: Access, user: User, input: Record<string, unknown>) {
  if (access === 'operator') return demandOperator(user)
  if (typeof access === 'string') return
  for (const guard of Array.isArray(access) ? access : [access as Guard]) await pass(db, guard, user, input)
}

/** @throws Refused 403 unless an operator has logged in with two factors */
function demandOperator({ isOperator, isByPassword }: User): void {
  if (!isOperator) throw new Refused(403, notFoundOrForeign)
  if (!isByPassword) return
  const message = 'Operators log in with two factors. Set that up under “Your account”, then log in again.'
  throw new Refused(403, message, undefined, undefined, 'operator_needs_two_factor')
}

async function pass(db: Kysely<Tables>, guard: Guard, user: User, input: Record<string, unknown>) {
  const { subject, admin } = guard
  const mayTouchIt = guard.figures ? maySeeFigures : mayTouch
  // People who see a club's figures alone have no role there.
  const isSeen = (clubId: number) => guard.figures && !user.clubs.has(clubId)
  const may = (user: User, clubId: number, asAdmin: boolean) =>
    mayTouchIt(user, clubId, asAdmin) && (guard.may === null || mayDo(user, clubId, guard.may) || isSeen(clubId))
  // The user's own clubs need no query: the database signals when rights change.
  const ids = idsAt(guard, input).filter(id => subject !== 'club' || !may(user, id, admin))
  if (ids.length === 0) return
  const clubIds = Map.groupBy(await clubsOf[subject](db, ids), row => row.id)
  for (const id of ids) {
    const clubs = clubIds.get(id) ?? []
    if (clubs.some(({ clubId }) => may(user, clubId, admin))) continue
    if (clubs.some(({ clubId }) => user.closed?.has(clubId))) throw twoFactorRequired()
    const stop = clubs.map(({ clubId }) => user.stopped?.get(clubId)).find(found => found)
    if (stop) throw clubStopped(stop)
    const isTheirs = clubs.some(({ clubId }) => mayTouchIt(user, clubId))
    if (isTheirs && guard.may !== null) throw lacks(guard.may)
    const message = isTheirs ? 'Not authorised!' : notFoundOrForeign
    // One of many: a client can leave it out and send the rest.
    throw new Refused(403, message, guard.id.includes('.') ? { [guard.id]: [message] } : undefined)
  }
}

/**
 * The time zone of the club that a call is about: of the first guard whose clubs have one and the same, the clubs that are
 * named before all others; London's where there is none.
 */
export async function zoneOf(db: Kysely<Tables>, access: Access, user: User, input: Readonly<Record<string, unknown>>) {
  const guards: readonly Guard[] = typeof access === 'string' ? [] : 'subject' in access ? [access] : access
  const isClub = ({ subject }: Guard) => Number(subject === 'club')
  for (const guard of guards.toSorted((one, other) => isClub(other) - isClub(one))) {
    const ids = idsAt(guard, input)
    const rows = ids.length > 0 ? await clubsOf[guard.subject](db, ids) : []
    const clubIds = rows.map(({ clubId }) => clubId).filter(clubId => mayTouch(user, clubId))
    if (clubIds.length === 0) continue
    const zones = await db.selectFrom('club').select('time_zone').distinct().where('id', 'in', clubIds).execute()
    if (zones[0] && zones.length === 1) return zones[0].time_zone
  }
  return 'Europe/London'
}

const lacks = (right: Right | OwnersRight) => new Refused(403, whyNot(right))

/** Says whether someone's roles, or the admin right, allow something in a club. */
export function mayDo(user: User, clubId: number, right: Right | OwnersRight): boolean {
  const own = user.clubs.get(clubId)
  if (!own) return false
  if (right === 'closeBooks') return own.isOwner === true
  return own.isAdmin || own.allows?.rights.includes(right) === true
}

/**
 * The clubs in which someone may do something.
 * @throws Refused 403 if there are none
 */
export function clubsThatAllow(user: User, right: Right): number[] {
  const ids = [...user.clubs.keys()].filter(id => mayDo(user, id, right))
  if (ids.length === 0) throw lacks(right)
  return ids
}

/** @throws Refused 403 unless someone may do something in a club: for what a guard can't tell from the ids */
export function demand(user: User, clubId: number, right: Right): void {
  if (!mayDo(user, clubId, right)) throw lacks(right)
}

/**
 * Demands the right to download what a club has. People who see its figures alone may download those.
 * @throws Refused 403
 */
export function demandExport(user: User, clubId: number): void {
  if (user.clubs.has(clubId) || !user.figures?.has(clubId)) demand(user, clubId, 'export')
}

/** The most that one credit or refund may be, in pence; null: no limit. */
export function creditLimitOf(user: User, clubId: number): number | null {
  const own = user.clubs.get(clubId)
  if (!own) return 0
  return own.isAdmin || !own.allows ? null : own.allows.creditLimit
}

/**
 * Demands the right to give so much credit, or refund it, at once.
 * @throws Refused 403 without the right; 403 under `field` above the limit of the role
 */
export function demandCredit(user: User, clubId: number, pence: number, field: string): void {
  demand(user, clubId, 'giveCredit')
  const limit = creditLimitOf(user, clubId)
  if (limit === null || pence <= limit) return
  const message = `You may give back up to ${currency(limit / 100)} at once. An admin of the club can do this, or raise your limit.`
  throw new Refused(403, message, { [field]: [message] })
}

const halfAnHour = 1_800_000

/** @throws Refused 403 `proof_required` if a club of the user asks for a newer password or passkey before a file leaves */
export function demandProof({ provedAt }: User, now: Date): void {
  if (!provedAt || now.getTime() - provedAt.getTime() <= halfAnHour) return
  const message = 'Your club asks for your password again before a file leaves Honbu.'
  throw new Refused(403, message, undefined, undefined, 'proof_required')
}

/** One answer for both, with what may be the matter. */
export const notFoundOrForeign =
  'Not authorised! It may have been deleted, or it belongs to a club that you have no access to.'

/** Its code is what the web turns into a screen that leads to where two-factor sign-in is set up. */
const twoFactorRequired = () =>
  new Refused(
    403,
    'This club asks its admins for two-factor sign-in. Set it up under “Your account”.',
    undefined,
    undefined,
    'two_factor_required',
  )

const stopMessages: Readonly<Record<Stop, string>> = {
  suspended: 'This club is suspended, so nothing in it can be changed. Its owner can see why.',
  closed: 'This club is closed, so nothing in it can be changed. Its owner can reopen it.',
}

const clubStopped = (stop: Stop) => new Refused(403, stopMessages[stop], undefined, undefined, 'club_stopped')

/**
 * The same person as they may write (decision 112): without the clubs that are stopped. This is the one place where that is decided, for
 * guards and for all that handlers ask of a user's clubs.
 * @param whileClosed for what the owner does with a club that is closed: reopen it, and take a copy
 */
export function writerOf(user: User, whileClosed = false): User {
  const stopped = [...user.clubs].flatMap(([id, { stop }]) =>
    stop && !(whileClosed && stop === 'closed') ? [[id, stop] as const] : [],
  )
  if (stopped.length === 0) return user
  const isLeft = ([id]: readonly [number, unknown]) => !stopped.some(([stoppedId]) => stoppedId === id)
  return {
    ...user,
    clubs: new Map([...user.clubs].filter(isLeft)),
    ...(user.figures && { figures: new Map([...user.figures].filter(isLeft)) }),
    stopped: new Map([...(user.stopped ?? []), ...stopped]),
  }
}

/** An input that may be left out points at nothing then; that it may is the endpoint's declaration. */
function idsAt({ id: name, orNew }: Guard, input: Readonly<Record<string, unknown>>): number[] {
  let given: unknown[] = [input]
  for (const step of name.split('.'))
    given = given.flatMap(each => (each as Record<string, unknown> | null | undefined)?.[step])
  // The contract has checked that they are ids.
  const ids = given.filter(id => id !== undefined && id !== null && !(orNew && id === 0)) as number[]
  return [...new Set(ids)]
}

/**
 * Says whether someone sees the reports of a club: they may touch it, or have been given its figures alone.
 * @param money those about its money, which take the right to see it
 */
export const maySeeFigures = (user: User, clubId: number, money = false): boolean => {
  const rights = user.figures?.get(clubId)
  const mayOpen = money ? mayDo(user, clubId, 'seeMoney') : mayTouch(user, clubId)
  return mayOpen || (rights !== undefined && (!money || rights.isAdmin))
}

export const mayTouch = (user: User, clubId: number, admin = false): boolean => {
  const rights = user.clubs.get(clubId)
  return rights !== undefined && (!admin || rights.isAdmin)
}

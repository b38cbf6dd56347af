import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { NotSent } from '../platform/not-sent.ts'
import { reachOf, stopAddress } from '../reach/index.ts'
import type { Compiled, Rendered } from '../templates/index.ts'
import {
  beginHanding,
  type Claimed,
  claimBatch,
  giveBack,
  settleNotSent,
  settleSent,
  settleUncertain,
} from './claim.ts'
import { leaveForMorning, mayLeave } from './night.ts'
import { ownName } from './own-name.ts'
import { takeTime } from './pace.ts'
import type { SendParts } from './parts.ts'
import { keepCopies, renderBatch } from './render-batch.ts'
import type { SentMessage } from './sent-message.ts'

/** Connections to a carrier at once: as many as the mail's pool has. */
const lanes = 4
/** A batch is this many seconds of a carrier's pace, within bounds: what is claimed waits for nobody else. */
const secondsAhead = 5
const [fewest, most] = [lanes, 200]
/** Milliseconds after which nothing more of a batch is begun, so that it is never thought dead while it is alive. */
const batchLasts = 120_000
/** So many failures one after the other, and it is the carrier that does not work. */
const manyFailures = 6
/** Minutes until it is tried again. Nine tries take about half a day. */
const pauses = [1, 2, 5, 15, 30, 60, 180, 360]

export interface Batch {
  readonly claimed: number
  /** Why the carrier cannot be reached; '' when it can. */
  readonly trouble: string
}

/** Sends a message to some of those who wait for it. `compiled` is asked for only where somebody's copy is to be written. */
export async function sendBatch(
  parts: SendParts,
  message: SentMessage,
  compiled: () => Promise<Compiled>,
): Promise<Batch> {
  const { db, now } = parts
  const perSecond = parts.perSecond[message.channel]
  const claim = randomUUID()
  const size = Math.min(Math.max(Math.floor(perSecond * secondsAhead), fewest), most)
  const claimed = await claimBatch(db, { messageId: message.id, claim, most: size, now: now() })
  if (claimed.length === 0) return { claimed: 0, trouble: '' }
  try {
    const reached = await stillReached(db, message, claimed, claim, now())
    const clubs = await clubsOf(db, reached)
    const awake = await leaveForMorning(db, { message, claimed: reached, clubs, now: now() })
    const copies = await copiesOf(parts, message, awake, claim, compiled)
    const people = awake.filter(({ id }) => copies.has(id))
    const { id: messageId, channel } = message
    const wait = await takeTime(db, { carrier: channel, messages: people.length, perSecond, now: now() })
    const sender: Sender = {
      parts,
      message: { id: messageId, channel, purpose: message.purpose },
      claim,
      copies,
      clubs,
    }
    return { claimed: claimed.length, trouble: await sendAll(sender, people, { wait, perSecond }) }
  } finally {
    await giveBack(db, claim)
  }
}

interface Sender {
  readonly parts: SendParts
  readonly message: Pick<SentMessage, 'id' | 'channel' | 'purpose'>
  readonly claim: string
  readonly copies: ReadonlyMap<number, Rendered>
  readonly clubs: ReadonlyMap<number, Club>
}

/** Hands all over, some at once, no faster than the pace. @returns why it was given up, '' where it was not */
async function sendAll(sender: Sender, people: readonly Claimed[], pace: { wait: number; perSecond: number }) {
  const began = performance.now()
  let next = 0
  let failures = 0
  let trouble = ''
  const lane = async () => {
    while (trouble === '' && performance.now() - began < batchLasts + pace.wait) {
      const place = next
      const person = people[place]
      if (!person) return
      next += 1
      const due = pace.wait + (place * 1000) / pace.perSecond - (performance.now() - began)
      if (due >= 1) await pause(due)
      const outcome = await sendOne(sender, person)
      if (outcome === 'ended') return
      failures = outcome === 'sent' ? 0 : failures + (outcome.canRetry ? 1 : 0)
      if (outcome !== 'sent' && failures >= manyFailures) trouble = outcome.failure
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return trouble
}

type Outcome = 'sent' | 'ended' | { readonly failure: string; readonly canRetry: boolean }

async function sendOne(sender: Sender, person: Claimed): Promise<Outcome> {
  const { parts, claim } = sender
  const { db, now } = parts
  const copy = sender.copies.get(person.id)
  if (!copy) return 'sent'
  // A batch that began before 21:00 may go on after it.
  if (!mayLeave(sender.message, person, { clubs: sender.clubs, now: now() })) return 'ended'
  const tries = await beginHanding(db, person.id, claim, now())
  if (tries === null) return 'ended'
  const tried = { id: person.id, tries, now: now() }
  try {
    await settleSent(db, tried, await hand(sender, person, copy, ownName(person.id, tries)))
    return 'sent'
  } catch (error) {
    if (!(error instanceof NotSent)) {
      await settleUncertain(db, tried)
      return { failure: 'The answer was lost.', canRetry: false }
    }
    const minutes = error.canRetry ? pauses[tries - 1] : undefined
    const notBefore = minutes === undefined ? null : new Date(now().getTime() + minutes * 60_000)
    await settleNotSent(db, tried, { failure: error.message, notBefore })
    if (error.isAddressBad || error.isStopped)
      await stop(sender, person, error.isStopped ? 'stop' : 'bounced', error.message)
    return { failure: error.message, canRetry: error.canRetry }
  }
}

async function hand({ parts, message }: Sender, person: Claimed, copy: Rendered, messageId: string) {
  const { toAddress: to, toName, personId, clubId } = person
  if (message.channel === 'sms') return await parts.sms.send({ to, text: copy.text, messageId })
  const unsubscribe =
    message.purpose === 'marketing' && personId !== null
      ? parts.letters.unsubscribeLink({ clubId, personId, channel: 'email', now: parts.now() })
      : null
  await parts.mail.send({
    ...{ letter: 'message', clubId, to, toName: oneLine(toName), subject: copy.subject, text: copy.text, messageId },
    ...(copy.html !== null && { html: copy.html }),
    // RFC 8058
    ...(unsubscribe && {
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  })
  return {}
}

/** A name never begins another header; the mail refuses a line break, which would keep the message from its reader. */
const oneLine = (name: string) => name.replaceAll(/\p{Cc}+/gu, ' ').trim()

async function stop({ parts, message }: Sender, person: Claimed, reason: 'stop' | 'bounced', detail: string) {
  const { db, now } = parts
  await db.transaction().execute(async tx => {
    const { root_club_id: rootClubId } = await tx
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', person.clubId)
      .executeTakeFirstOrThrow()
    const { channel } = message
    await stopAddress(tx, { rootClubId, channel, address: person.toAddress, reason, detail, now: now() })
  })
}

/** Who has said no since the message was prepared, or whose address has stopped working, is left out. */
async function stillReached(db: Db, message: SentMessage, claimed: readonly Claimed[], claim: string, now: Date) {
  const { channel, purpose } = message
  const asked = sql`select member_id, club_id from message_recipient where claim = ${claim}::uuid and member_id is not null`
  const reach = reachOf(asked, {
    channel,
    purpose,
    today: sql`(${now}::timestamptz at time zone 'Europe/London')::date`,
  })
  const { rows } = await sql<{ id: number }>`
    update message_recipient as recipient set state = 'skipped', refusal = now.refusal, claim = null
    from (${reach}) now
    where recipient.claim = ${claim}::uuid and recipient.member_id = now.member_id and recipient.club_id = now.club_id
      and now.refusal in ('noConsent', 'unsubscribed', 'undeliverable', 'stopped')
    returning recipient.id`.execute(db)
  const gone = new Set(rows.map(({ id }) => id))
  return claimed.filter(({ id }) => !gone.has(id))
}

/** What each is sent: written now, and kept, unless it is already. For whom there would be a hole in it is left out. */
async function copiesOf(
  { db, now, letters }: SendParts,
  message: SentMessage,
  people: readonly Claimed[],
  claim: string,
  compiled: () => Promise<Compiled>,
): Promise<Map<number, Rendered>> {
  const kept = await keptCopies(db, people)
  const unwritten = people.filter(({ id }) => !kept.has(id))
  if (unwritten.length === 0) return kept
  const { written, leftOut } = await renderBatch(letters, db, {
    ...{ channel: message.channel, gaps: message.gaps, compiled: await compiled(), people: unwritten, now: now() },
  })
  await leaveOut(db, claim, leftOut)
  await keepCopies(db, message.id, written)
  return new Map([...kept, ...written])
}

async function leaveOut(db: Db, claim: string, why: ReadonlyMap<number, string>): Promise<void> {
  if (why.size === 0) return
  const rows = [...why].map(([id, words]) => ({ id, words: words.slice(0, 500) }))
  await sql`
    update message_recipient as recipient set state = 'skipped', refusal = 'gap', failure = given.words, claim = null
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id bigint, words text)
    where recipient.id = given.id and recipient.claim = ${claim}::uuid`.execute(db)
}

async function keptCopies(db: Db, people: readonly Claimed[]): Promise<Map<number, Rendered>> {
  const ids = people.filter(({ copyId }) => copyId !== null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Rendered & { id: number }>`
    select recipient.id, copy.subject, copy.html, copy.text
    from message_recipient recipient join message_copy copy on copy.id = recipient.copy_id
    where recipient.id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, ...copy }) => [id, copy]))
}

interface Club {
  readonly timeZone: string
}

async function clubsOf(db: Db, people: readonly Claimed[]): Promise<Map<number, Club>> {
  const ids = [...new Set(people.map(({ clubId }) => clubId))]
  const { rows } = await sql<Club & { id: number }>`
    select id, time_zone as "timeZone" from club where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, ...club }) => [id, club]))
}

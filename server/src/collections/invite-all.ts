import { todayIn } from '@honbu/contract/calendar.ts'
import type { sendDDInvites as call, sendFamilyDDInvite as familyCall } from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { type Refusal, refusals } from '@honbu/contract/reach.ts'
import { sql } from 'kysely'
import { lacksMandate, startersOf } from '../charging/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { reachOf } from '../reach/index.ts'
import { type InviteParts, newLink, openRequests } from './invite-mail.ts'
import { demandAccount, mailedFor } from './mandate-requests.ts'
import { job } from './parts.ts'

interface Invited {
  readonly memberId: number
  readonly memberName: string
  readonly address: string
  readonly toName: string
}

/** Invites everyone who is to pay by Direct Debit and has none. One letter goes to each address. */
export const sendDDInvites =
  (providers: Providers) =>
  async (context: Write, { clubId }: Input<typeof call>) => {
    const { tx, now } = context
    await demandAccount(tx, providers, clubId)
    const today = await todayOf(context, clubId)
    const starters = await startersOf(tx, { clubId, today, now })
    return await invite(
      context,
      { clubId, today },
      starters.filter(each => lacksMandate(each) && !each.isInvited),
    )
  }

/**
 * Makes the link of one of many. It's written to no one before `sendInvitations`.
 * @throws Refused 409 for someone who needs none or can't be emailed
 */
export async function inviteOne(
  context: Write & { readonly providers: Providers },
  { memberId, clubId, today }: { memberId: number; clubId: number; today: string },
) {
  const { tx, now, audit, providers } = context
  await demandAccount(tx, providers, clubId)
  const { rows } = await sql<{ hasMandate: boolean; isInvited: boolean }>`
    select has_live_mandate(${memberId}, ${clubId}) as "hasMandate", exists (select from mandate_request
      where member_id = ${memberId} and club_id = ${clubId} and ended_at is null and expires_at > ${now}) as "isInvited"`.execute(
    tx,
  )
  if (rows[0]?.hasMandate) throw new Refused(409, 'Has a Direct Debit already.')
  if (rows[0]?.isInvited) throw new Refused(409, 'Has a link that still works.')
  const reached = (await reachedOf(context, { clubId, today, memberIds: [memberId] })).get(memberId)
  if (!reached?.address) throw new Refused(409, refusals[reached?.refusal ?? 'noAddress'])
  const { address: email, name } = reached
  const toName = name ?? ''
  const [request] = await addRequests(context, clubId, [{ memberId, memberName: '', address: email, toName }])
  audit({ clubId, memberId, subject: 'mandate_request', subjectId: request?.requestId ?? 0, after: { email } })
  return { email, name: toName }
}

/** Sends the links that this call has made: one letter to each address. */
export async function sendInvitations(
  { tx, now, enqueue }: Write,
  { clubId, memberIds }: { clubId: number; memberIds: readonly number[] },
): Promise<void> {
  const { rows } = await sql<{ requestId: number; email: string }>`
    select id as "requestId", email::text as email from mandate_request
    where club_id = ${clubId} and member_id = any(${[...memberIds]}::bigint[]) and email is not null
      and ended_at is null and created_at = ${now} order by id`.execute(tx)
  await writeLetters(enqueue, rows)
}

/** Invites those who have just joined together, or a family. One letter goes to each address. */
export const sendFamilyDDInvite =
  (providers: Providers) =>
  async (context: Write, { clubId, memberIds }: Input<typeof familyCall>) => {
    const { tx } = context
    await demandAccount(tx, providers, clubId)
    const { rows } = await sql<Wanted>`
      select member.id as "memberId", trim(first_name || ' ' || last_name) as "memberName"
      from member join person on person.id = member.person_id
      where member.id = any(${[...memberIds]}::bigint[])
        and exists (select from club_member where member_id = member.id and club_id = ${clubId})
      order by member.id`.execute(tx)
    return await invite(context, { clubId, today: await todayOf(context, clubId) }, rows)
  }

/** One letter to each address. @returns how many */
async function writeLetters(
  enqueue: Write['enqueue'],
  requests: readonly { readonly requestId: number; readonly email: string }[],
): Promise<number> {
  const families = Map.groupBy(requests, ({ email }) => email.toLowerCase())
  for (const family of families.values())
    await enqueue(job.familyInviteMail, { requestIds: family.map(({ requestId }) => requestId) })
  return families.size
}

interface Wanted {
  readonly memberId: number
  readonly memberName: string
}

async function todayOf({ tx, now }: Write, clubId: number): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return todayIn(time_zone, now)
}

async function invite(context: Write, { clubId, today }: { clubId: number; today: string }, wanted: readonly Wanted[]) {
  const { audit, enqueue } = context
  const reached = await reachedOf(context, { clubId, today, memberIds: wanted.map(({ memberId }) => memberId) })
  const invited = wanted.flatMap(({ memberId, memberName }): Invited[] => {
    const { address, name } = reached.get(memberId) ?? {}
    return address ? [{ memberId, memberName, address, toName: name ?? '' }] : []
  })
  const requests = await addRequests(context, clubId, invited)
  const letters = await writeLetters(enqueue, requests)
  audit({ clubId, subject: 'club', subjectId: clubId, after: { invited: requests.length, letters } })
  for (const { requestId, memberId, email } of requests)
    audit({ clubId, memberId, subject: 'mandate_request', subjectId: requestId, before: null, after: { email } })
  return {
    clubId,
    members: invited.length,
    letters,
    notInvited: wanted
      .filter(({ memberId }) => !reached.get(memberId)?.address)
      .map(({ memberId, memberName }) => ({
        ...{ memberId, memberName },
        why: refusals[reached.get(memberId)?.refusal ?? 'noAddress'],
      })),
  }
}

interface Reached {
  memberId: number
  name: string | null
  address: string | null
  refusal: Refusal | null
}

async function reachedOf(
  { tx }: Write,
  { clubId, today, memberIds }: { clubId: number; today: string; memberIds: readonly number[] },
): Promise<ReadonlyMap<number, Reached>> {
  const asked = sql`select member_id, ${clubId}::bigint as club_id from unnest(${[...memberIds]}::bigint[]) as each (member_id)`
  const { rows } = await sql<Reached>`
    select member_id as "memberId", name, case when refusal is null then address end as address, refusal
    from (${reachOf(asked, { channel: 'email', purpose: 'service', today })}) reached`.execute(tx)
  return new Map(rows.map(row => [row.memberId, row]))
}

/** Ends the links before, and makes others without a secret: that is made when the letter is written. */
async function addRequests({ tx, user, now }: Write, clubId: number, invited: readonly Invited[]) {
  const given = JSON.stringify(
    invited.map(({ memberId, address, toName }) => ({ member_id: memberId, email: address, to_name: toName })),
  )
  const told = sql`jsonb_to_recordset(${given}::jsonb) as told (member_id bigint, email text, to_name text)`
  await sql`select from member where id in (select member_id from ${told}) order by id for no key update`.execute(tx)
  await sql`
    update mandate_request set ended_at = ${now}
    where club_id = ${clubId} and member_id in (select member_id from ${told}) and email is not null and ended_at is null`.execute(
    tx,
  )
  const { rows } = await sql<{ requestId: number; memberId: number; email: string }>`
    insert into mandate_request (club_id, root_club_id, member_id, email, to_name, account_id, created_at, expires_at)
    select ${clubId}, member.root_club_id, member.id, told.email, told.to_name, ${user.accountId}::bigint, ${now},
      ${new Date(now.getTime() + mailedFor)}
    from ${told} join member on member.id = told.member_id order by member.id
    returning id as "requestId", member_id as "memberId", email`.execute(tx)
  return rows
}

/** Writes the letter of a family, with a link for each. */
export async function sendFamilyInvite(parts: InviteParts, requestIds: readonly number[]): Promise<void> {
  const requests = await openRequests(parts, requestIds)
  const [first] = requests
  if (!first?.email) return
  const links: string[] = []
  for (const { id, name } of requests) {
    const link = await newLink(parts, id)
    links.push(requests.length > 1 ? `${name}:\n${link}` : link)
  }
  const { clubId, clubName, clubEmail, phone, toName, expiresAt, timeZone } = first
  const others = requests.filter(({ name }) => name !== toName).map(({ name }) => name.split(' ')[0] ?? name)
  const ways = [clubEmail, phone].filter(Boolean).join(' or ')
  const text = [
    `Hi ${toName || first.name},`,
    `Please set up your Direct Debit${others.length > 0 ? ` for ${new Intl.ListFormat('en-GB').format(others)}` : ''}. It takes two minutes, and you need your sort code and account number.`,
    ...links,
    `${requests.length > 1 ? 'The links work' : 'The link works'} until ${longDate(todayIn(timeZone, expiresAt))}. GoCardless collects for us and tells you before each payment. The Direct Debit Guarantee protects you.`,
    ...(ways ? [`Any questions? Contact us: ${ways}`] : []),
    clubName,
  ].join('\n\n')
  const subject = `Set up your Direct Debit: ${clubName}`
  await parts.mail.send({ letter: 'mandateInvitation', clubId, to: first.email, subject, text: `${text}\n` })
}

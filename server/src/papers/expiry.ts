import { addDays } from '@honbu/contract/calendar.ts'
import {
  type CertificateKind,
  type CertificateState,
  certificateKinds,
  expiryWarningDays,
  type StaffCertificateKind,
  staffCertificateKinds,
} from '@honbu/contract/certificates.ts'
import { longDate } from '@honbu/contract/format.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { todayOf } from './signers.ts'

/** How a certificate stands on a day. */
export function certificateState(expiresOn: string | null, today: string): CertificateState {
  if (expiresOn === null || expiresOn > addDays(today, expiryWarningDays)) return 'good'
  return expiresOn < today ? 'expired' : 'soon'
}

/** Days before the end at which the task is due: long enough to get the new one. */
const dueDays = 30

interface Club {
  readonly clubId: number
  readonly now: Date
}

/** Each club in a transaction of its own, so that one that fails keeps no other from its warnings. */
export async function warnOfExpiryEverywhere(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ clubId: number }>`
    select club_id as "clubId" from member_certificate where expires_on is not null
    union select club_id from staff_certificate where expires_on is not null
    union select club_id from task where kind in ('licence', 'staffPaper') and completed_at is null
    order by 1`.execute(db)
  let failed: unknown
  for (const { clubId } of rows) {
    try {
      await db.transaction().execute(tx => warnOfExpiry(tx, { clubId, now }))
    } catch (error) {
      failed = error
    }
  }
  if (failed) throw failed
}

/**
 * Makes a task for each certificate that expires within 60 days, once for each date, and closes those whose certificate
 * was renewed. What expired longer ago than that is no news. Done nightly, and after each change.
 */
export async function warnOfExpiry(tx: Transaction<Tables>, { clubId, now }: Club): Promise<void> {
  const { today } = await todayOf(tx, clubId, now)
  const until = addDays(today, expiryWarningDays)
  const news = addDays(today, -expiryWarningDays)
  for (const [kind, expiring] of [
    ['licence', await membersExpiring(tx, clubId, until)],
    ['staffPaper', await staffExpiring(tx, { clubId, until, today })],
  ] as const) {
    await closeGone(tx, { clubId, kind, standing: expiring.map(({ cause }) => cause), now })
    for (const { cause, memberId, what, expiresOn } of expiring) {
      if (expiresOn < news) continue
      const ends = expiresOn < today ? 'expired on' : 'expires on'
      const due = addDays(expiresOn, -dueDays)
      await raiseTask(tx, {
        ...{ clubId, memberId, kind, cause },
        subject: `${what} ${ends} ${longDate(expiresOn)}`,
        event: longDate(expiresOn),
        dueOn: due < today ? today : due,
      })
    }
  }
}

interface Expiring {
  readonly cause: string
  readonly memberId: number | null
  /** 'Licence 1234'; of staff with the name. */
  readonly what: string
  readonly expiresOn: string
}

/**
 * Of members who train. A later certificate of the same kind renews one: of an insurance from anybody, of others from the
 * same issuer.
 */
async function membersExpiring(tx: Transaction<Tables>, clubId: number, until: string): Promise<Expiring[]> {
  const { rows } = await sql<{
    id: number
    memberId: number
    kind: CertificateKind
    number: string
    expiresOn: string
  }>`
    select one.id, one.member_id as "memberId", one.kind, one.number, one.expires_on as "expiresOn"
    from member_certificate one
    join club_member on club_member.member_id = one.member_id and club_member.club_id = one.club_id
    where one.club_id = ${clubId} and one.expires_on <= ${until}
      and club_member.member_status_id = any(${[memberStatus.active, memberStatus.issue, memberStatus.prospect]})
      and not exists (
        select from member_certificate other
        where other.member_id = one.member_id and other.club_id = one.club_id and ${renews}
      )
    order by one.expires_on, one.id`.execute(tx)
  return rows.map(({ id, memberId, kind, number, expiresOn }) => ({
    cause: `licence:${id}:${expiresOn}`,
    memberId,
    what: `${certificateKinds[kind]} ${number}`.trim(),
    expiresOn,
  }))
}

/** Of who works in the club today. */
async function staffExpiring(
  tx: Transaction<Tables>,
  { clubId, until, today }: { clubId: number; until: string; today: string },
): Promise<Expiring[]> {
  const { rows } = await sql<{ id: number; name: string; kind: StaffCertificateKind; expiresOn: string }>`
    select one.id, trim(person.first_name || ' ' || person.last_name) as name, one.kind, one.expires_on as "expiresOn"
    from staff_certificate one
    join club_user on club_user.id = one.club_user_id
    join account on account.id = club_user.account_id
    join person on person.id = account.person_id
    where one.club_id = ${clubId} and one.expires_on <= ${until}
      and (club_user.user_until is null or club_user.user_until >= ${today})
      and not exists (
        select from staff_certificate other where other.club_user_id = one.club_user_id and ${renews}
      )
    order by one.expires_on, one.id`.execute(tx)
  return rows.map(({ id, name, kind, expiresOn }) => ({
    cause: `staff:${id}:${expiresOn}`,
    memberId: null,
    what: `${name.slice(0, 300)}: ${staffCertificateKinds[kind]}`,
    expiresOn,
  }))
}

const renews = sql`other.kind = one.kind and (other.expires_on is null or other.expires_on > one.expires_on)
  and (one.kind = 'insurance' or lower(other.issuer) = lower(one.issuer))`

async function closeGone(
  tx: Transaction<Tables>,
  { clubId, kind, standing, now }: Club & { kind: 'licence' | 'staffPaper'; standing: readonly string[] },
): Promise<void> {
  const open = await tx
    .selectFrom('task')
    .select('cause')
    .where('club_id', '=', clubId)
    .where('kind', '=', kind)
    .where('completed_at', 'is', null)
    .execute()
  const causes = open.flatMap(({ cause }) => (cause !== null && !standing.includes(cause) ? [cause] : []))
  await closeTasks(tx, { kind, causes, because: 'Was renewed, or is not needed any more', now })
}

import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/referrals.ts'
import { RewardFields } from '@honbu/contract/referrals.ts'
import { sql } from 'kysely'
import { postCharges } from '../ledger/index.ts'
import { demandCredit } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { raiseTask } from '../tasks/index.ts'
import { isSeen } from './get-referrals.ts'

type Given = Input<typeof call.rewardReferral>

export async function rewardReferral(write: Write, { id: clubId, enquiryId, ...given }: Given) {
  const { tx, now, audit } = write
  const [issue] = RewardFields.safeParse(given).error?.issues ?? []
  if (issue) throw refused(400, String(issue.path[0] ?? 'body'), issue.message)
  // Two who thank at once wait for each other. What the first has given is seen only by a reading after that.
  await tx.selectFrom('enquiry').select('id').where('id', '=', enquiryId).forNoKeyUpdate().execute()
  const enquiry = await referralOf(write, clubId, enquiryId)
  const { memberId, isOfClub, timeZone } = enquiry
  if (enquiry.isRewarded) throw refused(409, 'enquiryId', 'The member has been thanked for this already.')
  const asked = { ...given, clubId, memberId, isOfClub, enquiryId, today: todayIn(timeZone, now) }
  const made = given.kind === 'credit' ? await credit(write, asked) : await task(write, asked)
  const { transactionId, taskId } = made
  await tx
    .updateTable('enquiry')
    .set({ rewarded_at: now, reward_charge_id: transactionId, reward_task_id: taskId })
    .where('id', '=', enquiryId)
    .execute()
  audit({
    clubId,
    memberId,
    subject: 'referral',
    subjectId: enquiryId,
    before: null,
    after: { kind: given.kind, text: given.text, ...(given.kind === 'credit' && { amount: given.amount }) },
  })
  return made
}

async function referralOf({ tx, user }: Write, clubId: number, enquiryId: number) {
  const { rows } = await sql<{ memberId: number; isOfClub: boolean; isRewarded: boolean; timeZone: string }>`
    select enquiry.referrer_id as "memberId", club.time_zone as "timeZone",
      exists (select from club_member where member_id = referrer_id and club_id = ${clubId}) as "isOfClub",
      exists (select from standing_charge where standing_charge.id = reward_charge_id) or reward_task_id is not null
        as "isRewarded"
    from enquiry join club on club.id = enquiry.club_id
    where enquiry.id = ${enquiryId} and enquiry.club_id = ${clubId} and referrer_id is not null
      and referrer_id is distinct from enquiry.member_id and ${isSeen([...user.clubs.keys()])}`.execute(tx)
  const [row] = rows
  if (!row) throw refused(400, 'enquiryId', 'Nobody came to this club by a member’s link like this.')
  return row
}

interface Asked extends Omit<Given, 'id'> {
  readonly clubId: number
  readonly memberId: number
  /** Has the referrer a membership in this club? */
  readonly isOfClub: boolean
  readonly today: string
}

async function credit({ tx, user }: Write, { clubId, memberId, isOfClub, amount, text, today }: Asked) {
  demandCredit(user, clubId, Math.round((amount ?? 0) * 100), 'amount')
  if (!isOfClub) throw refused(400, 'kind', 'The member has no membership in this club: make a task instead.')
  const [transactionId = 0] = await postCharges(tx, [
    {
      clubId,
      memberId,
      pence: -Math.round((amount ?? 0) * 100),
      transactionDate: today,
      dueOn: today,
      description: text,
      categoryId: transactionCategory.other,
      accountId: user.accountId,
    },
  ])
  return { transactionId, taskId: null }
}

async function task({ tx }: Write, { clubId, memberId, isOfClub, enquiryId, text, dueOn, today }: Asked) {
  const taskId = await raiseTask(tx, {
    clubId,
    memberId: isOfClub ? memberId : null,
    kind: 'todo',
    cause: `referral:${enquiryId}`,
    subject: text,
    dueOn: dueOn ?? today,
  })
  if (taskId === null) throw refused(409, 'enquiryId', 'There is a task for this already.')
  return { transactionId: null, taskId }
}

const refused = (status: 400 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })

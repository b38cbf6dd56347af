import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, enquiry, may, member } from './guards.ts'
import { leadStatusChoices, period } from './marketing.ts'
import { written } from './written.ts'

/**
 * What a referrer was thanked with: a credit, or a task for the team; 'other': that credit was taken back since, or the
 * task is no longer there. Only then, and with null, can something be given.
 */
const Reward = z.nullable(
  z.object({
    on: date,
    kind: z.enum(['credit', 'task', 'other']),
    /** Of a credit, in pounds. */
    amount: z.nullable(z.number()),
    /** Of a task: has it been done? */
    isDone: z.boolean(),
  }),
)

/** What the list of referrals can be filtered and sorted by. */
export const referralColumns = columns({
  referrer: { type: 'string', title: 'Referred by' },
  referrerCode: { type: 'string', title: 'Code' },
  name: { type: 'string', title: 'Who came' },
  cameOn: { type: 'date', title: 'Asked on' },
  memberStatusId: { type: 'number', title: 'Status', choices: leadStatusChoices },
  wasKnown: { type: 'boolean', title: 'Was known already' },
  clubName: { type: 'string', title: 'Club' },
  isRewarded: { type: 'boolean', title: 'Thanked' },
})

const Referral = z.object({
  enquiryId: id,
  /** Of the club that was asked. */
  clubId: id,
  clubName: z.string(),
  cameOn: date,
  /** Null: a member of another club of the tree has asked, whom this club does not have. */
  memberId: z.nullable(id),
  name: z.string(),
  memberStatusId: z.nullable(z.int()),
  /** Was in the books before. */
  wasKnown: z.boolean(),
  reward: Reward,
})

export const getReferrals = get('/api/club/GetReferrals/:id', {
  summary:
    'Who came by the link of a member in whole months: enquiries from the public form whose ref was the code of a member of ' +
    'a club that the user sees, as a grid.',
  access: club('id'),
  input: { ...gridInput, ...period },
  output: gridPage(
    z.extend(Referral, {
      referrerId: id,
      referrerCode: z.string(),
      referrer: z.string(),
      /** The referrer has a membership in that club, where a credit is of use. */
      canCredit: z.boolean(),
    }),
  ),
})

export const getMemberReferrals = get('/api/member/GetMemberReferrals/:id', {
  summary:
    "A member's own links to the public forms of his or her clubs, whom they have brought, and who brought the member; of " +
    'the clubs that the user sees.',
  access: member('id'),
  output: z.object({
    /** Relative to the product's own address. */
    links: z.array(z.object({ clubId: id, clubName: z.string(), address: z.string() })),
    /** The newest first; at most 100. */
    brought: z.array(Referral),
    broughtBy: z.array(z.object({ enquiryId: id, cameOn: date, memberId: id, name: z.string() })),
  }),
})

/** What a person chooses to give a referrer. */
export const RewardFields = z
  .object({
    kind: z.enum(['credit', 'task']),
    /** Of a credit, in pounds. */
    amount: z.nullable(
      z.number({ error: 'Give an amount in pounds and pence, like 12.50' }).check(
        z.gte(0.01, { error: 'Give an amount above zero' }),
        z.lte(1000, { error: 'At most £1,000' }),
        z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: 'At most two decimals' }),
      ),
    ),
    /** What stands in the member's account, or is to be done. */
    text: written(200).check(z.minLength(1, { error: 'Say what it is for' })),
    /** Of a task: until when. */
    dueOn: z.nullable(date),
  })
  .check(context => {
    const { kind, amount, dueOn } = context.value
    const wrong = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value })
    if (kind === 'credit' && amount === null) wrong('amount', 'Give an amount')
    if (kind === 'task' && dueOn === null) wrong('dueOn', 'Choose a date')
  })

export const rewardReferral = post('/api/club/RewardReferral/:id', {
  summary:
    "Thanks a member for somebody who came by his or her link to this club, once: by a credit in the member's account of " +
    'this club, or by a task for the team. It happens by this call only, never by itself.',
  access: [may('giveCredit', club('id')), enquiry('enquiryId')],
  input: {
    enquiryId: id,
    kind: RewardFields.shape.kind,
    amount: z._default(RewardFields.shape.amount, null),
    text: RewardFields.shape.text,
    dueOn: z._default(RewardFields.shape.dueOn, null),
  },
  output: z.object({ transactionId: z.nullable(id), taskId: z.nullable(id) }),
})

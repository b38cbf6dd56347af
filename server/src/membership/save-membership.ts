import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type saveMembership as call, membershipEdit } from '@honbu/contract/membership.ts'
import { chargedUntil, firstBill, skipDaysAway } from '../charging/index.ts'
import { changeStatus, requireLookup } from '../members/index.ts'
import { birthdayOf, chargeTrial, recordException, requirePlanPrice, requireTrialPlan } from '../plans/index.ts'
import { mayTouch } from '../platform/access.ts'
import { refuseOn } from '../platform/constraint.ts'
import { writeOnTrial } from '../platform/on-trial.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { requireSource } from '../settings/index.ts'
import { audited, type LockedMembership, lockMembership, refused } from './lock-membership.ts'
import { readMemberships } from './read-memberships.ts'

type Given = Input<typeof call>

/** Saves a membership; what it is then follows from what was given: a plan makes a member, a trial a prospect. */
export async function saveMembership(
  context: Write,
  { id: memberId, clubMemberId, clubId, version, ...fields }: Given,
) {
  const { tx, user, now, audit } = context
  const there = clubMemberId ?? (await membershipIn(tx, memberId, clubId))
  const isNew = there === null
  const rowId = isNew ? await begin(context, memberId, clubId) : there
  const before = await lockMembership(context, rowId, memberId)
  refuseWhatDoesNotFit(before, fields)
  if (before.clubId !== clubId) throw refused(400, 'clubId', 'This membership is in another club.')
  const current = async () => (await readMemberships(tx, user, now, { memberId, clubMemberId: rowId }))[0]
  if (!isNew)
    await checkVersion(tx, { subject: 'club_member', subjectId: rowId, is: before.version, given: version, current })

  await requireLookup(tx, 'payment_method', fields.paymentMethodId, 'paymentMethodId')
  await requireSource(tx, { clubId, id: fields.marketingSourceId, field: 'marketingSourceId' })
  const memberSince = fields.memberSince ?? (becomesMember(before, fields) ? before.today : null)
  if (memberSince !== null && fields.memberUntil !== null && fields.memberUntil < memberSince)
    throw refused(400, 'memberUntil', 'Should not be before it begins')
  const { pence: price, exception } = await priceOf(context, before, fields)
  const trialPlanId = fields.trialPlanId === undefined ? before.trialPlanId : fields.trialPlanId
  if (trialPlanId !== before.trialPlanId)
    await requireTrialPlan(tx, { clubId, trialPlanId, buyer: await buyerOf(context, before, fields) })
  await tx
    .updateTable('club_member')
    .set({
      category_id: fields.categoryId,
      training_plan_id: fields.trainingPlanId,
      sub_frequency_id: fields.subFrequencyId,
      sub_price_pence: price,
      payment_method_id: fields.paymentMethodId,
      marketing_source_id: fields.marketingSourceId,
      member_since: memberSince,
      member_until: fields.memberUntil,
      next_renewal: fields.nextRenewal,
      next_payment: fields.nextPayment ?? (becomesMember(before, fields) && price ? memberSince : null),
      trial_start: fields.trialStart,
      trial_plan_id: trialPlanId,
    })
    .where('id', '=', rowId)
    .execute()
  if (exception) await recordException(context, { clubMemberId: rowId, today: before.today, reason: exception })
  await followStatus(context, before, fields)
  if (becomesMember(before, fields) && memberSince !== null)
    await skipDaysAway(context, { clubMemberId: rowId, lastDay: await chargedUntil(tx, rowId), today: memberSince })
  await chargeTrial(context, { clubMemberId: rowId, today: before.today })
  const bumped = await tx
    .updateTable('club_member')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', rowId)
    .returning(['version', 'member_status_id as memberStatusId'])
    .executeTakeFirstOrThrow()
  const after = await lockMembership(context, rowId)
  audit({
    clubId,
    memberId,
    subject: 'club_member',
    subjectId: rowId,
    before: isNew ? null : audited(before),
    after: { ...audited(after), ...(exception && { exception }) },
  })
  return { clubMemberId: rowId, memberId, ...bumped }
}

export async function previewMembership(read: Read, input: Given) {
  return await writeOnTrial(read, async write => {
    const { clubMemberId, memberId } = await saveMembership(write, input)
    const { clubId, today } = await lockMembership(write, clubMemberId)
    return await firstBill(write.tx, { clubId, memberIds: [memberId] }, today)
  })
}

type Fields = Omit<Given, 'id' | 'clubMemberId' | 'clubId' | 'version'>

/** Applies the form’s rule to calls that don’t come from the form. */
function refuseWhatDoesNotFit(before: LockedMembership, fields: Fields): void {
  const [issue] = membershipEdit(before).safeParse(fields).error?.issues ?? []
  if (issue) throw refused(400, String(issue.path[0] ?? 'body'), issue.message)
}

const isSamePlan = (before: LockedMembership, { trainingPlanId, subFrequencyId }: Fields) =>
  trainingPlanId === before.trainingPlanId && subFrequencyId === before.subFrequencyId

const isOpen = ({ memberStatusId }: LockedMembership) =>
  memberStatusId === memberStatus.enquiry || memberStatusId === memberStatus.prospect

const isClosed = ({ memberStatusId }: LockedMembership) =>
  memberStatusId === memberStatus.notInterested || memberStatusId === memberStatus.unconverted

const hasNotJoined = (before: LockedMembership) => isOpen(before) || isClosed(before)

/** A plan kept from an earlier try joins nobody: only a new one does. */
const becomesMember = (before: LockedMembership, fields: Fields) =>
  fields.trainingPlanId !== null && (isOpen(before) || (isClosed(before) && !isSamePlan(before, fields)))

async function membershipIn(tx: Write['tx'], memberId: number, clubId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A member of the tree begins in another of its clubs, as someone who has only asked so far. */
async function begin({ tx, now }: Write, memberId: number, clubId: number): Promise<number> {
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const made = await refuseOn(
    {
      club_member_member_id_club_id_key: ['clubId', 'Has a membership in this club already.'],
      club_member_member_id_root_club_id_fkey: ['clubId', 'This club has nothing to do with the member’s other clubs.'],
    },
    () =>
      tx
        .insertInto('club_member')
        .values({
          member_id: memberId,
          club_id: clubId,
          root_club_id,
          member_status_id: memberStatus.enquiry,
          date_added: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  )
  return made.id
}

interface PriceAgreed {
  readonly pence: number | null
  readonly exception: string
}

/** Who has a plan keeps his price here; a first plan costs what it costs. */
async function priceOf(context: Write, before: LockedMembership, fields: Fields): Promise<PriceAgreed> {
  const { trainingPlanId, subFrequencyId } = fields
  if (isSamePlan(before, fields)) return { pence: before.subPricePence, exception: '' }
  if (before.trainingPlanId !== null && !hasNotJoined(before)) {
    const message = 'The plan of a membership that goes on is changed with “Change plan”, which says what changes when.'
    throw new Refused(409, message, { trainingPlanId: [message] })
  }
  if (trainingPlanId === null) return { pence: null, exception: '' }
  const buyer = await buyerOf(context, before, fields)
  const { clubId } = before
  return await requirePlanPrice(context.tx, {
    clubId,
    trainingPlanId,
    subFrequencyId: subFrequencyId ?? 0,
    buyer,
    exception: { reason: fields.exceptionReason, isAdmin: mayTouch(context.user, clubId, true) },
  })
}

const buyerOf = async ({ tx }: Write, { memberId, today }: LockedMembership, { categoryId }: Fields) => ({
  dob: await birthdayOf(tx, memberId),
  categoryId,
  today,
})

async function followStatus(context: Write, before: LockedMembership, fields: Fields): Promise<void> {
  const { enquiry, active, prospect } = memberStatus
  const move = (to: number) =>
    changeStatus(context, { clubMemberId: before.id, clubId: before.clubId, to, on: before.today })
  if (becomesMember(before, fields)) await move(active)
  else if (before.memberStatusId === enquiry && fields.trialStart !== null) await move(prospect)
}

import { consentKinds, consentWording } from '@honbu/contract/consents.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { activation } from '../automations/index.ts'
import { requireFreePlace, type WriteParts, writeBySystem } from '../bookings/index.ts'
import type { JoiningWrite } from '../joining/index.ts'
import { type Created, create } from '../joining/index.ts'
import { type Duplicate, findLikelyDuplicates, lockTree } from '../members/index.ts'
import { raiseTask } from '../tasks/index.ts'
import type { Enquiry } from './enquiry.ts'
import { confirmation } from './letters.ts'
import type { Answers } from './read-answers.ts'
import { type Referrer, referrerOf } from './referrer-of.ts'

/** What a visitor is told came of it: the same whether the club had known him or not. */
export interface Received {
  readonly trial: { readonly classId: number; readonly classDate: string } | null
}

/**
 * Takes in what a visitor has sent. Somebody new becomes an enquiry, or with a trial a prospect with a booking, by the
 * rules that joining has. Of somebody who is known nothing is changed: the staff get a task that says what was asked.
 * The visitor is told the same in both cases, since anybody can type anybody's name. The same form sent twice is one.
 * @throws Refused 409 under `bookingDate` where no place is left
 */
export async function enquire(parts: WriteParts, enquiry: Enquiry): Promise<Received> {
  return await writeBySystem(parts, 'sendEnquiry', async context => {
    const { club, answers, formId } = enquiry
    const { tx } = context
    const write: JoiningWrite = { ...context, user: null }
    const enquiryId = await begin(write, enquiry)
    if (enquiryId === null) return await received(write, formId)
    await lockTree(tx, club.rootClubId)
    const known = await knownAs(write, enquiry)
    if (known && answers.trial) await requireFreePlace(context, answers.trial)
    const joined = known ? null : await create(write, joinerOf(enquiry))
    if (joined?.bookingId) await activation(context, { memberId: joined.memberId, bookingId: joined.bookingId })
    const memberId = joined?.memberId ?? (known && (await isOfClub(write, known, club.clubId)) ? known.memberId : null)
    const sender = await referrerOf(tx, club.rootClubId, answers.referral)
    // Nobody brings himself.
    const referrer = sender && sender.memberId !== known?.memberId ? sender : null
    await tx
      .updateTable('enquiry')
      .set({
        member_id: memberId,
        was_known: known !== null,
        booking_id: joined?.bookingId ?? null,
        referrer_id: referrer?.memberId ?? null,
      })
      .where('id', '=', enquiryId)
      .execute()
    const className = await classNameOf(write, answers)
    await raiseTask(tx, {
      clubId: club.clubId,
      memberId,
      kind: 'enquiry',
      cause: `enquiry:${enquiryId}`,
      subject: subjectOf(enquiry, className, known !== null),
      details: await detailsOf(write, enquiry, known, referrer),
      dueOn: club.today,
    })
    const { source, campaign, referral } = answers
    context.audit({
      clubId: club.clubId,
      memberId,
      subject: 'enquiry',
      subjectId: enquiryId,
      before: null,
      after: { wasKnown: known !== null, bookingId: joined?.bookingId ?? null, source, campaign, referral },
    })
    await context.mail(await confirmation(tx, enquiry))
    return await received(write, formId)
  })
}

/** @returns the new row; null where this form has been taken in already, also by somebody else at the same moment */
async function begin({ tx, now }: JoiningWrite, { club, answers, formId }: Enquiry): Promise<number | null> {
  const { source, campaign, referral, trial } = answers
  const row = await tx
    .insertInto('enquiry')
    .values({
      club_id: club.clubId,
      root_club_id: club.rootClubId,
      token: formId,
      was_known: false,
      class_id: trial?.classId ?? null,
      class_date: trial?.bookingDate ?? null,
      ...{ source, campaign, referral },
      created_at: now,
    })
    .onConflict(conflict => conflict.constraint('enquiry_token').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

async function received({ tx }: JoiningWrite, formId: string): Promise<Received> {
  const { classId, classDate } = await tx
    .selectFrom('enquiry')
    .select(['class_id as classId', 'class_date as classDate'])
    .where('token', '=', formId)
    .executeTakeFirstOrThrow()
  return { trial: classId !== null && classDate !== null ? { classId, classDate } : null }
}

/** By the rules that the staff's form has for who is most likely the same person. */
async function knownAs({ tx }: JoiningWrite, { club, answers }: Enquiry): Promise<Duplicate | null> {
  const { person, writer, isForChild } = answers
  const { email, phone } = writer
  const [found = []] = await findLikelyDuplicates(tx, club.rootClubId, [
    { ...person, ...(isForChild ? { email: null, phones: [] } : { email, phones: [phone] }) },
  ])
  return found.find(({ isLikely }) => isLikely) ?? null
}

async function isOfClub({ tx }: JoiningWrite, { memberId }: Duplicate, clubId: number): Promise<boolean> {
  const own = await tx
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  return own !== undefined
}

const nowhere = { line: null, town: null, postcode: null }
const noPhones = { phoneMob: null, phoneDay: null, phoneEve: null }

/** As the staff's form would send it. */
function joinerOf({ club, answers }: Enquiry): Created {
  const { isForChild, person, writer, trial, marketingSourceId, communicationFlags } = answers
  const own = { email: writer.email, ...noPhones, phoneMob: writer.phone }
  const asked = wordsOf(answers)
  return {
    person: { ...person, gender: '-', address: nowhere, ...(isForChild ? { email: null, ...noPhones } : own) },
    membership: {
      clubId: club.clubId,
      ...{ categoryId: null, trainingPlanId: null, subFrequencyId: null, paymentMethodId: null, marketingSourceId },
      ...{ memberSince: null, memberUntil: null, nextRenewal: null, nextPayment: null },
      ...{ trialStart: null, trialPlanId: null, exceptionReason: '' },
    },
    secondContact: isForChild
      ? {
          ...{ personId: null, firstName: writer.firstName, lastName: writer.lastName, gender: '', dob: null },
          ...{ ...own, address: nowhere, relationship: 'Parent or guardian', isGuardian: true, isEmergency: true },
        }
      : null,
    classId: trial?.classId ?? null,
    bookingDate: trial?.bookingDate ?? null,
    ...{ evenIfFull: false, gradeId: null, evenIfDuplicate: false, siblings: [], linkedMemberIds: [] },
    notes: asked ? [{ noteCategoryId: 1301, subject: 'Asked on the website', note: asked, isPinned: false }] : [],
    communicationFlags,
    consentHow: 'screen',
  }
}

/** What is asked of each channel: the text that is stored with the answer. */
export const wordingOf = (flag: number, clubName: string) =>
  consentWording(consentKinds.find(kind => kind.flag === flag)?.wording ?? '', clubName)

const wordsOf = ({ interests, message }: Answers) =>
  [interests.length > 0 && `Interested in: ${interests.join(', ')}`, message].filter(Boolean).join('\n\n')

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

async function classNameOf({ tx }: JoiningWrite, { trial }: Answers): Promise<string> {
  if (!trial) return ''
  const { name } = await tx
    .selectFrom('class')
    .select('class_name as name')
    .where('id', '=', trial.classId)
    .executeTakeFirstOrThrow()
  return name
}

function subjectOf({ answers }: Enquiry, className: string, isKnown: boolean): string {
  const name = fullName(answers.person)
  const trial = answers.trial && `${className} on ${mediumDate(answers.trial.bookingDate)}`
  if (isKnown) return trial ? `${name} asked again: would like to try ${trial}` : `${name} asked again`
  return trial ? `${name} booked a trial: ${trial}` : `${name} asked about training`
}

async function detailsOf(
  write: JoiningWrite,
  { answers }: Enquiry,
  known: Duplicate | null,
  referrer: Referrer | null,
): Promise<string> {
  const { writer, person, isForChild, trial, referral } = answers
  const where = known && (await clubsOf(write, known.memberId))
  const lines = [
    known && `Most likely ${fullName(known)} [${known.code}], ${where}. Nothing has been changed.`,
    known && trial && 'No place is booked yet: book it, or call.',
    `From ${fullName(writer)}${isForChild ? `, for ${fullName(person)}` : ''}, born ${mediumDate(person.dob)}`,
    [writer.email, writer.phone].filter(Boolean).join(', '),
    referral && `Referred by: ${referrer ? `${referrer.name} [${referrer.code}]` : referral}`,
    wordsOf(answers),
  ]
  return lines.filter(Boolean).join('\n').slice(0, 4000)
}

async function clubsOf({ tx }: JoiningWrite, memberId: number): Promise<string> {
  const clubs = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select('club.name')
    .where('member_id', '=', memberId)
    .orderBy('club.name')
    .execute()
  return clubs.map(({ name }) => name).join(', ')
}

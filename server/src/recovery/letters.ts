import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { failureReasons } from '@honbu/contract/recovery.ts'
import { isWorkingDay, workingDaysAfter } from '../plans/index.ts'
import type { Message } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'
import type { Loss, OpenPart } from './loss.ts'
import type { LetterParts, ToInvite, ToPay } from './parts.ts'
import { whatNext } from './recovery-tasks.ts'

/** Working days in which a claim can be challenged, and after which it is taken from the club. */
const daysToChallenge = 9
const daysUntilTaken = 14

interface Payer {
  readonly to: string
  readonly payerName: string
  /** The member, where somebody else pays. */
  readonly forOther: string | null
  readonly club: { readonly name: string; readonly email: string | null; readonly phone: string | null }
}

/** What a message to who pays says. The link to pay by is a secret: the job that sends it makes one. */
export interface MemberLetter {
  /** Missing in jobs of the version before. */
  readonly clubId?: number
  readonly to: string
  readonly subject: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly toPay: ToPay | null
  readonly toInvite: ToInvite | null
}

/** To who pays: what failed, why, and how it is paid now. A message about a payment is no marketing. */
export function memberLetter(loss: Loss, { to, payerName, forOther, club }: Payer): MemberLetter {
  const { pence, failedOn, reason, last, clubId, memberId, open } = loss
  const amount = currency(pounds(pence))
  const ways = [club.email, club.phone].filter(Boolean).join(', ')
  const [only, ...others] = open
  const words = only ? only.description : last.description
  const what = words && others.length === 0 ? ` for “${words}”` : ''
  return {
    clubId,
    to,
    subject: `${amount} to ${club.name} could not be collected`,
    before: [
      `Hello ${payerName},`,
      `we could not collect ${amount}${what}${forOther ? ` of ${forOther}` : ''} on ${longDate(failedOn)}: ${failureReasons[reason]}.`,
      ...(others.length > 0 ? [open.map(lineOf).join('\n')] : []),
      forPayer(loss),
    ],
    after: [
      'You can pay at once in cash or by card at the club, or by bank transfer. What you have paid is not collected again.',
      ...(ways ? [`If anything is not right, or is difficult at the moment, please talk to us: ${ways}`] : []),
      club.name,
    ],
    toPay: only
      ? { clubId, memberId, chargeId: others.length === 0 ? only.chargeId : null, email: to, name: payerName }
      : null,
    toInvite: loss.next.step === 'mandate' ? { clubId, memberId, email: to, name: payerName } : null,
  }
}

const lineOf = ({ description, pence }: OpenPart) => `${description || 'Other'}: ${currency(pounds(pence))}`

/** Sends a letter, with the links that the club has a use for: to pay by, and to set up a new direct debit. */
export async function sendLetter({ mail, payLink, inviteLink }: LetterParts, letter: MemberLetter): Promise<void> {
  const { to, subject, before, after, toPay, toInvite } = letter
  const clubId = letter.clubId ?? toPay?.clubId ?? toInvite?.clubId ?? 0
  const link = toPay ? await payLink(toPay) : null
  const asksForMore = toPay?.chargeId === null ? ' The page asks for all that is open.' : ''
  const byLink = link ? [`You can pay it now, by card or from your bank account.${asksForMore}\n${link}`] : []
  const invite = toInvite ? await inviteLink(toInvite) : null
  const byDebit = invite
    ? [
        `Please set up a new direct debit for what is to come; it takes two minutes, and you need your sort code and account number:\n${invite}`,
      ]
    : []
  await mail.send({
    letter: 'paymentFailed',
    clubId,
    to,
    subject,
    text: `${[...before, ...byLink, ...byDebit, ...after].join('\n\n')}\n`,
  })
}

function forPayer({ next, pence, last }: Loss): string {
  const amount = currency(pounds(pence))
  if (next.step === 'retry' && last.mandateId === null)
    return `We will charge your card with ${amount} again on ${longDate(next.retryOn)}.`
  if (next.step === 'card') return `It is not charged to this card again: please pay ${amount} by another card.`
  if (next.step === 'confirm')
    return `Your bank does not let us charge your card without you: please pay ${amount} yourself, and confirm it to your bank.`
  if (next.step === 'retry')
    return `We will collect ${amount} again on ${longDate(next.retryOn)}. Please see that there is enough money in the account.`
  if (next.step === 'provider' || next.step === 'onItsWay')
    return 'It is tried again in the next days. Please see that there is enough money in the account.'
  if (next.step === 'mandate')
    return `It cannot be collected from this account again: please pay ${amount} in another way.`
  return `It is not collected again by itself: please pay ${amount} in another way.`
}

interface Staff {
  readonly to: string
  readonly memberName: string
  readonly clubName: string
  readonly link: string
}

/** To the people of the club: money that was there is gone again. */
export function staffLetter(loss: Loss, { to, memberName, clubName, link }: Staff): Message {
  const amount = currency(pounds(loss.last.pence))
  const isClaim = loss.last.state === 'charged_back'
  const isCard = loss.last.provider === 'stripe'
  const claimed = isCard
    ? `the payer disputes a card payment of ${amount} of ${memberName}: Stripe has taken it back on ${longDate(loss.failedOn)}.`
    : `the bank has taken ${amount} of ${memberName} back on ${longDate(loss.failedOn)}: the payer has claimed it under the Direct Debit Guarantee.`
  const text = [
    'Hello,',
    isClaim
      ? claimed
      : `${amount} of ${memberName} had been collected, and failed late, on ${longDate(loss.failedOn)}: ${failureReasons[loss.reason]}.`,
    isClaim ? (isCard ? answer(loss) : challenge(loss)) : `It is owed again. ${whatNext(loss)}.`,
    `The member: ${link}`,
    clubName,
  ].join('\n\n')
  const taken = isCard ? `A card payment of ${amount} is disputed` : `The bank has taken ${amount} back`
  const subject = isClaim ? `${taken}: ${memberName}` : `${amount} failed late: ${memberName}`
  return { letter: 'lostPayment', to, subject, text: `${text}\n` }
}

/** A dispute of a card: until when is for the card schemes, and Stripe says it (https://docs.stripe.com/disputes/responding). */
function answer({ last: { answerBy }, zone, at }: Loss): string {
  const day = answerBy && longDate(todayIn(zone, answerBy))
  const time = day
    ? answerBy > at
      ? `Send Stripe your evidence until ${day}, in the dashboard under Disputes; it can be sent once.`
      : `The time to answer it ended on ${day}.`
    : 'Look in Stripe’s dashboard under Disputes until when you can answer it.'
  return `${time} Without an answer it is lost, with Stripe’s fee for disputes. It is owed again here. Talk to the payer: who has paid by mistake can tell the bank to end the dispute. Do not pay it back yourself, or it is paid back twice.`
}

function challenge({ failedOn, today }: Loss): string {
  const until = workingDaysAfter(failedOn, daysToChallenge)
  const taken = workingDaysAfter(failedOn, daysUntilTaken)
  const left = workingDaysLeft(today, until)
  const time =
    left > 0
      ? `You can challenge it at GoCardless until ${longDate(until)}: ${left === 1 ? 'one working day is' : `${left} working days are`} left.`
      : `The time to challenge it ended on ${longDate(until)}.`
  return `${time} Otherwise it is taken out of a payout on ${longDate(taken)}. It is owed again here. Talk to the payer, but do not settle it with them directly: the bank has paid them already.`
}

/** Working days after today, up to the last and with it. */
export function workingDaysLeft(today: string, until: string): number {
  let left = 0
  for (let day = addDays(today, 1); day <= until; day = addDays(day, 1)) if (isWorkingDay(day)) left += 1
  return left
}

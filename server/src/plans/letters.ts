import { currency, longDate } from '@honbu/contract/format.ts'
import { names, paymentMethod } from '@honbu/contract/ids.ts'
import type { Message } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'

/** What a letter about a price says; of one member, to who pays for him. */
export interface PriceLetter {
  readonly email: string
  readonly payerFirstName: string
  /** The payer is somebody else, of a minor. */
  readonly memberName: string
  readonly isForOther: boolean
  /** The member's code in the club. */
  readonly reference: string
  readonly planName: string
  readonly subFrequencyId: number
  readonly paymentMethodId: number | null
  readonly penceBefore: number
  readonly penceAfter: number
  readonly appliesOn: string
  readonly clubName: string
  readonly clubEmail: string | null
  readonly clubPhone: string | null
}

/** The advance notice of another amount: amount, date, frequency, reference, the club and how it is reached. */
export function newPriceLetter(letter: PriceLetter): Message {
  const { clubName, memberName, planName, penceAfter, penceBefore, appliesOn } = letter
  const often = frequency(letter)
  const isDebit = letter.paymentMethodId === paymentMethod.directDebit
  const taken = isDebit
    ? `We will collect ${money(penceAfter)} by direct debit on ${longDate(appliesOn)}, or the working day after, and ${often} from then on.`
    : `From ${longDate(appliesOn)} on, ${money(penceAfter)} is due ${often}.`
  return message(letter, `Your new price at ${clubName} from ${longDate(appliesOn)}`, [
    `the price of “${planName}”${letter.isForOther ? ` for ${memberName}` : ''} changes from ${money(penceBefore)} to ${money(penceAfter)}.`,
    taken,
    [
      `Amount: ${money(penceAfter)}`,
      `First payment: ${longDate(appliesOn)}`,
      `Frequency: ${names[letter.subFrequencyId]?.toLowerCase() ?? ''}`,
      `Reference: ${letter.reference}`,
    ].join('\n'),
    ...(isDebit ? ['The Direct Debit Guarantee protects your payments as before.'] : []),
  ])
}

/** What was announced does not come. */
export function oldPriceLetter(letter: PriceLetter): Message {
  const { clubName, memberName, planName, penceBefore, penceAfter, appliesOn } = letter
  return message(letter, `Your price at ${clubName} stays as it is`, [
    `we wrote to you that the price of “${planName}”${letter.isForOther ? ` for ${memberName}` : ''} would change to ${money(penceAfter)} from ${longDate(appliesOn)}.`,
    `It does not: you go on paying ${money(penceBefore)}, ${frequency(letter)}, as before. Reference: ${letter.reference}.`,
  ])
}

function message({ email, payerFirstName, ...letter }: PriceLetter, subject: string, paragraphs: string[]): Message {
  const ways = [letter.clubEmail, letter.clubPhone].filter(Boolean).join(', ')
  const reach = ways ? [`Any question? You can reach us here: ${ways}`] : []
  const text = [`Hello ${payerFirstName},`, ...paragraphs, ...reach, letter.clubName].join('\n\n')
  return { to: email, subject, text: `${text}\n` }
}

const money = (pence: number) => currency(pounds(pence))

const often: Readonly<Record<number, string>> = {
  1101: 'every week',
  1102: 'every month',
  1103: 'every three months',
  1104: 'every year',
  1105: 'once',
}
const frequency = ({ subFrequencyId }: PriceLetter) => often[subFrequencyId] ?? ''

import { currency, longDate } from '@honbu/contract/format.ts'
import { names, paymentMethod } from '@honbu/contract/ids.ts'
import type { Message } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'

/** What a letter about a price says of one member; to who pays for him. */
export interface PriceOfMember {
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
  readonly clubId: number
  readonly clubName: string
  readonly clubEmail: string | null
  readonly clubPhone: string | null
}

/** One letter to an address, about all members of a club for whom it is written to, of one plan. */
export interface PriceLetter {
  readonly email: string
  readonly members: readonly [PriceOfMember, ...PriceOfMember[]]
}

/** The advance notice of another amount: amount, date, frequency, reference, the club and how it is reached. */
export function newPriceLetter({ email, members }: PriceLetter): Message {
  const [first, ...more] = members
  const isAnyDebit = members.some(isDebit)
  const from = members.map(({ appliesOn }) => appliesOn).toSorted()[0] ?? first.appliesOn
  const paragraphs = more.length > 0 ? newPrices(first.planName, members) : newPrice(first)
  return message(email, members, `Your new price at ${first.clubName} from ${longDate(from)}`, [
    ...paragraphs,
    ...(isAnyDebit ? ['The Direct Debit Guarantee protects your payments as before.'] : []),
  ])
}

function newPrice(member: PriceOfMember): string[] {
  const { memberName, planName, isForOther, penceBefore, penceAfter } = member
  return [
    `the price of “${planName}”${isForOther ? ` for ${memberName}` : ''} changes from ${money(penceBefore)} to ${money(penceAfter)}.`,
    taken(member),
    facts(member),
  ]
}

const newPrices = (planName: string, members: readonly PriceOfMember[]): string[] => [
  `the price of “${planName}” changes, for each of you by itself.`,
  ...members.map(member =>
    [
      `${member.memberName}: from ${money(member.penceBefore)} to ${money(member.penceAfter)}`,
      taken(member),
      facts(member),
    ].join('\n'),
  ),
]

const isDebit = ({ paymentMethodId }: PriceOfMember) => paymentMethodId === paymentMethod.directDebit

const taken = (member: PriceOfMember) =>
  isDebit(member)
    ? `We will collect ${money(member.penceAfter)} by direct debit on ${longDate(member.appliesOn)}, or the working day after, and ${frequency(member)} from then on.`
    : `From ${longDate(member.appliesOn)} on, ${money(member.penceAfter)} is due ${frequency(member)}.`

const facts = ({ penceAfter, appliesOn, subFrequencyId, reference }: PriceOfMember) =>
  [
    `Amount: ${money(penceAfter)}`,
    `First payment: ${longDate(appliesOn)}`,
    `Frequency: ${names[subFrequencyId]?.toLowerCase() ?? ''}`,
    `Reference: ${reference}`,
  ].join('\n')

/** What was announced does not come. */
export function oldPriceLetter({ email, members }: PriceLetter): Message {
  const [first, ...more] = members
  const paragraphs = members.map(member => {
    const { memberName, planName, isForOther, penceBefore, penceAfter, appliesOn } = member
    const whose = isForOther || more.length > 0 ? ` for ${memberName}` : ''
    return [
      `we wrote to you that the price of “${planName}”${whose} would change to ${money(penceAfter)} from ${longDate(appliesOn)}.`,
      `It does not: you go on paying ${money(penceBefore)}, ${frequency(member)}, as before. Reference: ${member.reference}.`,
    ]
  })
  return message(email, members, `Your price at ${first.clubName} stays as it is`, paragraphs.flat())
}

function message(
  email: string,
  members: PriceLetter['members'],
  subject: string,
  paragraphs: readonly string[],
): Message {
  const [{ clubId, clubEmail, clubPhone, clubName }] = members
  const ways = [clubEmail, clubPhone].filter(Boolean).join(', ')
  const reach = ways ? [`Any question? You can reach us here: ${ways}`] : []
  const payers = [...new Set(members.map(({ payerFirstName }) => payerFirstName))]
  const text = [`Hello ${new Intl.ListFormat('en-GB').format(payers)},`, ...paragraphs, ...reach, clubName].join('\n\n')
  return { letter: 'priceChange', clubId, to: email, subject, text: `${text}\n` }
}

const money = (pence: number) => currency(pounds(pence))

const often: Readonly<Record<number, string>> = {
  1101: 'every week',
  1102: 'every month',
  1103: 'every three months',
  1104: 'every year',
  1105: 'once',
}
const frequency = ({ subFrequencyId }: PriceOfMember) => often[subFrequencyId] ?? ''

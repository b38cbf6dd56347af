import { currency } from './format.ts'
import { type Right, rights } from './rights.ts'

export interface May {
  readonly isAdmin: boolean
  readonly rights: readonly Right[]
  /** In pounds; null: no limit. */
  readonly creditLimit: number | null
}

/** Each completes “You can …”. */
const actions: Readonly<Record<Right, string>> = {
  takePayments: 'take payments',
  giveCredit: 'give credit and refunds',
  changePrices: 'change prices',
  seeMoney: 'see the club’s money',
  seeHealth: 'see health notes',
  sendToMany: 'message more than 10 people',
  export: 'export lists',
}

const aboutMoney: readonly Right[] = ['takePayments', 'giveCredit', 'changePrices', 'seeMoney']

/** Says what someone may do in a club, and what they may not, in one or two sentences. */
export function mayWords(who: 'You' | 'They', { isAdmin, rights: given, creditLimit }: May): string {
  if (isAdmin) return `${who} can do everything: classes, members, staff, prices, money and settings.`
  const can = ['see members', 'take registers', ...rights.filter(right => given.includes(right)).map(words)]
  const cannot = [
    ...(given.includes('seeHealth') ? [] : ['see health notes']),
    ...(aboutMoney.some(right => given.includes(right)) ? [] : ['handle money']),
  ]
  const limits = cannot.length === 0 ? '' : ` ${who} can’t ${either.format(cannot)}.`
  return `${who} can ${both.format(can)}.${limits}`

  function words(right: Right): string {
    const limit = right === 'giveCredit' && creditLimit !== null ? ` up to ${currency(creditLimit)}` : ''
    return `${actions[right]}${limit}`
  }
}

const both = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

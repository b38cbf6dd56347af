import type { OwnersRight, Right } from './rights.ts'

interface Words {
  readonly title: string
  /** What it includes. */
  readonly hint: string
  /** Completes “You may not …”. */
  readonly action: string
}

export const rightWords: Readonly<Record<Right | OwnersRight, Words>> = {
  takePayments: {
    title: 'Take payments',
    hint: 'Charge, sell, record cash and card payments, collect, and send pay links.',
    action: 'charge members or take payments',
  },
  giveCredit: {
    title: 'Give credit and refund',
    hint: 'Refund payments, give credit, and reverse charges and payments.',
    action: 'give credit, refund or reverse entries',
  },
  changePrices: {
    title: 'Change prices and plans',
    hint: 'Create and edit training plans, and change the price of memberships.',
    action: 'change prices and plans',
  },
  seeMoney: {
    title: 'See the club’s money',
    hint: 'Finance and debt reports, overdue payments, failed payments and payouts.',
    action: 'see the club’s money',
  },
  seeHealth: {
    title: 'See health notes',
    hint: 'Notes about a member’s health, also at the register.',
    action: 'see health notes',
  },
  sendToMany: {
    title: 'Send messages to many',
    hint: 'Send or schedule a message to more than 10 people.',
    action: 'send messages to more than 10 people',
  },
  export: {
    title: 'Export',
    hint: 'Download lists of members and reports as files.',
    action: 'download lists or reports',
  },
  closeBooks: {
    title: 'Close the books',
    hint: 'Close and reopen past days.',
    action: 'close or reopen the books',
  },
}

/** Says why something isn't offered or done, as a sentence. */
export const whyNot = (right: Right | OwnersRight): string =>
  right === 'closeBooks'
    ? 'Only the owner of the club may close or reopen the books.'
    : `You may not ${rightWords[right].action}. An admin of the club can change that.`

import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, clubMember, may, priceChange, treePlan } from './guards.ts'
import { subFrequency } from './ids.ts'
import { pounds } from './plans.ts'

/** What is to be paid from then on. */
const newPrice = {
  clubId: id,
  subFrequencyId: z.literal(Object.values(subFrequency)),
  /** Pounds a payment, before what is off for a family. */
  subPrice: pounds,
  /** Nobody pays it before this day of the club. */
  from: date,
  /** Also those whose price was agreed with them alone, who keep it otherwise. */
  withOwnPriced: z._default(z.boolean(), false),
}

export const PriceChangeFields = z.object({
  subFrequencyId: newPrice.subFrequencyId,
  subPrice: newPrice.subPrice,
  from: date,
  withOwnPriced: z.boolean(),
})

/** What the preview can be filtered and sorted by. */
export const priceChangeColumns = columns({
  name: { type: 'string', title: 'Member' },
  clubName: { type: 'string', title: 'Club' },
  priceBefore: { type: 'number', title: 'Pays now' },
  priceAfter: { type: 'number', title: 'Then' },
  appliesOn: { type: 'date', title: 'From' },
  paymentMethod: { type: 'string', title: 'Paid by' },
  toldBy: { type: 'string', title: 'Told by e-mail to' },
  problem: { type: 'string', title: 'Stays because' },
})

export const PriceChangeRow = z.object({
  clubMemberId: id,
  memberId: id,
  name: z.string(),
  clubName: z.string(),
  /** Pounds a payment, with what is off for a second or further member of a family. */
  priceBefore: z.nullable(z.number()),
  priceAfter: z.number(),
  /** The day of the first payment that changes; where none is planned, the day from which one would. */
  appliesOn: z.nullable(date),
  paymentMethod: z.nullable(z.string()),
  /** Name of the member, or of a guardian; empty when nobody has an address. */
  toldBy: z.string(),
  /** Why this one stays as it is; empty when it changes. */
  problem: z.string(),
})

export const getPriceChangePreview = ask('/api/club/GetPriceChangePreview/:id', {
  summary:
    'Who would pay what, now and then, and from when, if the price of a plan changed for those who have it: a grid. By ' +
    'direct debit ten working days of notice are kept; who has a price of his own keeps it unless asked otherwise.',
  access: [treePlan('id'), may('changePrices', club('clubId'))],
  input: { ...newPrice, ...gridInput },
  output: z.extend(gridPage(PriceChangeRow), {
    /** How many change, of all who match the filter. */
    changing: z.int(),
    staying: z.int(),
    /**
     * Those who pay what the plan neither asks nor has asked, so that it was agreed with them alone: they change if
     * `withOwnPriced` says so, and stay otherwise. Who stays for another reason as well is not among them.
     */
    ownPriced: z.int(),
    /** Of those who change: nobody can be written to. */
    notTold: z.int(),
    /** Pounds a year more (below zero: less) if all change. */
    yearlyMore: z.number(),
    /** The first day on which a changed direct debit can be taken. */
    earliestDebit: date,
  }),
})

export const savePriceChange = post('/api/club/SavePriceChange/:id', {
  summary:
    'Changes the price of a plan for those who have it: for all whom the preview shows as changing, or for those chosen. ' +
    'Each is told by e-mail, and pays it from his first payment on after the notice.',
  access: [treePlan('id'), may('changePrices', club('clubId')), may('changePrices', clubMember('clubMemberIds'))],
  input: {
    ...newPrice,
    /** As in the preview: for those of it alone who match. */
    filter: gridInput.filter,
    /** Null: all of them. */
    clubMemberIds: z.nullable(z.array(id).check(z.minLength(1, { error: 'Choose somebody' }), z.maxLength(20_000))),
  },
  output: z.object({ priceChangeId: id, members: z.int(), notTold: z.int() }),
})

export const PriceChange = z.object({
  priceChangeId: id,
  /** The plan's price and frequency from then on, in pounds. */
  subFrequencyId: z.int(),
  subPrice: z.number(),
  from: date,
  clubName: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  by: z.string(),
  isCancelled: z.boolean(),
  /** Of its members: still to come, done, and taken back one by one or with all. */
  waiting: z.int(),
  /** Of those to come: charged by it already, ahead of the day. They cannot be taken back. */
  charged: z.int(),
  applied: z.int(),
  cancelled: z.int(),
  told: z.int(),
  /** Who could not be written to, by name; at most 50 of them. */
  notTold: z.array(z.object({ memberId: id, name: z.string() })),
  /** Of those to come: the first and the last day. */
  firstOn: z.nullable(date),
  lastOn: z.nullable(date),
  /** May the caller take it back? */
  canCancel: z.boolean(),
})

export const getPriceChanges = get('/api/club/GetPriceChanges/:id', {
  summary:
    'The price changes of a plan that concern members of this club or of those below it, and these alone, the latest ' +
    'first; a club above may have made them.',
  access: [treePlan('id'), club('clubId')],
  input: { clubId: idText },
  output: z.array(PriceChange),
})

export const cancelPriceChange = post('/api/club/CancelPriceChange/:id', {
  summary:
    'Takes back what has not come yet of a price change (id); those who were told are told so. Who pays it already ' +
    'goes on to.',
  access: may('changePrices', priceChange('id')),
  output: z.object({ priceChangeId: id, members: z.int() }),
})

import type { FirstBill } from '@honbu/contract/charging.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import type * as z from 'zod/mini'
import { type Html, html } from '../platform/html.ts'

/** A member's first payments and the regular ones after them, below the terms that they sign; null without any. */
export function billHtml(
  { lines, regular, uncharged, withoutMethod }: z.output<typeof FirstBill>,
  today: string,
): Html | null {
  if (lines.length + regular.length + uncharged.length === 0) return null
  return html`<h3>What you’ll pay</h3>
    ${[...Map.groupBy(lines, ({ on }) => on)].map(
      ([on, each]) => html`
        <p>${on === today ? 'Today' : mediumDate(on)}${each[0]?.paymentMethod && `, ${each[0].paymentMethod.toLowerCase()}`}: ${currency(sumOf(each))}</p>
        <ul>${each.map(({ description, amount }) => html`<li>${description}: ${currency(amount)}</li>`)}</ul>`,
    )}
    ${withoutMethod.length > 0 && html`<p>We’ll charge this once you’ve agreed how you’ll pay.</p>`}
    ${regular.map(
      ({ amount, frequency, from }) =>
        html`<p>${currency(amount)} ${frequency.toLowerCase()} from ${mediumDate(from)}</p>`,
    )}
    ${uncharged.map(
      ({ from, until, amount }) =>
        html`<p>${mediumDate(from)} to ${mediumDate(until)}, ${currency(amount)}: the club decides whether you pay this.</p>`,
    )}`
}

const sumOf = (rows: readonly { readonly amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

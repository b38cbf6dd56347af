import { type FirstBill as Bill, getFirstBill } from '@honbu/contract/charging.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import type * as z from 'zod/mini'
import { useRead } from '../app/api.ts'
import css from './FirstBill.module.css'

type Values = z.output<typeof Bill>

/** Lists the first charges by due date, and the regular payments after them. */
export function FirstBill({ bill, today }: { bill: Values; today?: string }) {
  const { lines, regular, uncharged, withoutMethod } = bill
  const isOne = new Set([...lines, ...regular, ...uncharged].map(({ memberName }) => memberName)).size < 2
  const of = (memberName: string) => (isOne ? '' : `${memberName}: `)
  const days = [...Map.groupBy(lines, ({ on }) => on)]
  return (
    <div className={css.bill}>
      {days.map(([on, each]) => (
        <table key={on}>
          <caption>
            {on === today ? 'Today' : mediumDate(on)}
            {each[0]?.paymentMethod && `, ${each[0].paymentMethod.toLowerCase()}`}
          </caption>
          <tbody>
            {each.map(({ memberName, description, amount }) => (
              <tr key={`${memberName} ${description}`}>
                <td>
                  {of(memberName)}
                  {description}
                </td>
                <td>{currency(amount)}</td>
              </tr>
            ))}
            {each.length > 1 && (
              <tr>
                <th scope="row">Together</th>
                <td>{currency(sumOf(each))}</td>
              </tr>
            )}
          </tbody>
        </table>
      ))}
      {withoutMethod.map(memberName => (
        <p key={memberName}>{isOne ? 'We' : `${memberName}: we`}’ll charge this once “Paid by” is set.</p>
      ))}
      {regular.map(({ memberName, from, amount, frequency }) => (
        <p key={memberName}>
          {of(memberName)}
          {currency(amount)} {frequency.toLowerCase()} from {mediumDate(from)}
        </p>
      ))}
      {uncharged.map(({ memberName, from, until, amount }) => (
        <p key={memberName}>
          {of(memberName)}
          {mediumDate(from)} to {mediumDate(until)}, {currency(amount)}: uncharged until an admin decides
        </p>
      ))}
    </div>
  )
}

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** A member's first bill at a club, under its heading; nothing if nothing is due. */
export function MemberBill({ memberId, clubId }: { memberId: number; clubId: number }) {
  const { data: bill } = useRead(getFirstBill, { id: memberId, clubId })
  if (!bill || bill.lines.length === 0) return null
  return (
    <section>
      <h3>What you’ll pay</h3>
      <FirstBill bill={bill} />
    </section>
  )
}

import type { ChargesAhead as Schema } from '@honbu/contract/charging.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import type * as z from 'zod/mini'
import css from './FirstBill.module.css'

type Ahead = z.output<typeof Schema>

/** What a move changes of the charges of the next months, by due date, to the penny. */
export function ChargesAhead({ ahead: { until, charges } }: { ahead: Ahead }) {
  if (charges.length === 0) return <p>No charges until {mediumDate(until)}.</p>
  return (
    <div className={css.bill}>
      <table className={css.compared}>
        <caption>Charges until {mediumDate(until)}</caption>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {charges.map(({ on, before, after }) => (
            <tr key={on}>
              <td>{mediumDate(on)}</td>
              <td>{currency(before)}</td>
              <td>{after === before ? currency(after) : <strong>{currency(after)}</strong>}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{currency(sumOf(charges.map(({ before }) => before)))}</td>
            <td>
              <strong>{currency(sumOf(charges.map(({ after }) => after)))}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const sumOf = (pounds: readonly number[]) => pounds.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100

import type { FirstBill as Schema } from '@honbu/contract/charging.ts'
import type * as z from 'zod/mini'
import css from './FirstBill.module.css'
import { FirstBill } from './FirstBill.tsx'

interface Props {
  answer: { readonly data: z.output<typeof Schema> | undefined; readonly error: Error | null }
  today: string
  /** Whether enough is chosen to work it out. */
  isWhole: boolean
}

/** The first bill of someone who is about to join. */
export function BillPreview({ answer: { data: bill, error }, today, isWhole }: Props) {
  const isEmpty = bill && bill.lines.length === 0 && bill.uncharged.length === 0 && bill.regular.length === 0
  return (
    <section className={css.preview} aria-label="First bill" aria-live="polite">
      <h3>First bill</h3>
      {!isWhole && <p>Choose a plan to see what they’ll pay.</p>}
      {isWhole && error && <p>We can’t show the first bill yet. {error.message}</p>}
      {isWhole && !error && isEmpty && <p>Nothing to pay yet.</p>}
      {isWhole && !error && bill && !isEmpty && <FirstBill bill={bill} today={today} />}
    </section>
  )
}

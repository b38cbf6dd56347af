import { previewFirstBill } from '@honbu/contract/joining.ts'
import { useRead } from '../app/api.ts'
import { billWords } from '../charging/bill-words.ts'
import { FirstBill } from '../charging/FirstBill.tsx'
import { Panel } from '../ui/Panel.tsx'
import { createInput } from './create-input.ts'
import css from './Joining.module.css'
import type { Joining } from './wizard.ts'

interface Props {
  joining: Joining
  clubId: number
  today: string
}

/** The first bill of everyone who joins, before they do. */
export function ReviewBill({ joining, clubId, today }: Props) {
  const answer = useRead(previewFirstBill, createInput(joining, clubId, null), { staleTime: 0, retry: false })
  const bill = answer.data
  if (!bill && !answer.error) return null
  const isEmpty = bill && bill.lines.length === 0 && bill.uncharged.length === 0
  return (
    <Panel title="First bill">
      {answer.error && <p className={css.soft}>We can’t show the first bill yet. {answer.error.message}</p>}
      {isEmpty && <p className={css.soft}>Nothing to pay yet.</p>}
      {bill && !isEmpty && (
        <div className={css.stack}>
          {billWords(bill, today).map(words => (
            <p key={words} className={css.price}>
              <strong>{words}</strong>
            </p>
          ))}
          <FirstBill bill={bill} today={today} />
        </div>
      )}
    </Panel>
  )
}

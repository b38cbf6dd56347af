import { currency, shortDate } from '@honbu/contract/format.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import css from './MoneyPanel.module.css'
import type { Payment } from './transaction.ts'

const tones: Readonly<Record<Payment['refunds'][number]['state'], Tone>> = {
  asked: 'neutral',
  pending: 'neutral',
  paid: 'good',
  refused: 'bad',
  failed: 'bad',
}

/** What a provider was asked to give back, and what it said. */
export function ProviderRefunds({ refunds }: { refunds: Payment['refunds'] }) {
  return (
    <ul className={css.refunds} aria-label="Refunds">
      {refunds.map(({ refundId, amount, state, stateName, cause, askedAt }) => (
        <li key={refundId}>
          <Badge tone={tones[state]}>{stateName}</Badge>
          <span className={css.soft}>
            {currency(amount)}, {shortDate(askedAt.slice(0, 10))}
            {cause && `: ${cause.replace(/[.]$/, '')}`}.{state === 'refused' && ' Nothing was given back.'}
            {state === 'failed' && ' The club has the money again.'}
          </span>
        </li>
      ))}
    </ul>
  )
}

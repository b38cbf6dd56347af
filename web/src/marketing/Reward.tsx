import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import type { getMemberReferrals } from '@honbu/contract/referrals.ts'
import { Badge } from '../ui/Badge.tsx'

type Given = Output<typeof getMemberReferrals>['brought'][number]['reward']

/** What the referrer was thanked with. */
export function Reward({ reward }: { reward: Given }) {
  if (reward === null) return null
  const { kind, amount, isDone, on } = reward
  if (kind === 'other') return <Badge>Taken back</Badge>
  const title = `On ${mediumDate(on)}`
  if (kind === 'credit')
    return (
      <span title={title}>
        <Badge tone="good">{currency(amount ?? 0)} credit</Badge>
      </span>
    )
  return (
    <span title={title}>
      <Badge tone={isDone ? 'good' : 'neutral'}>{isDone ? 'Task done' : 'Task to do'}</Badge>
    </span>
  )
}

/** Nothing stands that was given. */
export const canReward = (reward: Given) => reward === null || reward.kind === 'other'

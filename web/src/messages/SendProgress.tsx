import { wholeNumber } from '@honbu/contract/format.ts'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import type { WholeMessage } from './message.ts'
import { summaryOf } from './message-words.ts'

/** How far it is. It goes on without this page. */
export function SendProgress({ message: { counts, status } }: { message: WholeMessage }) {
  const { total, done } = summaryOf(counts)
  if (status === 'preparing') return <WorkProgress label="Writing down who gets it" done={0} total={null} />
  const label = `${wholeNumber(done)} of ${wholeNumber(total)} ${status === 'paused' ? 'sent, paused' : 'sent'}`
  return <WorkProgress label={label} done={done} total={total} />
}

import { endFreeze, getFreezes } from '@honbu/contract/charging.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { IconSnowflake } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import type { Membership } from '../membership/membership.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Charging.module.css'
import { effectsWords, type Freeze, freezeDays } from './freeze.ts'

const FreezeDialog = lazy(() => import('./FreezeDialog.tsx').then(m => ({ default: m.FreezeDialog })))

interface Props {
  membership: Membership
  /** The member's first name. */
  name: string
  /** Whether the address asks for a new freeze. */
  isAsked: boolean
  onAnswered: () => void
}

/** Whether a membership lies still, or will; and the way to freeze it, or to let it go on. */
export function FreezeBlock({ membership, name, isAsked, onAnswered }: Props) {
  const { memberId, clubMemberId, moves, trainingPlanId } = membership
  const [chosen, setEdited] = useState<Freeze | 'new' | null>(null)
  const edited = chosen ?? (isAsked ? 'new' : null)
  const answer = useRead(getFreezes, { id: memberId })
  const freezes = (answer.data ?? []).filter(freeze => freeze.clubMemberId === clubMemberId && freeze.state !== 'past')
  const canFreeze = moves.includes('lapse') && trainingPlanId !== null
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The freezes could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!canFreeze && freezes.length === 0) return null
  return (
    <div className={css.freeze}>
      <ul className={css.freezes} aria-label="Freezes">
        {freezes.map(freeze => (
          <FreezeRow key={freeze.freezeId} freeze={freeze} memberId={memberId} onEdit={() => setEdited(freeze)} />
        ))}
      </ul>
      {canFreeze && (
        <Button onClick={() => setEdited('new')}>
          <IconSnowflake size={18} aria-hidden="true" />
          Freeze
        </Button>
      )}
      {edited && (
        <Suspense>
          <FreezeDialog
            membership={membership}
            name={name}
            freeze={edited === 'new' ? null : edited}
            onClose={() => {
              setEdited(null)
              onAnswered()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function FreezeRow({ freeze, memberId, onEdit }: { freeze: Freeze; memberId: number; onEdit: () => void }) {
  const end = useWrite(endFreeze)
  const { ask, dialog } = useConfirm()
  const { freezeId, from, until, price, reason, state } = freeze
  const isNow = state === 'now'

  async function press() {
    const yes = await ask({
      title: isNow ? 'Go on from today?' : 'Take the freeze back?',
      text: 'What was charged already for these days is put right at once.',
      action: isNow ? 'Unfreeze' : 'Take back',
    })
    if (!yes) return
    const result = await end.mutateAsync({ id: memberId, freezeId })
    if (isRefusal(result)) return void showToast({ message: result.message, tone: 'bad' })
    showToast({ message: effectsWords(result.effects) ?? 'The membership goes on.' })
  }

  return (
    <li>
      <Badge tone={isNow ? 'accent' : 'neutral'} icon={<IconSnowflake size={14} aria-hidden="true" />}>
        {isNow ? (until ? `Frozen until ${mediumDate(until)}` : 'Frozen') : `Frozen from ${mediumDate(from)}`}
      </Badge>
      <span>
        {freezeDays(freeze)}, {currency(price)} a period: {reason}
      </span>
      <Button variant="quiet" onClick={onEdit}>
        Change
      </Button>
      <Button variant="quiet" isBusy={end.isPending} onClick={() => void press()}>
        {isNow ? 'Unfreeze' : 'Take back'}
      </Button>
      {dialog}
    </li>
  )
}

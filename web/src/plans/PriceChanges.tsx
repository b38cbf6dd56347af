import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, longDate, mediumDate } from '@honbu/contract/format.ts'
import { cancelPriceChange, getPriceChanges } from '@honbu/contract/price-changes.ts'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Plans.module.css'
import { frequencyText, membersText } from './plan-texts.ts'

type Change = Output<typeof getPriceChanges>[number]

/** How the price of a plan has been changed for those who have it, and what is to come. */
export function PriceChanges({ clubId, planId }: { clubId: number; planId: number }) {
  const answer = useRead(getPriceChanges, { id: planId, clubId })
  const cancel = useWrite(cancelPriceChange)
  const { ask, dialog } = useConfirm()
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title="The price changes could not be loaded."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  if (!answer.data || answer.data.length === 0) return null

  async function takeBack(change: Change) {
    const yes = await ask({
      title: 'Take back this price change?',
      text: `${membersText(change.waiting - change.charged)} who would pay it go on paying what they pay now.${
        change.told > 0 ? ' Those who were told by e-mail are told so.' : ''
      }${change.charged > 0 ? ` ${membersText(change.charged)} have been charged by it already, and go on to pay it.` : ''}${
        change.applied > 0 ? ` ${membersText(change.applied)} pay it already, and go on to.` : ''
      }`,
      action: 'Take back',
      isDanger: true,
    })
    if (!yes) return
    const result = await cancel.mutateAsync({ id: change.priceChangeId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `Taken back for ${membersText(result.members)}.` })
  }

  return (
    <Panel title="Price changes for members" flush>
      <ul className={css.changes} aria-label="Price changes for members">
        {answer.data.map(change => (
          <li key={change.priceChangeId} className={css.change}>
            <div className={css.words}>
              <p>
                <strong>
                  {currency(change.subPrice)} {frequencyText(change.subFrequencyId)}
                </strong>{' '}
                from {longDate(change.from)} <State change={change} />
              </p>
              <p className={css.soft}>{words(change)}</p>
              {change.notTold.length > 0 && (
                <p className={css.soft}>
                  Without an e-mail address, to be told in another way:{' '}
                  {change.notTold.map(({ memberId, name }, index) => (
                    <span key={memberId}>
                      {index > 0 && ', '}
                      <AppLink to={memberAddress(memberId)}>{name}</AppLink>
                    </span>
                  ))}
                </p>
              )}
            </div>
            {change.canCancel && (
              <Button isBusy={cancel.isPending} onClick={() => void takeBack(change)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

function State({ change }: { change: Change }) {
  if (change.isCancelled) return <Badge>Taken back</Badge>
  if (change.waiting > 0) return <Badge tone="accent">To come</Badge>
  return <Badge tone="good">Done</Badge>
}

function words({
  waiting,
  charged,
  applied,
  cancelled,
  told,
  firstOn,
  lastOn,
  by,
  createdAt,
  clubName,
}: Change): string {
  const days = firstOn === lastOn ? ` on ${day(firstOn)}` : ` from ${day(firstOn)} to ${day(lastOn)}`
  return [
    waiting > 0 && `${membersText(waiting)} to come,${days}`,
    charged > 0 && `${charged} of them charged already`,
    applied > 0 && `${membersText(applied)} pay it`,
    cancelled > 0 && `${membersText(cancelled)} kept the old price`,
    `${told} told by e-mail`,
    `${by || 'Somebody'}, ${clubName}, ${mediumDate(createdAt.slice(0, 10))}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const day = (date: string | null) => (date === null ? '' : mediumDate(date))

import { cancelSubscription, getSubscriptions } from '@honbu/contract/collections.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Collections.module.css'
import { told } from './told.ts'
import { lookAgain } from './use-news.ts'

type Subscription = Output<typeof getSubscriptions>[number]

/** What a provider collects by itself, by an arrangement that was made there. Nothing is shown where there is none. */
export function Subscriptions({ memberId }: { memberId: number }) {
  const answer = useRead(getSubscriptions, { id: memberId }, { refetchInterval: ({ state }) => pace(state.data ?? []) })
  const { ask, dialog } = useConfirm()
  const { may } = useRights()
  const cancel = useWrite(cancelSubscription, { invalidates: [getSubscriptions] })
  if (answer.error && !answer.data)
    return (
      <Panel title="Subscriptions at GoCardless">
        <ErrorState
          title="The subscriptions could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      </Panel>
    )
  const subscriptions = answer.data ?? []
  if (subscriptions.length === 0) return null

  async function pressCancel({ subscriptionId, providerId, name, amount }: Subscription) {
    const yes = await ask({
      title: `End the subscription ${name || currency(amount)}?`,
      text: 'GoCardless collects nothing more by it. What it has begun to collect is still collected.',
      action: 'End subscription',
      isDanger: true,
    })
    if (!yes) return
    told(await cancel.mutateAsync({ id: subscriptionId, memberId, providerId }), 'The subscription is being ended.')
  }

  return (
    <Panel title="Subscriptions at GoCardless" flush>
      <ul className={css.list}>
        {subscriptions.map(subscription => (
          <li key={subscription.subscriptionId} className={css.row}>
            <div>
              <span className={css.what}>
                {subscription.name || 'Subscription'}
                <Badge tone={subscription.state === 'active' ? 'good' : 'neutral'}>
                  {subscription.isCancelling ? 'Being ended' : stateOf(subscription)}
                </Badge>
              </span>
              <p className={css.details}>{detailsOf(subscription)}</p>
              {subscription.problem && <p className={css.problem}>{subscription.problem}</p>}
            </div>
            <span className={css.money}>{currency(subscription.amount)}</span>
            <span className={css.more}>
              {subscription.canCancel && may('takePayments', subscription.clubId) && (
                <Menu
                  label={`More for the subscription ${subscription.name || currency(subscription.amount)}`}
                  items={[{ text: 'End subscription', isDanger: true, onSelect: () => void pressCancel(subscription) }]}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

/** One that is being ended is ended in a moment. */
function pace(subscriptions: readonly Subscription[]) {
  return subscriptions.some(({ isCancelling, problem }) => isCancelling && problem === '') && lookAgain.now
}

/** As GoCardless says it, for people: 'pending_customer_approval' is 'Pending customer approval'. */
const stateOf = ({ state }: Subscription) => {
  const text = state.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function detailsOf({ frequency, startDate, nextPayment, createdAt }: Subscription): string {
  const parts = [
    frequency,
    startDate && `from ${mediumDate(startDate)}`,
    nextPayment && `next ${mediumDate(nextPayment)}`,
    `made ${mediumDate(createdAt.slice(0, 10))}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

import { getCreditBalance, getPayments, getTransactions } from '@honbu/contract/billing.ts'
import { cancelExternalPayment, getExternalPayments } from '@honbu/contract/collections.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, longDate, mediumDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Collections.module.css'
import { told } from './told.ts'
import { lookAgain, useNews } from './use-news.ts'

type ExternalPayment = Output<typeof getExternalPayments>[number]

const shownFirst = 6

/** What is collected from a member by a provider, and what became of it. Nothing is shown where there was nothing ever. */
export function ExternalPayments({ memberId }: { memberId: number }) {
  const answer = useRead(
    getExternalPayments,
    { id: memberId },
    { refetchInterval: ({ state }) => pace(state.data ?? []) },
  )
  useNews(answer.data?.map(({ paymentId, state }) => `${paymentId} ${state}`).join())
  const [showsAll, setShowsAll] = useState(false)
  const { ask, dialog } = useConfirm()
  const cancel = useWrite(cancelExternalPayment, {
    invalidates: [getExternalPayments, getTransactions, getPayments, getCreditBalance],
  })
  const payments = answer.data ?? []
  const { may } = useRights()
  if (answer.data?.length === 0) return null

  async function pressCancel({ paymentId, providerId, amount, chargeDate }: ExternalPayment) {
    const yes = await ask({
      title: `Cancel the collection of ${currency(amount)}?`,
      text: `It is not taken${chargeDate ? ` on ${longDate(chargeDate)}` : ''}, and stays owed.`,
      action: 'Cancel collection',
      isDanger: true,
    })
    if (!yes) return
    told(await cancel.mutateAsync({ id: memberId, paymentId, providerId }), 'The collection is being cancelled.')
  }

  return (
    <Panel title="Collections" flush>
      {answer.error && !answer.data && (
        <ErrorState
          title="The collections could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="2.5rem" />}
      <ul className={css.list}>
        {payments.slice(0, showsAll ? payments.length : shownFirst).map(payment => (
          <li key={payment.paymentId} className={css.row}>
            <div>
              <span className={css.what}>
                {payment.description}
                <StateBadge payment={payment} />
              </span>
              <p className={css.details}>{detailsOf(payment)}</p>
              {payment.parts.length > 1 && <p className={css.details}>{partsOf(payment)}</p>}
              {payment.problem && <p className={css.problem}>{payment.problem}</p>}
            </div>
            <span className={css.money}>{currency(payment.amount)}</span>
            <span className={css.more}>
              {payment.canCancel && may('takePayments', payment.clubId) && (
                <Menu
                  label={`More for the collection of ${currency(payment.amount)}${payment.chargeDate ? ` on ${mediumDate(payment.chargeDate)}` : ''}`}
                  items={[{ text: 'Cancel collection', isDanger: true, onSelect: () => void pressCancel(payment) }]}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {!showsAll && payments.length > shownFirst && (
        <div className={css.actions}>
          <Button onClick={() => setShowsAll(true)}>Show all {payments.length}</Button>
        </div>
      )}
      {dialog}
    </Panel>
  )
}

/** What a job sends or cancels is known in a moment; the bank takes days. */
function pace(payments: readonly ExternalPayment[]) {
  const isAtWork = ({ state, isCancelling, problem }: ExternalPayment) =>
    (state === 'waiting' || isCancelling) && problem === ''
  if (payments.some(each => isAtWork(each) || isBeingCharged(each))) return lookAgain.now
  return payments.some(({ state }) => moving.includes(state)) && lookAgain.later
}

const moving = ['waiting', 'pending_customer_approval', 'pending_submission', 'submitted']
const isBeingCharged = ({ state, providerId }: ExternalPayment) =>
  providerId === paymentMethod.card && (state === 'waiting' || state === 'submitted')

const good = ['confirmed', 'paid_out']
const bad = ['failed', 'charged_back', 'refused', 'customer_approval_denied']

function StateBadge({ payment: { state, stateName, isCancelling } }: { payment: ExternalPayment }) {
  if (isCancelling)
    return (
      <Badge tone="warn" icon={<IconClock size={14} aria-hidden="true" />}>
        Being cancelled
      </Badge>
    )
  if (good.includes(state))
    return (
      <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
        {stateName}
      </Badge>
    )
  if (bad.includes(state))
    return (
      <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
        {stateName}
      </Badge>
    )
  if (state === 'cancelled') return <Badge tone="neutral">{stateName}</Badge>
  return (
    <Badge tone="accent" icon={<IconClock size={14} aria-hidden="true" />}>
      {stateName}
    </Badge>
  )
}

const partsOf = ({ parts }: ExternalPayment) =>
  parts.map(({ description, amount }) => `${description || 'Other'} ${currency(amount)}`).join(' · ')

function detailsOf({ paymentMethod, chargeDate, createdAt, lostOn, stateName, cause, willRetry }: ExternalPayment) {
  const day = chargeDate ?? createdAt.slice(0, 10)
  const lost = lostOn && `${stateName.toLowerCase()} on ${mediumDate(lostOn)}`
  const parts = [
    paymentMethod,
    lost && chargeDate ? `to be taken on ${mediumDate(day)}` : mediumDate(day),
    lost,
    cause,
    willRetry && 'GoCardless tries it again',
  ]
  return parts.filter(Boolean).join(' · ')
}

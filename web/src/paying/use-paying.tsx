import { currency, longDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { getPayWays, takePayment } from '@honbu/contract/paying.ts'
import { IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { isRefusal, readKey, useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { PayWaysPanel } from './PayWaysPanel.tsx'
import type { Asked, Owing } from './pay-ways.ts'

const PayLinkDialog = lazy(() => import('./PayLinkDialog.tsx').then(m => ({ default: m.PayLinkDialog })))

interface Paying {
  /** What can be done to have a transaction paid through a provider, for its menu. */
  readonly itemsFor: (row: Owing) => { text: string; onSelect: () => void }[]
  /** How it is on its way already, for people; empty: it is not. */
  readonly onItsWay: (row: Owing) => string
  /** That it is on its way. */
  readonly mark: (row: Owing) => ReactNode
  /** The panel of links and cards, and whatever dialog is open. */
  readonly view: ReactNode
}

const seconds = 1000

/** How a member pays through a provider, in the tab Money: the saved method, links, and cards. */
export function usePaying(memberId: number): Paying {
  const client = useQueryClient()
  const ways = useRead(
    getPayWays,
    { id: memberId },
    {
      // What a card says is known in a moment.
      refetchInterval: ({ state }) => (state.data?.underWay.some(({ isQuick }) => isQuick) ? 3 * seconds : false),
    },
  )
  const { data } = ways
  const { ask, dialog } = useConfirm()
  const [asked, setAsked] = useState<Asked | null>(null)
  const take = useWrite(takePayment)
  const underWay = (data?.underWay ?? []).map(({ transactionId }) => transactionId).join()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (before.current === underWay) return
    const isFirst = before.current === null
    before.current = data ? underWay : null
    // What was on its way has come, or not: either way all that is said of the member's money is old now.
    if (!isFirst) void client.invalidateQueries({ queryKey: readKey(getPayWays).slice(0, 1) })
  }, [client, data, underWay])

  async function pressTake({ transactionId, description, outstanding }: Owing, paymentMethodId: number) {
    const isCard = paymentMethodId === paymentMethod.card
    const yes = await ask({
      title: `Take ${currency(outstanding)} by ${isCard ? 'card' : 'direct debit'}?`,
      text: isCard
        ? `For ${description}. The saved card is charged at once.`
        : `For ${description}. It is taken on the first day that the bank and the notice to the payer allow.`,
      action: `Take ${currency(outstanding)}`,
    })
    if (!yes) return
    const result = await take.mutateAsync({ transactionId, paymentMethodId })
    if (isRefusal(result)) {
      showToast({ message: result.message, tone: 'bad' })
      return
    }
    const { chargeDate, amount } = result
    const when = chargeDate ? `is taken by direct debit on ${longDate(chargeDate)}` : 'is being taken by card'
    showToast({ message: `${currency(amount)} ${when}.` })
  }

  const clubOf = ({ clubId }: Owing) => data?.clubs.find(club => club.clubId === clubId)
  const isUnderWay = (row: Owing) => data?.underWay.find(({ transactionId }) => transactionId === row.transactionId)
  return {
    itemsFor(row) {
      const club = clubOf(row)
      if (!club || row.outstanding <= 0 || isUnderWay(row)) return []
      const { directDebit, card } = paymentMethod
      return [
        ...(club.hasDirectDebit
          ? [{ text: 'Take by direct debit', onSelect: () => void pressTake(row, directDebit) }]
          : []),
        ...(club.card ? [{ text: 'Take by saved card', onSelect: () => void pressTake(row, card) }] : []),
        ...(club.canLink
          ? [
              {
                text: 'Send pay link',
                onSelect: () => setAsked({ clubId: row.clubId, purpose: 'pay', transaction: row }),
              },
            ]
          : []),
      ]
    },
    onItsWay: row => isUnderWay(row)?.how ?? '',
    mark(row) {
      const found = isUnderWay(row)
      return (
        found && (
          <span title={found.how}>
            <Badge tone="accent" icon={<IconClock size={14} aria-hidden="true" />}>
              On its way
            </Badge>
          </span>
        )
      )
    },
    view: (
      <>
        {data && <PayWaysPanel memberId={memberId} ways={data} ask={setAsked} />}
        {asked && data && (
          <Suspense>
            <PayLinkDialog memberId={memberId} ways={data} asked={asked} onClose={() => setAsked(null)} />
          </Suspense>
        )}
        {dialog}
      </>
    ),
  }
}

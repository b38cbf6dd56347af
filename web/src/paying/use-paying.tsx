import { currency, longDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { closePayPage, getPayWays, takePayment } from '@honbu/contract/paying.ts'
import { IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { isRefusal, readKey, useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { PayWaysPanel } from './PayWaysPanel.tsx'
import type { Asked, Owing, PayWays } from './pay-ways.ts'

const PayLinkDialog = lazy(() => import('./PayLinkDialog.tsx').then(m => ({ default: m.PayLinkDialog })))

interface Paying {
  /** What can be done to have a transaction paid through a provider, for its menu. */
  readonly itemsFor: (row: Owing) => { text: string; onSelect: () => void }[]
  /** How it is on its way already, for people; empty: it is not. */
  readonly onItsWay: (row: Owing) => OnItsWay | null
  /** What of a club's transactions is on its way, in pounds. */
  readonly poundsOnTheirWay: (clubId: number) => number
  /** What of that can't be called off any more, in pounds. */
  readonly poundsTooLate: (clubId: number) => number
  /** That it is on its way. */
  readonly mark: (row: Owing) => ReactNode
  /** The panel of links and cards, and whatever dialog is open. */
  readonly view: ReactNode
}

/** How a transaction is being paid just now, for people, and whether that is called off if it is paid in another way. */
export interface OnItsWay {
  readonly how: string
  readonly canStop: boolean
}

const seconds = 1000

/** What a card says is known in a moment; who scans the code at the desk pays in a minute. */
function pace(ways: PayWays | undefined): number | false {
  if (ways?.underWay.some(({ isQuick }) => isQuick)) return 3 * seconds
  if (ways?.links.some(({ sentBy }) => sentBy === 'qr')) return 6 * seconds
  return ways && ways.links.length > 0 ? 60 * seconds : false
}

/** What changes when somebody has paid, or left a card. */
const standingOf = ({ underWay, links, clubs }: PayWays) =>
  [
    ...underWay.map(({ transactionId }) => transactionId),
    ...links.map(({ payLinkId }) => `link ${payLinkId}`),
    ...clubs.map(({ card }) => `card ${card?.savedCardId}`),
  ].join()

/** How a member pays through a provider, in the tab Money: the saved method, links, and cards. */
export function usePaying(memberId: number): Paying {
  const client = useQueryClient()
  const ways = useRead(
    getPayWays,
    { id: memberId },
    {
      refetchInterval: ({ state }) => pace(state.data),
    },
  )
  const { data } = ways
  const { ask, dialog } = useConfirm()
  const [asked, setAsked] = useState<Asked | null>(null)
  const take = useWrite(takePayment)
  const close = useWrite(closePayPage)
  const standing = data && standingOf(data)
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (standing === undefined || before.current === standing) return
    const isFirst = before.current === undefined
    before.current = standing
    // What was on its way has come, or not: either way all that is said of the member's money is old now.
    if (!isFirst) void client.invalidateQueries({ queryKey: readKey(getPayWays).slice(0, 1) })
  }, [client, standing])

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

  async function pressClose({ transactionId, description }: Owing) {
    const yes = await ask({
      title: 'Cancel the open page?',
      text: `Nobody can pay ${description} on it any more. What has been paid on it meanwhile counts.`,
      action: 'Cancel the open page',
      isDanger: true,
    })
    if (!yes) return
    const result = await close.mutateAsync({ id: memberId, transactionId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: 'The page is being closed. It can be paid otherwise in a moment.' })
  }

  const clubOf = ({ clubId }: Owing) => data?.clubs.find(club => club.clubId === clubId)
  const isUnderWay = (row: Owing) => data?.underWay.find(({ transactionId }) => transactionId === row.transactionId)
  return {
    itemsFor(row) {
      const club = clubOf(row)
      const found = isUnderWay(row)
      if (found?.isPage) return [{ text: 'Cancel the open page', onSelect: () => void pressClose(row) }]
      if (!club || row.outstanding <= 0 || found) return []
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
    onItsWay: row => isUnderWay(row) ?? null,
    poundsOnTheirWay: clubId =>
      (data?.underWay ?? []).reduce((sum, each) => (each.clubId === clubId ? sum + each.outstanding : sum), 0),
    poundsTooLate: clubId =>
      (data?.underWay ?? []).reduce(
        (sum, each) => (each.clubId === clubId && !each.canStop ? sum + each.outstanding : sum),
        0,
      ),
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

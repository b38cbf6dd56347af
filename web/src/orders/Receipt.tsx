import { currency, longDate } from '@honbu/contract/format.ts'
import { getOrder, getOrderReceipt } from '@honbu/contract/orders.ts'
import { vatRows } from '@honbu/contract/vat.ts'
import { IconFileTypePdf, IconMail, IconPrinter, IconShoppingBag } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { EmailReceipt } from './EmailReceipt.tsx'
import css from './Orders.module.css'
import { ReceiptLine } from './ReceiptLine.tsx'
import { ReturnLine } from './ReturnLine.tsx'

interface Props {
  memberId: number
  orderId: number
  recipients: readonly { readonly name: string; readonly email: string }[]
}

/** An order that was made: to be printed, kept as a PDF, e-mailed; and its lines to be taken back. */
export function Receipt({ memberId, orderId, recipients }: Props) {
  const { setSearch } = useAddress()
  const answer = useRead(getOrder, { id: memberId, orderId })
  // Asked for by the button alone, and made anew each time.
  const pdf = useRead(getOrderReceipt, { id: memberId, orderId }, { enabled: false, gcTime: 0, retry: false })
  const [isMailing, setMailing] = useState(false)
  const [returned, setReturned] = useState(0)
  const { may } = useRights()
  const order = answer.data
  if (answer.error && !order)
    return (
      <ErrorState title="The order could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!order) return <SkeletonRows count={5} height="40px" />
  const several = new Set(order.lines.map(line => line.memberId)).size > 1
  const line = order.lines.find(({ orderLineId }) => orderLineId === returned)

  async function savePdf() {
    const { data, error } = await pdf.refetch()
    if (data) download(data)
    else showToast({ tone: 'bad', message: error?.message ?? 'There is no receipt.' })
  }

  return (
    <>
      <div className={`${css.bar} ${css.screenOnly}`}>
        <Button variant="primary" onClick={() => setSearch({ order: undefined })}>
          <IconShoppingBag size={18} aria-hidden="true" />
          New order
        </Button>
        <Button onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden="true" />
          Print
        </Button>
        <Button isBusy={pdf.isFetching} onClick={() => void savePdf()}>
          <IconFileTypePdf size={18} aria-hidden="true" />
          PDF
        </Button>
        <Button onClick={() => setMailing(true)}>
          <IconMail size={18} aria-hidden="true" />
          E-mail
        </Button>
      </div>
      <article className={css.receipt} aria-label={`Receipt ${order.orderId}`}>
        <header className={css.receiptHead}>
          <div>
            <h2 className={css.receiptTitle}>{order.clubName}</h2>
            <p className={css.soft}>{order.clubAddress}</p>
            {order.vatNumber && <p className={css.soft}>VAT number {order.vatNumber}</p>}
          </div>
          <div className={css.receiptFacts}>
            <strong>Receipt {order.orderId}</strong>
            <span>{longDate(order.orderedOn)}</span>
            <span className={css.soft}>For {order.memberName}</span>
            {order.servedBy && <span className={css.soft}>Served by {order.servedBy}</span>}
          </div>
        </header>
        <ul className={css.list} aria-label="Lines">
          {order.lines.map(each => (
            <ReceiptLine
              key={each.orderLineId}
              line={each}
              showsMember={several}
              onReturn={may('giveCredit', order.clubId) ? () => setReturned(each.orderLineId) : null}
            />
          ))}
        </ul>
        <dl className={css.sums}>
          <div className={css.due}>
            <dt>Total</dt>
            <dd className={css.money}>{currency(order.total)}</dd>
          </div>
          {vatRows(order.vat).map(([what, amount]) => (
            <div key={what} className={css.soft}>
              <dt>{what}</dt>
              <dd className={css.money}>{amount}</dd>
            </div>
          ))}
          {order.payments.map(payment => (
            <div key={payment.paymentId}>
              <dt>
                Paid by {payment.paymentMethod.toLowerCase()}
                {payment.reference && ` (${payment.reference})`}
                {payment.returned > 0 && `, ${currency(payment.returned)} given back`}
              </dt>
              <dd className={css.money}>{currency(payment.amount)}</dd>
            </div>
          ))}
          {order.outstanding > 0 && (
            <div className={css.due}>
              <dt>Still to pay</dt>
              <dd className={css.money}>{currency(order.outstanding)}</dd>
            </div>
          )}
        </dl>
      </article>
      {isMailing && (
        <EmailReceipt memberId={memberId} orderId={orderId} recipients={recipients} onClose={() => setMailing(false)} />
      )}
      {line && <ReturnLine memberId={memberId} line={line} onClose={() => setReturned(0)} />}
    </>
  )
}

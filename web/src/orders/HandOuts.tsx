import { currency } from '@honbu/contract/format.ts'
import { getHandOuts, handOutColumns, handOutOrderLine } from '@honbu/contract/orders.ts'
import { IconPackageExport } from '@tabler/icons-react'
import { isRefusal, useWrite } from '../app/api.ts'
import { ShopScreen } from '../shop/ShopScreen.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { showToast } from '../ui/toasts.ts'
import { memberOrderAddress } from './order-address.ts'

/** What members have ordered ahead: handed out when it has come. */
export const HandOuts = () => (
  <ShopScreen
    current="hand-out"
    title="Hand out pre-orders"
    about="Sold ahead and not handed out yet. Write down what has come with the product first."
  >
    {({ clubId }) => <Waiting clubId={clubId} />}
  </ShopScreen>
)

function Waiting({ clubId }: { clubId: number }) {
  const handOut = useWrite(handOutOrderLine)

  async function press({ orderLineId, label, memberName }: { orderLineId: number; label: string; memberName: string }) {
    const result = await handOut.mutateAsync({ id: orderLineId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `${label} is handed out to ${memberName}.` })
  }

  return (
    <DataGrid
      label="Pre-orders"
      name="hand-outs"
      call={getHandOuts}
      input={{ clubId }}
      columns={handOutColumns}
      rowKey={row => row.orderLineId}
      cells={{
        memberName: row => (
          <AppLink to={memberOrderAddress(row.memberId)} search={{ order: String(row.orderId) }}>
            {row.memberName}
          </AppLink>
        ),
        onHand: row =>
          row.onHand >= row.preOrdered ? <Badge tone="good">{row.onHand} here</Badge> : String(row.onHand),
        outstanding: row => (row.outstanding > 0 ? currency(row.outstanding) : 'Paid'),
      }}
      extra={[
        {
          id: 'actions',
          title: 'Actions',
          cell: row => (
            <Button
              disabled={row.onHand < row.preOrdered || handOut.isPending}
              title={row.onHand < row.preOrdered ? 'Not in stock yet' : undefined}
              aria-label={`Hand out ${row.label} to ${row.memberName}`}
              onClick={() => void press(row)}
            >
              <IconPackageExport size={18} aria-hidden="true" />
              Hand out
            </Button>
          ),
        },
      ]}
      empty={
        <EmptyState icon={<IconPackageExport size={32} />} title="Nothing waits to be handed out">
          What is sold while none is in stock is listed here.
        </EmptyState>
      }
    />
  )
}

import type { Output } from '@honbu/contract/endpoint.ts'
import type { getProduct } from '@honbu/contract/shop.ts'
import { StockFields, saveStockMovement } from '@honbu/contract/stock.ts'
import { IconPackageImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { LowStock } from './marks.tsx'
import css from './Shop.module.css'

type Product = Output<typeof getProduct>

/** What lies on the club's shelf, by variant; whoever works there writes down what comes and what a count has found. */
export function StockPanel({ clubId, product }: { clubId: number; product: Product }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Stock"
      flush
      aside={
        <Button onClick={() => setOpen(true)}>
          <IconPackageImport size={18} aria-hidden="true" />
          Received or counted
        </Button>
      }
    >
      <ul className={css.list}>
        {product.stock.map(level => (
          <li key={level.variantId ?? 0} className={css.row}>
            <span className={css.name}>
              {level.variantName || (product.stock.length > 1 ? 'Without a variant' : 'In stock')}
              {level.isLow && <LowStock />}
              {level.promised > 0 && <Badge>{level.promised} pre-ordered</Badge>}
            </span>
            <span className={css.number}>{level.onHand}</span>
          </li>
        ))}
      </ul>
      {isOpen && <StockDialog clubId={clubId} product={product} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

const kinds = [
  { value: 'received', text: 'Received: it came' },
  { value: 'returned', text: 'Returned: somebody brought it back' },
  { value: 'counted', text: 'Counted: this many are there' },
] as const

function StockDialog({ clubId, product, onClose }: { clubId: number; product: Product; onClose: () => void }) {
  const save = useWrite(saveStockMovement)
  const { productId, productName, stock } = product
  const form = useForm({
    schema: StockFields,
    values: {
      variantId: stock[0]?.variantId ?? null,
      kind: 'received' as 'received' | 'returned' | 'counted',
      quantity: null as number | null,
      note: '',
    },
    save: values => save.mutateAsync({ clubId, productId, ...values }),
    saved: ({ onHand }) => {
      showToast({ message: `${productName}: ${onHand} in stock.` })
      onClose()
    },
  })
  return (
    <Dialog title={`Stock of ${productName}`} isOpen onClose={onClose}>
      <Form form={form} submit="Save stock" cancel={onClose} isInDialog>
        <SelectField {...form.field('kind')} label="What" options={kinds} />
        {(stock.length > 1 || stock[0]?.variantId) && (
          <SelectField
            {...form.field('variantId')}
            label="Variant"
            options={stock.map(level => ({
              value: level.variantId,
              text: `${level.variantName || 'Without a variant'} (${level.onHand} now)`,
            }))}
          />
        )}
        <NumberField {...form.field('quantity')} label="How many" required autoFocus />
        <TextField {...form.field('note')} label="Note" hint="A delivery note, or why the count differs." />
      </Form>
    </Dialog>
  )
}

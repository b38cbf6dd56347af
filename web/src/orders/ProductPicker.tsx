import type { Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { getAvailableProducts } from '@honbu/contract/shop.ts'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { Wanted } from './basket.ts'
import css from './Orders.module.css'

type Product = Output<typeof getAvailableProducts>[number]

interface Props {
  memberId: number
  clubId: number
  onAdd: (wanted: Omit<Wanted, 'memberId'>) => void
}

/** What the club sells today, by category, to be found by name or code. */
export function ProductPicker({ memberId, clubId, onAdd }: Props) {
  const [text, setText] = useState('')
  const answer = useRead(
    getAvailableProducts,
    { id: memberId, clubId, ...(text.trim() !== '' && { searchterm: text.trim() }) },
    { placeholderData: keepPreviousData },
  )
  const products = answer.data ?? []
  const categories = [...new Map(products.map(({ categoryId, categoryName }) => [categoryId, categoryName]))]
  return (
    <Panel title="Products" flush>
      <div className={css.find}>
        <input
          type="search"
          className={css.input}
          placeholder="Find by name, code or category"
          aria-label="Find products"
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </div>
      {answer.error && !answer.data && (
        <ErrorState
          title="The products could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={10} height="48px" />}
      {answer.data?.length === 0 && (
        <EmptyState icon={<IconPackage size={24} />} title={text ? 'Nothing found' : 'Nothing is on sale'}>
          {!text && 'Products are added in Club Admin.'}
        </EmptyState>
      )}
      {categories.map(([id, name]) => (
        <section key={id} aria-label={name}>
          <h3 className={css.category}>{name}</h3>
          <ul className={css.list}>
            {products
              .filter(product => product.categoryId === id)
              .map(product => (
                <ProductRow key={product.productId} product={product} onAdd={onAdd} />
              ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

function ProductRow({ product, onAdd }: { product: Product; onAdd: Props['onAdd'] }) {
  const { productId, productName, variants, allowPreOrder } = product
  const id = useId()
  const canSell = (free: number | null) => free === null || free > 0 || allowPreOrder
  const [chosen, setChosen] = useState<number | null>(variants.length === 1 ? (variants[0]?.variantId ?? null) : null)
  const variant = variants.find(({ variantId }) => variantId === chosen)
  const free = variants.length > 0 && variant ? variant.free : product.free
  const isChosen = variants.length === 0 || variant !== undefined
  return (
    <li className={css.product}>
      <span className={css.words}>
        <span className={css.name} id={id}>
          {productName}
        </span>
        <span className={css.soft}>
          {currency(product.currentPrice)}
          {free !== null && ` · ${free} in stock`}
        </span>
        {free === 0 && (allowPreOrder ? <Badge>Pre-order</Badge> : <Badge tone="warn">Sold out</Badge>)}
      </span>
      {variants.length > 0 && (
        <select
          className={css.input}
          aria-label={`Variant of ${productName}`}
          value={chosen ?? ''}
          onChange={event => setChosen(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">Choose…</option>
          {variants.map(each => (
            <option key={each.variantId} value={each.variantId} disabled={!canSell(each.free)}>
              {each.variantName}
              {each.free !== null && ` (${each.free === 0 ? (allowPreOrder ? 'pre-order' : 'none left') : each.free})`}
            </option>
          ))}
        </select>
      )}
      <Button
        aria-label={`Add ${productName}`}
        disabled={!isChosen || !canSell(free)}
        title={isChosen ? undefined : 'Choose a variant first'}
        onClick={() => onAdd({ productId, variantId: chosen, eventId: null, eventDate: null })}
      >
        <IconPlus size={18} aria-hidden="true" />
        Add
      </Button>
    </li>
  )
}

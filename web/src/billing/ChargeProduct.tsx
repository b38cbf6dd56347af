import { currency } from '@honbu/contract/format.ts'
import { getAvailableProducts, getProductPrice } from '@honbu/contract/shop.ts'
import { useEffect } from 'react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SelectField } from '../ui/form/fields.tsx'

interface Sold extends FieldValues {
  productId?: number | null | undefined
  variantId?: number | null | undefined
}

interface Props<V extends Sold> {
  memberId: number
  clubId: number
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, as in fields.tsx
  control: Control<V, any, any>
  /** With the name of the product that has been chosen; null: none. */
  onChoose: (name: string | null) => void
  /** With what it costs the member today, in pounds. */
  onPrice: (price: number) => void
}

/** Chooses a product to charge for. The server says what it costs this member. */
export function ChargeProduct<V extends Sold>({ memberId, clubId, control, onChoose, onPrice }: Props<V>) {
  const field = (name: keyof Sold & string) => ({ name: name as FieldPath<V>, control })
  const productId: number | null = useWatch({ ...field('productId') }) ?? null
  const variantId: number | null = useWatch({ ...field('variantId') }) ?? null
  const products = useRead(getAvailableProducts, { id: memberId, clubId })
  const chosen = products.data?.find(each => each.productId === productId)
  const price = useRead(
    getProductPrice,
    { id: memberId, clubId, productId: productId ?? 0, ...(variantId !== null && { variantId }) },
    { enabled: productId !== null, retry: false },
  )
  const cost = price.data?.price
  // biome-ignore lint/correctness/useExhaustiveDependencies: a price that staff have changed stays until another product is chosen
  useEffect(() => {
    if (productId !== null && cost !== undefined) onPrice(cost)
  }, [productId, cost])
  if (products.error && !products.data)
    return (
      <ErrorState title="We couldn’t load the products." error={products.error} retry={() => void products.refetch()} />
    )
  const free = (count: number | null) => (count === null ? '' : ` (${count} in stock)`)
  return (
    <>
      <SelectField
        {...field('productId')}
        label="Product (optional)"
        hint={productId !== null && <span role="status">{priceText(price.data) ?? price.error?.message}</span>}
        options={[
          { value: null, text: products.data?.length === 0 ? 'No products on sale' : 'No product' },
          ...(products.data ?? []).map(each => ({
            value: each.productId,
            text: `${each.productName}${each.variants.length > 0 ? '' : free(each.free)}`,
          })),
        ]}
        onChosen={id => {
          const product = products.data?.find(each => each.productId === id)
          onChoose(product?.productName ?? null)
        }}
      />
      {chosen && chosen.variants.length > 0 && (
        <SelectField
          {...field('variantId')}
          label="Variant"
          required
          options={[
            { value: null, text: 'Choose a variant' },
            ...chosen.variants.map(each => ({ value: each.variantId, text: `${each.variantName}${free(each.free)}` })),
          ]}
        />
      )}
    </>
  )
}

interface Priced {
  readonly currentPrice: number
  readonly price: number
  readonly discounts: readonly { readonly name: string; readonly amount: number }[]
}

/** '£35.00', or '£31.50: £35.00 less £3.50 (Family)'. */
function priceText(priced: Priced | undefined): string | undefined {
  if (!priced) return undefined
  const { currentPrice, price, discounts } = priced
  if (discounts.length === 0) return currency(price)
  const less = discounts.map(({ name, amount }) => `${currency(amount)} (${name})`).join(' and ')
  return `${currency(price)}: ${currency(currentPrice)} less ${less}`
}

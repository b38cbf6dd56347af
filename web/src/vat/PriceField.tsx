import { currency } from '@honbu/contract/format.ts'
import { withoutVat, withVat } from '@honbu/contract/vat.ts'
import { useEffect, useRef } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type Controlled, MoneyField } from '../ui/form/fields.tsx'
import { percentOf, type RateOf } from './vat-rate.ts'

/** A price in pounds with VAT. Staff of a club that prefers it type the price without VAT. */
export function PriceField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & { rate: RateOf }) {
  const { rate, ...field } = props
  const percent = percentOf(rate)
  const isNet = rate.vat.hasNetPrices && percent > 0
  const { field: price } = useController({ name: field.name, control: field.control })
  useKeptNet(price, { percent, isKept: rate.vat.hasNetPrices })
  const amount = typeof price.value === 'number' && price.value > 0 ? price.value : null
  const includes = (pounds: number) =>
    isNet
      ? `${currency(pounds)} with ${percent}% VAT`
      : `Includes ${currency(pounds - withoutVat(pounds, percent))} VAT (${percent}%)`
  const hint = [field.hint, percent > 0 && amount !== null && includes(amount)].filter(Boolean).join('. ')
  return (
    <MoneyField
      {...field}
      {...(hint && { hint })}
      label={isNet ? `${field.label} without VAT` : field.label}
      {...(isNet && {
        shownAs: { toShown: gross => withoutVat(gross, percent), toStored: net => withVat(net, percent) },
      })}
    />
  )
}

interface Price {
  readonly value: unknown
  readonly onChange: (value: number) => void
}

/** Keeps the price without VAT when another rate is chosen. */
function useKeptNet({ value, onChange }: Price, { percent, isKept }: { percent: number; isKept: boolean }) {
  const last = useRef(percent)
  useEffect(() => {
    const before = last.current
    last.current = percent
    if (before !== percent && isKept && typeof value === 'number') onChange(withVat(withoutVat(value, before), percent))
  }, [percent, isKept, value, onChange])
}

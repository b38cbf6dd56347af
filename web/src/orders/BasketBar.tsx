import { currency } from '@honbu/contract/format.ts'
import { IconArrowDown, IconShoppingBag } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import { type BasketLine, countOf } from './basket.ts'
import css from './Orders.module.css'

interface Props {
  lines: readonly BasketLine[]
  /** Undefined: not worked out yet. */
  total: number | undefined
  onOpen: () => void
}

/** Where the basket stands below what is sold: what is in it stays in sight, and it is one press away. */
export const BasketBar = ({ lines, total, onOpen }: Props) => (
  <div className={css.basketBar}>
    <Button variant="primary" onClick={onOpen}>
      <IconShoppingBag size={18} aria-hidden="true" />
      {`Basket: ${countOf(lines)}${total === undefined ? '' : `, ${currency(total)}`}`}
      <IconArrowDown size={18} aria-hidden="true" />
    </Button>
  </div>
)

import { switchDiscount } from '@honbu/contract/discounts.ts'
import { isRefusal, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Switch } from '../ui/Switch.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Discounts.module.css'
import type { DiscountRecord } from './discount-text.ts'

/** The clubs that are given it by the one that has made it; each decides for itself. */
export function DiscountClubs({ discount }: { discount: DiscountRecord }) {
  const change = useWrite(switchDiscount)
  async function set(clubId: number, isOn: boolean) {
    const result = await change.mutateAsync({ id: discount.discountId, clubId, isOn })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }
  return (
    <Panel title="Given to" flush>
      <ul className={css.clubs}>
        {discount.clubs.map(({ clubId, clubName, isOff, canSwitch }) => (
          <li key={clubId} className={css.club}>
            {canSwitch ? (
              <Switch isOn={!isOff} disabled={change.isPending} onChange={isOn => void set(clubId, isOn)}>
                {clubName}
              </Switch>
            ) : (
              <span>{clubName}</span>
            )}
            {isOff && <Badge>Switched off</Badge>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

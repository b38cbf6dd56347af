import { getGaps } from '@honbu/contract/charging.ts'
import { currency } from '@honbu/contract/format.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Charging.module.css'
import { type Gap, gapDays, gapKey } from './gaps.ts'
import { SettleGapsDialog } from './SettleGapsDialog.tsx'

/** Shows a member's uncharged days; renders nothing if there are none. */
export function MemberGaps({ memberId }: { memberId: number }) {
  const { data: gaps = [] } = useRead(getGaps, { id: memberId })
  const [settling, setSettling] = useState<Gap | null>(null)
  if (gaps.length === 0) return null
  return (
    <Panel title="Uncharged days">
      <ul className={css.freezes}>
        {gaps.map(gap => (
          <li key={gapKey(gap)}>
            <strong>{currency(gap.amount)}</strong>
            <span>{gapDays(gap)}</span>
            {gap.joiningFee > 0 && <span className={css.soft}>and the joining fee, {currency(gap.joiningFee)}</span>}
            {gap.maySettle ? (
              <Button onClick={() => setSettling(gap)}>Charge or waive</Button>
            ) : (
              <span className={css.soft}>An admin can charge or waive them.</span>
            )}
          </li>
        ))}
      </ul>
      {settling && <SettleGapsDialog clubId={settling.clubId} gaps={[settling]} onClose={() => setSettling(null)} />}
    </Panel>
  )
}

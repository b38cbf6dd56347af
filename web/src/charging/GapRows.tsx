import { currency } from '@honbu/contract/format.ts'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { SelectionBox } from '../ui/grid/SelectionBox.tsx'
import css from './Charging.module.css'
import { type Gap, gapDays, gapKey } from './gaps.ts'
import type { Preview } from './run.ts'

const SettleGapsDialog = lazy(async () => ({ default: (await import('./SettleGapsDialog.tsx')).SettleGapsDialog }))

/** Days that were never charged, each with its decision. */
export function GapRows({ clubId, preview: { gapRows, gaps } }: { clubId: number; preview: Preview }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [settling, setSettling] = useState<readonly Gap[]>([])
  if (gaps === 0) return <p className={css.soft}>No uncharged days.</p>
  const chosen = gapRows.filter(gap => selected.has(gapKey(gap)))
  const select = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(selected)
    for (const key of keys) isOn ? next.add(key) : next.delete(key)
    setSelected(next)
  }
  const total = chosen.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return (
    <>
      <div className={css.tools}>
        <p className={css.soft}>Nobody has charged these days. The run doesn’t either, until you decide.</p>
        <Button disabled={chosen.length === 0} onClick={() => setSettling(chosen)}>
          {chosen.length === 0 ? 'Charge or waive selected' : `Charge or waive ${chosen.length} (${currency(total)})`}
        </Button>
      </div>
      <table className={clsx(css.table, css.gaps)}>
        <caption>Uncharged days</caption>
        <thead>
          <tr>
            <th scope="col">
              <SelectionBox
                label="Select all on this page"
                isOn={chosen.length === gapRows.length}
                isSome={chosen.length > 0}
                onChange={isOn => select(gapRows.map(gapKey), isOn)}
              />
            </th>
            <th scope="col">Member</th>
            <th scope="col">Days</th>
            <th scope="col" className={css.number}>
              Amount
            </th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {gapRows.map(gap => (
            <tr key={gapKey(gap)}>
              <td>
                <SelectionBox
                  label={`Select ${gap.memberName}`}
                  isOn={selected.has(gapKey(gap))}
                  onChange={isOn => select([gapKey(gap)], isOn)}
                />
              </td>
              <td>
                <AppLink to={`${memberAddress(gap.memberId)}/membership`}>{gap.memberName}</AppLink>
              </td>
              <td>
                {gapDays(gap)}
                {gap.isBeforeEntry && <span className={css.soft}> · before they were added here</span>}
                {gap.joiningFee > 0 && <span className={css.soft}> · joining fee {currency(gap.joiningFee)}</span>}
              </td>
              <td className={css.number}>{currency(gap.amount)}</td>
              <td>
                <Button onClick={() => setSettling([gap])} aria-label={`Decide for ${gap.memberName}`}>
                  Decide
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {settling.length > 0 && (
        <Suspense>
          <SettleGapsDialog
            clubId={clubId}
            gaps={settling}
            onClose={() => {
              setSettling([])
              setSelected(new Set())
            }}
          />
        </Suspense>
      )}
    </>
  )
}

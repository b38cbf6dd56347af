import { getNextCharges, leftOutReasons } from '@honbu/contract/charging.ts'
import { getCollectionHolds } from '@honbu/contract/collections.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { Panel } from '../ui/Panel.tsx'
import css from './Charging.module.css'

/** What a member will be charged next, or why nothing is. */
export function NextCharges({ memberId }: { memberId: number }) {
  const { data } = useRead(getNextCharges, { id: memberId })
  const holds = useRead(getCollectionHolds, { id: memberId }).data ?? []
  if (!data || data.length === 0) return null
  return (
    <Panel title="Next charges">
      <ul className={css.freezes}>
        {data.map(next => (
          <li key={next.clubMemberId}>
            {next.dueOn && next.amount !== null && (
              <>
                <strong>{currency(next.amount)}</strong>
                <span>
                  on {mediumDate(next.dueOn)}
                  {next.paymentMethod && next.fromCredit < next.amount && ` by ${next.paymentMethod.toLowerCase()}`}
                </span>
                {next.fromCredit > 0 && (
                  <span>
                    {next.fromCredit < next.amount ? `${currency(next.fromCredit)} of it` : 'all of it'} from credit
                  </span>
                )}
              </>
            )}
            <span className={css.soft}>
              {[next.description, data.length > 1 && next.clubName].filter(Boolean).join(' · ')}
            </span>
            {next.dueOn && holds.some(({ clubId }) => clubId === next.clubId) && (
              <span>It’s charged, but not collected: collecting is on hold.</span>
            )}
            {next.reason && <span>{leftOutReasons[next.reason]}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

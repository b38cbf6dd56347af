import type { previewBulkEdit } from '@honbu/contract/bulk.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, counted, currency } from '@honbu/contract/format.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Bulk.module.css'

type Preview = Output<typeof previewBulkEdit>

/** Whom a change changes, how, and who is left out. */
export function BulkPreview({ preview }: { preview: Preview }) {
  const { members, some, leftOut, elsewhere, money, isFinal } = preview
  return (
    <>
      <p className={css.lead} role="status">
        <strong>{members === 0 ? 'No one would change' : `${counted(members, 'member')} will change`}</strong>
        {isFinal && members > 0 && ' Emails can’t be undone.'}
      </p>
      {money && members > 0 && <Money money={money} />}
      {some.length > 0 && (
        <ul className={css.people} aria-label="Changes">
          {some.map(({ memberId, memberName, effect }) => (
            <li key={memberId} className={css.person}>
              <AppLink to={memberAddress(memberId)}>{memberName}</AppLink>
              <span className={css.soft}>{effect}</span>
            </li>
          ))}
        </ul>
      )}
      {members > some.length && <p className={css.soft}>And {members - some.length} more.</p>}
      {leftOut.map(({ why, members: count, some: people }) => (
        <details key={why} className={css.leftOut}>
          <summary>
            <strong>{counted(count, 'member')} left out.</strong> {why}
          </summary>
          <p className={css.names}>
            {people.map(({ memberId, memberName }, index) => (
              <span key={memberId}>
                {index > 0 && ', '}
                <AppLink to={memberAddress(memberId)}>{memberName}</AppLink>
              </span>
            ))}
            {count > people.length && ` and ${count - people.length} more`}
          </p>
        </details>
      ))}
      {elsewhere > 0 && <p className={css.soft}>{counted(elsewhere, 'member')} aren’t in this club.</p>}
    </>
  )
}

function Money({ money: { before, after, now } }: { money: NonNullable<Preview['money']> }) {
  return (
    <dl className={css.money}>
      <div>
        <dt>Next charges today</dt>
        <dd>{currency(before)}</dd>
      </div>
      <div>
        <dt>After the change</dt>
        <dd>{currency(after)}</dd>
      </div>
      {now !== 0 && (
        <div>
          <dt>{now < 0 ? 'Credited now' : 'Charged now'}</dt>
          <dd>{accounting(now)}</dd>
        </div>
      )}
    </dl>
  )
}

import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, longDate } from '@honbu/contract/format.ts'
import { providerNames } from '@honbu/contract/providers.ts'
import { getPayout, payoutStates } from '@honbu/contract/recovery.ts'
import { IconAlertTriangle, IconChevronLeft } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Mismatches } from './Payouts.tsx'
import css from './Recovery.module.css'
import { recoveryAddress } from './recovery-address.ts'

type Line = Output<typeof getPayout>['lines'][number]

/** A payout, line by line. */
export function PayoutView({ clubId, payoutId }: { clubId: number; payoutId: number }) {
  const answer = useRead(getPayout, { clubId, payoutId })
  const payout = answer.data
  return (
    <div className={css.panels}>
      <AppLink to={recoveryAddress(clubId, 'payouts')} className={css.head}>
        <IconChevronLeft size={18} aria-hidden="true" />
        All payouts
      </AppLink>
      {answer.error && !payout && (
        <ErrorState title="The payout could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!payout && !answer.error && <SkeletonRows count={3} height="4rem" />}
      {payout && (
        <>
          <Panel
            title={payout.arrivalDate ? `Payout of ${longDate(payout.arrivalDate)}` : 'Payout'}
            aside={<Mismatches count={payout.mismatches} />}
          >
            {payout.isShare && (
              <p className={css.soft}>
                The account belongs to a club above: these are this club’s lines of the payout.
              </p>
            )}
            <Facts
              facts={[
                ['Net', accounting(payout.net)],
                ['Collected, less what was lost', accounting(payout.collected)],
                ['Fees', accounting(payout.fees)],
                ['From', providerNames[payout.provider]],
                ['On the bank statement', payout.bankReference],
                ['Number', payout.reference],
                ['State', payoutStates[payout.state]],
              ]}
            />
          </Panel>
          <Panel title="What it is made of">
            <Lines lines={payout.lines} />
          </Panel>
        </>
      )}
    </div>
  )
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
  <section className={css.scroll} tabIndex={0} aria-label="Lines of the payout">
    <table className={css.lines}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Member</th>
          <th scope="col">For</th>
          <th scope="col" className={css.money}>
            Amount
          </th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.position}>
            <td>{kinds[line.kind] ?? line.kind.replaceAll('_', ' ')}</td>
            <td>
              {line.memberId ? (
                <AppLink to={memberTabAddress(line.memberId, 'money')}>{line.memberName}</AppLink>
              ) : (
                line.reference
              )}
            </td>
            <td>{line.description}</td>
            <td className={css.money}>{accounting(line.amount)}</td>
            <td>
              {line.mismatch ? (
                <span className={css.mismatch}>
                  <IconAlertTriangle size={16} aria-hidden="true" />
                  {line.mismatch}
                </span>
              ) : (
                matchOf(line)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const matchOf = ({ memberId, kind }: Line) => (memberId && !kind.includes('fee') ? 'Matches' : '')

const kinds: Readonly<Record<string, string>> = {
  payment_paid_out: 'Payment',
  charge: 'Payment',
  payment: 'Payment',
  payment_failed: 'Failed late',
  payment_charged_back: 'Taken back by the bank',
  adjustment: 'Disputed or corrected',
  refund: 'Refund',
  payment_refund: 'Refund',
  gocardless_fee: 'Fee',
  app_fee: 'Fee of an app',
  stripe_fee: 'Fee',
  difference: 'Difference',
}

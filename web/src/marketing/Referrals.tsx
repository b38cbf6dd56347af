import type { Output } from '@honbu/contract/endpoint.ts'
import { getEnquiryForm } from '@honbu/contract/enquiries.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { getReferrals, referralColumns } from '@honbu/contract/referrals.ts'
import { IconGift } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { address } from '../app/base.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import css from './Marketing.module.css'
import type { Period } from './marketing-address.ts'
import { canReward, Reward } from './Reward.tsx'

const RewardDialog = lazy(() => import('./RewardDialog.tsx').then(m => ({ default: m.RewardDialog })))

type Row = Output<typeof getReferrals>['data'][number]

/** Who came by the link of a member, what became of them, and whether the member was thanked. */
export function Referrals({ clubId, period, today }: { clubId: number; period: Period; today: string }) {
  const form = useRead(getEnquiryForm, { id: clubId })
  const [thanked, setThanked] = useState<Row | null>(null)
  return (
    <>
      {form.data && (
        <p className={css.soft}>
          {form.data.isOn ? (
            <>
              Each member’s page has the member’s own link to{' '}
              <span className={css.link}>{address(form.data.enquireAddress)}</span>, to copy and send.
            </>
          ) : (
            'The public form of this club is off, so no link leads to it.'
          )}
        </p>
      )}
      <DataGrid
        label="Referrals"
        name="referrals"
        call={getReferrals}
        input={{ id: clubId, ...period }}
        columns={referralColumns}
        cells={{
          referrer: row => <AppLink to={memberAddress(row.referrerId)}>{row.referrer}</AppLink>,
          name: row =>
            row.memberId === null ? (
              'A member of another club'
            ) : (
              <AppLink to={memberAddress(row.memberId)}>{row.name}</AppLink>
            ),
          cameOn: row => mediumDate(row.cameOn),
          memberStatusId: row => (row.memberStatusId === null ? '–' : <MemberStatus id={row.memberStatusId} />),
          isRewarded: row => (
            <span className={css.actions}>
              <Reward reward={row.reward} />
              {canReward(row.reward) && (
                <Button aria-label={`Thank ${row.referrer} for ${row.name}`} onClick={() => setThanked(row)}>
                  <IconGift size={18} aria-hidden="true" />
                  Thank
                </Button>
              )}
            </span>
          ),
        }}
        hidden={['clubName', 'referrerCode', 'wasKnown']}
        rowKey={row => row.enquiryId}
        empty={
          <EmptyState title="Nobody came by a member’s link in these months">
            Give members their link: whoever asks by it stands here, with the member who sent it.
          </EmptyState>
        }
      />
      <Suspense>
        {thanked && <RewardDialog referral={thanked} today={today} onClose={() => setThanked(null)} />}
      </Suspense>
    </>
  )
}

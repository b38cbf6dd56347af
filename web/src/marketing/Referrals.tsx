import { getEnquiryForm } from '@honbu/contract/enquiries.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { getReferrals, referralColumns } from '@honbu/contract/marketing.ts'
import { useRead } from '../app/api.ts'
import { address } from '../app/base.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import css from './Marketing.module.css'
import type { Period } from './marketing-address.ts'

/** Who came by the link of a member, and what became of them. */
export function Referrals({ clubId, period }: { clubId: number; period: Period }) {
  const form = useRead(getEnquiryForm, { id: clubId })
  return (
    <>
      {form.data && (
        <p className={css.soft}>
          {form.data.isOn ? (
            <>
              A member’s own link is the address of the form with the member’s code:{' '}
              <code className={css.link}>{`${address(form.data.enquireAddress)}?ref=CODE`}</code>
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
        }}
        hidden={['clubName']}
        rowKey={row => row.enquiryId}
        empty={
          <EmptyState title="Nobody came by a member’s link in these months">
            Give members their link: whoever asks by it stands here, with the member who sent it.
          </EmptyState>
        }
      />
    </>
  )
}

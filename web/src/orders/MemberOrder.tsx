import { getDetails } from '@honbu/contract/member-view.ts'
import { getOrderChoices } from '@honbu/contract/orders.ts'
import { whyNot } from '@honbu/contract/right-words.ts'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { useScreenName } from '../app/screen-name.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { EarlierOrders } from './EarlierOrders.tsx'
import { OrderDesk } from './OrderDesk.tsx'
import { Receipt } from './Receipt.tsx'

/** What is sold to a member or a family at the desk; with `?order=` the receipt of what was. */
export function MemberOrder() {
  const { params, search, setSearch } = useAddress()
  const memberId = idOf(params.id)
  const [orderId, clubId] = [idOf(search.order), idOf(search.club)]
  const details = useRead(getDetails, { id: memberId })
  const choices = useRead(getOrderChoices, { id: memberId, ...(clubId > 0 && { clubId }) })
  const name = details.data && `${details.data.firstName} ${details.data.lastName}`.trim()
  useScreenName(name && `Order for ${name}`)
  const error = choices.error ?? details.error
  const { may, isKnown } = useRights()
  return (
    <Screen>
      <PageHeader
        title={
          name ? `${orderId ? 'Receipt' : 'Order'} for ${name}` : <SkeletonTitle error={error}>Order</SkeletonTitle>
        }
        crumbs={[{ text: name ?? 'Member', to: memberAddress(memberId) }]}
        actions={
          <>
            {!orderId && choices.data && choices.data.clubs.length > 1 && (
              <Select
                label="Sold by"
                value={String(choices.data.clubId)}
                options={choices.data.clubs.map(club => ({ value: String(club.clubId), text: club.clubName }))}
                onChoose={club => setSearch({ club })}
              />
            )}
            <AppLink to={memberTabAddress(memberId, 'money')} className={buttonClass()}>
              What is owed
            </AppLink>
          </>
        }
      />
      {error && !choices.data && (
        <ErrorState title="The desk could not be opened." error={error} retry={() => void choices.refetch()} />
      )}
      {orderId > 0 ? (
        <Receipt memberId={memberId} orderId={orderId} recipients={choices.data?.recipients ?? []} />
      ) : (
        <>
          {choices.isLoading && <SkeletonRows count={5} height="56px" />}
          {choices.data && may('takePayments', choices.data.clubId) && (
            <OrderDesk key={choices.data.clubId} memberId={memberId} choices={choices.data} />
          )}
          {choices.data && isKnown && !may('takePayments', choices.data.clubId) && (
            <EmptyState title="You can’t sell here">{whyNot('takePayments')}</EmptyState>
          )}
          <EarlierOrders memberId={memberId} />
        </>
      )}
    </Screen>
  )
}

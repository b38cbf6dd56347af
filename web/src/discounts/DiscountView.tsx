import { getDiscount } from '@honbu/contract/discounts.ts'
import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { IconPencil } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { useScreenName } from '../app/screen-name.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { ChooseDiscount } from './ChooseDiscount.tsx'
import { DiscountClubs } from './DiscountClubs.tsx'
import { DiscountState } from './DiscountState.tsx'
import css from './Discounts.module.css'
import { DiscountUses } from './DiscountUses.tsx'
import { discountsAddress, editDiscountAddress } from './discount-address.ts'
import {
  type DiscountRecord,
  limitText,
  memberTexts,
  reachText,
  subjectTexts,
  valueText,
  whenText,
} from './discount-text.ts'
import { PriceCheck } from './PriceCheck.tsx'

/** A discount: what it is, where it is given, who had it, and what a member would pay. Without an id: which one? */
export function DiscountView() {
  const id = idOf(useAddress().params.id)
  return id > 0 ? (
    <View key={id} id={id} />
  ) : (
    <ChooseDiscount title="Discount">Choose the one to look at.</ChooseDiscount>
  )
}

const crumbs = [{ text: 'Discounts', to: discountsAddress }]

function View({ id }: { id: number }) {
  const answer = useRead(getDiscount, { id })
  const discount = answer.data
  useScreenName(discount?.name)
  return (
    <Screen>
      <PageHeader
        title={discount?.name ?? <SkeletonTitle error={answer.error}>Discount</SkeletonTitle>}
        crumbs={crumbs}
        actions={
          discount?.canEdit && (
            <AppLink
              to={editDiscountAddress}
              search={{ id: String(id), clubId: String(discount.clubId) }}
              className={buttonClass('secondary')}
            >
              <IconPencil size={18} aria-hidden="true" />
              Edit
            </AppLink>
          )
        }
      >
        {discount && (
          <>
            <DiscountState state={discount.state} /> Of {discount.clubName}
          </>
        )}
      </PageHeader>
      {answer.error && !discount && (
        <ErrorState
          title="The discount could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={5} height="44px" />}
      {discount && (
        <>
          <div className={css.columns}>
            <Panel title="Discount">
              <DiscountFacts discount={discount} />
            </Panel>
            <PriceCheck discount={discount} />
          </div>
          {discount.clubs.length > 0 && <DiscountClubs discount={discount} />}
          <Panel title="Who has had it" flush>
            <div className={css.inside}>
              <DiscountUses discountId={id} />
            </div>
          </Panel>
        </>
      )}
    </Screen>
  )
}

const DiscountFacts = ({ discount }: { discount: DiscountRecord }) => (
  <Facts
    facts={[
      ['Takes off', <strong key="value">{valueText(discount)}</strong>],
      ['Of', <Lines key="subject" lines={subjectTexts(discount)} />],
      ['For', <Lines key="member" lines={memberTexts(discount)} />],
      ['When', whenText(discount) || 'At any time'],
      ['How often', limitText(discount) || 'Without limit'],
      [
        'With others',
        discount.canCombine ? 'Added to others that can be combined' : 'Not combined: it alone, or the others',
      ],
      ['Clubs', reachText(discount)],
      ['Given so far', `${currency(discount.given)} in ${wholeNumber(discount.uses)} uses`],
    ]}
  />
)

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={css.lines}>
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

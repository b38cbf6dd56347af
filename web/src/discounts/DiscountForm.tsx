import { getClub } from '@honbu/contract/clubs.ts'
import { getDiscount, getDiscountChoices, saveDiscount } from '@honbu/contract/discounts.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { WhomToAsk } from '../app/WhomToAsk.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ChooseDiscount } from './ChooseDiscount.tsx'
import { DiscountFieldset } from './DiscountFieldset.tsx'
import { discountAddress, discountsAddress } from './discount-address.ts'

/** A new discount of a club (`?clubId=`). */
export function NewDiscount() {
  const clubId = idOf(useAddress().search.clubId)
  return clubId > 0 ? <Create key={clubId} clubId={clubId} /> : <ChooseClub />
}

/** A discount that is changed (`?id=`). Without an id: which one? */
export function EditDiscount() {
  const id = idOf(useAddress().search.id)
  return id > 0 ? (
    <Update key={id} id={id} />
  ) : (
    <ChooseDiscount title="Edit discount">Choose the one to change.</ChooseDiscount>
  )
}

const crumbs = [{ text: 'Discounts', to: discountsAddress }]

function Update({ id }: { id: number }) {
  const answer = useRead(getDiscount, { id })
  const discount = answer.data
  return (
    <Screen isNarrow>
      <PageHeader
        title={`Edit ${discount?.name ?? 'discount'}`}
        crumbs={[...crumbs, ...(discount ? [{ text: discount.name, to: discountAddress(id) }] : [])]}
      />
      {answer.error && !discount && (
        <ErrorState
          title="The discount could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="56px" />}
      {discount && (
        <SaveGate
          call={saveDiscount}
          clubId={discount.clubId}
          clubName={discount.clubName}
          cannot="change this discount"
        >
          <Fields key={id} clubId={discount.clubId} discount={discount} />
        </SaveGate>
      )}
    </Screen>
  )
}

function Create({ clubId }: { clubId: number }) {
  const club = useRead(getClub, { id: clubId })
  return (
    <Screen isNarrow>
      <PageHeader title="New discount" crumbs={crumbs}>
        {club.data && `Of ${club.data.name}`}
      </PageHeader>
      {club.error && !club.data && (
        <ErrorState title="The club could not be loaded." error={club.error} retry={() => void club.refetch()} />
      )}
      {club.data && (
        <SaveGate call={saveDiscount} clubId={clubId} cannot="change discounts">
          <Fields clubId={clubId} />
        </SaveGate>
      )}
    </Screen>
  )
}

function Fields({ clubId, discount }: Pick<Parameters<typeof DiscountFieldset>[0], 'clubId' | 'discount'>) {
  const choices = useRead(getDiscountChoices, { clubId })
  if (choices.error && !choices.data)
    return (
      <ErrorState title="The lists could not be loaded." error={choices.error} retry={() => void choices.refetch()} />
    )
  if (!choices.data) return <SkeletonRows count={6} height="56px" />
  return <DiscountFieldset clubId={clubId} discount={discount} choices={choices.data} />
}

function ChooseClub() {
  const { setSearch } = useAddress()
  const clubs = useRead(getClubList, {})
  const own = (clubs.data ?? []).filter(({ isAdmin }) => isAdmin)
  return (
    <Screen isNarrow>
      <PageHeader title="New discount" crumbs={crumbs} />
      {clubs.error && !clubs.data && (
        <ErrorState title="The clubs could not be loaded." error={clubs.error} retry={() => void clubs.refetch()} />
      )}
      {clubs.isLoading && <SkeletonRows count={1} height="56px" />}
      {clubs.data && own.length === 0 && (
        <WhomToAsk cannot="change discounts" need={saveDiscount.needs} club={clubs.data[0]} />
      )}
      {own.length > 0 && (
        <Panel title="Of which club?">
          <Select
            label="Club"
            options={[
              { value: '', text: 'Choose…' },
              ...own.map(({ id, name }) => ({ value: String(id), text: name })),
            ]}
            value=""
            onChoose={value => setSearch({ clubId: value || undefined })}
          />
        </Panel>
      )}
    </Screen>
  )
}

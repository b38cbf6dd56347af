import { isDate } from '@honbu/contract/calendar.ts'
import { getMarketing } from '@honbu/contract/marketing.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { idOf, oneOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { CostGrid } from './CostGrid.tsx'
import { Figures } from './Figures.tsx'
import css from './Marketing.module.css'
import { People } from './People.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { Referrals } from './Referrals.tsx'

const views = ['figures', 'people', 'referrals', 'costs'] as const

/** Where people come from, what becomes of them, and what it cost. */
export function Marketing() {
  const { params, search, setSearch } = useAddress()
  const clubId = idOf(params.club_id)
  const view = oneOf(views, search.view)
  const from = isDate(search.from) && search.from.endsWith('-01') ? search.from : undefined
  const months = Math.min(Math.max(idOf(search.months) || 6, 1), 36)
  const period = { from, months }
  const sourceId = search.source === undefined ? undefined : idOf(search.source)
  const classId = idOf(search.class) || undefined
  const answer = useRead(
    getMarketing,
    { id: clubId, ...period, sourceId, classId },
    { placeholderData: keepPreviousData },
  )
  return (
    <Screen>
      <PageHeader
        title="Marketing"
        crumbs={[{ text: answer.data?.clubName ?? 'Club', to: clubAddress(clubId) }]}
        actions={
          <Segmented
            label="What is shown"
            options={[
              { value: 'figures', text: 'Figures' },
              { value: 'people', text: 'People' },
              { value: 'referrals', text: 'Referrals' },
              { value: 'costs', text: 'Costs' },
            ]}
            value={view}
            onChoose={chosen => setSearch({ view: chosen, filter: undefined, sort: undefined, page: undefined })}
          />
        }
      >
        Where people come from, what becomes of them, and what it cost.
      </PageHeader>
      <div className={css.tools}>
        {answer.data && <PeriodChoice period={period} thisMonth={answer.data.thisMonth} onChoose={setSearch} />}
      </div>
      {answer.error && !answer.data && (
        <ErrorState title="The figures could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="48px" />}
      {view === 'figures' && answer.data && (
        <Figures figures={answer.data} period={period} chosen={{ sourceId, classId }} onChoose={setSearch} />
      )}
      {view === 'people' && <People clubId={clubId} period={period} />}
      {view === 'referrals' && answer.data && <Referrals clubId={clubId} period={period} today={answer.data.today} />}
      {view === 'costs' && <CostGrid clubId={clubId} period={period} />}
    </Screen>
  )
}

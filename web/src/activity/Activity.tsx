import { getActivity, getActivityAuthors } from '@honbu/contract/activity.ts'
import type { ActivityTab } from '@honbu/contract/activity-tabs.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { readKey, readQuery, useRead } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Together } from '../ui/Together.tsx'
import css from './Activity.module.css'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityList } from './ActivityList.tsx'
import { isPart, readActivityQuery } from './activity-query.ts'
import { activityTabLinks } from './activity-tabs.ts'
import { useLive } from './use-live.ts'

/** What was done in the clubs, by whom, the latest first; what is new appears by itself. */
export function Activity({ tab }: { tab: ActivityTab }) {
  const { search, setSearch } = useAddress()
  const query = readActivityQuery(tab, search)
  const clubs = useRead(getClubList, {})
  const authors = useRead(getActivityAuthors, {})
  const answer = useInfiniteQuery({
    queryKey: readKey(getActivity, query),
    queryFn: ({ pageParam, signal }) =>
      readQuery(getActivity, { ...query, ...(pageParam !== null && { before: pageParam }) }).queryFn({ signal }),
    initialPageParam: null as number | null,
    getNextPageParam: page => page.before,
    placeholderData: keepPreviousData,
  })
  const isLive = useLive(() => void answer.refetch())
  const entries = answer.data?.pages.flatMap(page => page.entries) ?? []
  const about = entries.find(({ memberId }) => memberId === query.memberId)?.memberName ?? ''
  return (
    <Screen>
      <PageHeader
        title="Activity"
        hasActionLine
        actions={<span role="status">{isLive && <Badge tone="good">Live</Badge>}</span>}
      >
        What was done in your clubs, and by whom.
      </PageHeader>
      <Tabs label="Activity" tabs={activityTabLinks} current={tab} />
      <Together isReady={!clubs.isLoading && !authors.isLoading} meanwhile={<SkeletonRows count={8} height="3rem" />}>
        <ActivityFilters
          query={query}
          clubs={clubs.data ?? []}
          authors={authors.data?.authors ?? []}
          memberName={about}
          onChange={setSearch}
        />
        {answer.error && (
          <ErrorState
            title={answer.data ? 'This is not up to date.' : 'The activity could not be loaded.'}
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {!answer.data && !answer.error && <SkeletonRows count={8} height="3rem" />}
        {answer.data && entries.length === 0 && (
          <EmptyState title={isPart(query) ? 'Nothing of this kind.' : 'Nothing has been done yet.'}>
            {isPart(query)
              ? 'Choose another tab, club, person or day to see more.'
              : 'What is saved, sent, marked or paid in your clubs will be listed here, with the person who has done it.'}
          </EmptyState>
        )}
        <ActivityList entries={entries} hasClubs={(clubs.data?.length ?? 0) > 1} />
        {answer.hasNextPage && (
          <div className={css.more}>
            <Button isBusy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
              Show earlier
            </Button>
          </div>
        )}
      </Together>
    </Screen>
  )
}

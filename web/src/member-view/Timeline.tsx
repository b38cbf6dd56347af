import type { Output } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { getTimeline } from '@honbu/contract/member-view.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Timeline.module.css'
import { entryIcon, entryWords } from './timeline-words.tsx'

type Entry = Output<typeof getTimeline>['entries'][number]

const shows = [
  { value: 'all', text: 'All' },
  { value: 'training', text: 'Training' },
  { value: 'money', text: 'Money' },
] as const
type Show = (typeof shows)[number]['value']

const money: readonly Entry['kind'][] = ['charge', 'payment']

/** What has happened, the latest first, a page at a time. */
export function Timeline({ memberId }: { memberId: number }) {
  const [show, setShow] = useState<Show>('all')
  const answer = useInfiniteQuery({
    queryKey: ['member', 'GetTimeline', memberId],
    queryFn: ({ pageParam, signal }) =>
      readQuery(getTimeline, { id: memberId, ...(pageParam !== null && { before: pageParam }) }).queryFn({ signal }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.before,
  })
  if (answer.error && !answer.data)
    return <ErrorState title="This could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={6} height="2.5rem" />
  const all = answer.data.pages.flatMap(page => page.entries)
  const entries = all.filter(({ kind }) => show === 'all' || (show === 'money') === money.includes(kind))
  return (
    <div className={css.timeline}>
      <div className={css.tools}>
        <Segmented label="Show" options={shows} value={show} onChoose={setShow} />
      </div>
      {entries.length === 0 && (
        <EmptyState title={answer.hasNextPage ? 'Nothing so far.' : 'Nothing has happened yet.'} />
      )}
      <ol className={css.entries}>
        {entries.map((entry, index) => (
          <li key={`${entry.kind} ${entry.id}`} className={css.entry}>
            {entry.on !== entries[index - 1]?.on && (
              <time className={css.day} dateTime={entry.on}>
                {longDate(entry.on)}
              </time>
            )}
            <span className={css.icon}>{entryIcon(entry)}</span>
            <div className={css.words}>
              <p className={css.what}>{entryWords(entry, memberId)}</p>
              {entry.text && <p className={css.text}>{entry.text}</p>}
              <p className={css.by}>{[entry.clubName, entry.by].filter(Boolean).join(' · ')}</p>
            </div>
          </li>
        ))}
      </ol>
      {answer.hasNextPage && (
        <div className={css.more}>
          <Button isBusy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
    </div>
  )
}

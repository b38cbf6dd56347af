import { getClub } from '@honbu/contract/clubs.ts'
import { IconChartFunnel, IconHistory } from '@tabler/icons-react'
import { notFound } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { activityAddress } from '../activity/activity-address.ts'
import { useRead } from '../app/api.ts'
import { ApiError } from '../app/request.ts'
import { FirstStepsLink } from '../first-hour/FirstStepsLink.tsx'
import { marketingAddress } from '../marketing/marketing-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Together } from '../ui/Together.tsx'
import css from './ClubAdmin.module.css'
import { clubTabLinks, clubTabs } from './club-tabs.ts'
import { tabPanels } from './tab-panels.ts'
import { useShownPanel } from './use-shown-panel.ts'

const StopBanner = lazy(() => import('./StopBanner.tsx').then(({ StopBanner }) => ({ default: StopBanner })))

/** A club, by tabs. Page, sort and filter of a tab's grid live in the address, so that reload and back keep them. */
export function ClubAdmin() {
  const { params, search } = useAddress()
  const screen = useRef<HTMLDivElement>(null)
  useShownPanel(screen, search.panel)
  const id = idOf(params.id)
  const wanted = params.tab ?? 'club-schedule'
  const tab = clubTabs.find(([each]) => each === wanted)?.[0]
  if (!tab) throw notFound()
  const club = useRead(getClub, { id })
  if (club.error && !club.data) {
    return (
      <div className={css.screen}>
        <PageHeader title="Club" />
        {club.error instanceof ApiError && club.error.code === 'club_stopped' ? (
          <Suspense>
            <StopBanner club={null} />
          </Suspense>
        ) : (
          <ErrorState title="The club could not be loaded." error={club.error} retry={() => void club.refetch()} />
        )}
      </div>
    )
  }
  const Panel = tabPanels[tab]
  return (
    <div className={css.screen} ref={screen}>
      <PageHeader
        title={club.data?.name ?? <SkeletonTitle>Club</SkeletonTitle>}
        // The tabs are those of the specification; these are screens of their own.
        actions={
          <>
            {club.data?.isAdmin && <FirstStepsLink clubId={id} />}
            <AppLink to={marketingAddress(id)} className={buttonClass()}>
              <IconChartFunnel size={18} aria-hidden="true" />
              Marketing
            </AppLink>
            <AppLink to={activityAddress('all')} search={{ club: String(id) }} className={buttonClass()}>
              <IconHistory size={18} aria-hidden="true" />
              Activity
            </AppLink>
          </>
        }
      />
      {club.data?.stop && (
        <Suspense>
          <StopBanner club={club.data} />
        </Suspense>
      )}
      <Tabs label="Club" tabs={clubTabLinks(id)} current={tab} />
      <Together isReady={club.data !== undefined} meanwhile={<SkeletonRows count={4} height="3rem" />}>
        {/* By club and tab: what one of them remembers is not the next one's. */}
        <Suspense key={`${id} ${tab}`} fallback={<SkeletonRows count={4} height="3rem" />}>
          <Panel clubId={id} isAdmin={club.data?.isAdmin ?? false} />
        </Suspense>
      </Together>
    </div>
  )
}

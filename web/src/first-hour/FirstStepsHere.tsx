import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { Suspense } from 'react'
import { useRead } from '../app/api.ts'
import { loadChunk } from '../app/chunk.ts'
import { lazyScreen } from '../app/lazy-screen.tsx'

// Most who look at the dashboard have long begun: the list is loaded by those who have not.
const GettingStarted = lazyScreen(() =>
  loadChunk(
    'getting-started',
    () => import('./GettingStarted.tsx'),
    m => m.GettingStarted,
  ),
)

const DemoPanel = lazyScreen(() =>
  loadChunk(
    'demo',
    () => import('./DemoPanel.tsx'),
    m => m.DemoPanel,
  ),
)

/** The first steps on the dashboard: of the newest club that needs any and has not put them away, or of the chosen one. */
export function FirstStepsHere({ clubId }: { clubId: number | undefined }) {
  const { data } = useRead(getFirstHour, {})
  const club = data?.clubs.find(each => !each.isPutAway && (!clubId || each.clubId === clubId))
  if (!data) return null
  return (
    <Suspense>
      {(club || !data.hasClub) && <GettingStarted key={club?.clubId} club={club} />}
      {data.demoClubId !== null && <DemoPanel clubId={data.demoClubId} />}
    </Suspense>
  )
}

import { useState } from 'react'
import { loadChunk } from '../app/chunk.ts'
import { lazyScreen } from '../app/lazy-screen.tsx'
import { followClub, followedClub } from './followed-club.ts'
import { guideAddress } from './guide-address.ts'

const WayBack = lazyScreen(() =>
  loadChunk(
    'first-hour',
    () => import('./WayBack.tsx'),
    m => m.WayBack,
    // The screen itself is worth more than the line above it.
  ).catch(() => () => null),
)

/** The way back to the first steps, on each screen but the dashboard, which has them; nothing for everybody else. */
export function FirstSteps({ path }: { path: string }) {
  const [closed, setClosed] = useState(0)
  const clubId = followedClub()
  if (clubId === null || path === '/' || path === '/dashboard' || path === guideAddress(clubId)) return null
  const close = () => {
    followClub(null)
    setClosed(closed + 1)
  }
  return <WayBack clubId={clubId} path={path} close={close} />
}

import type { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { moment } from '../ui/moments.ts'
import css from './StopBanner.module.css'

type Club = Output<typeof getClub>

/** Says why nothing can be changed in a club, and whom to ask; null: to someone who can’t open it. */
export function StopBanner({ club }: { club: Club | null }) {
  if (!club)
    return <EmptyState title="This club is suspended">No one but its owner can open it. Ask them why.</EmptyState>
  const { name, stop } = club
  if (!stop) return null
  const { kind, since, reason, by } = stop
  return (
    <div className={css.banner} role="note">
      <p className={css.title}>{`${by ?? name} is ${kind}, since ${moment(since)}`}</p>
      {reason !== '' && <p>{`Reason: ${reason}`}</p>}
      {kind === 'suspended' ? (
        <p>
          You can look, but nothing can be changed. Your staff can’t open the club. Billing, messages and public pages
          wait, and nothing is lost. <AppLink to="/help">Ask support</AppLink> to lift this.
        </p>
      ) : (
        <p>Everyone can look, but nothing can be changed. The owner can reopen it under Settings.</p>
      )}
    </div>
  )
}

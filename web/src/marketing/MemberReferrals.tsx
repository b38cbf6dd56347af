import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { getMemberReferrals } from '@honbu/contract/referrals.ts'
import { IconCopy, IconGift } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { address } from '../app/base.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Referrals.module.css'
import { canReward, Reward } from './Reward.tsx'

const RewardDialog = lazy(() => import('./RewardDialog.tsx').then(m => ({ default: m.RewardDialog })))

interface Props {
  memberId: number
  /** The member. */
  name: string
  today: string
  /** Where the member has memberships. */
  clubIds: readonly number[]
}

type Brought = Output<typeof getMemberReferrals>['brought'][number]

/** A member's own link to the form for enquiries, whom it has brought, and whose link brought the member. */
export function MemberReferrals({ memberId, name, today, clubIds }: Props) {
  const { data } = useRead(getMemberReferrals, { id: memberId })
  const [thanked, setThanked] = useState<Brought | null>(null)
  if (!data || data.links.length + data.brought.length + data.broughtBy.length === 0) return null
  const { links, brought, broughtBy } = data
  return (
    <Panel title="Referrals">
      <div className={css.parts}>
        {broughtBy.map(each => (
          <p key={each.enquiryId}>
            Came by the link of <AppLink to={memberAddress(each.memberId)}>{each.name}</AppLink> on{' '}
            {shortDate(each.cameOn)}.
          </p>
        ))}
        {links.map(link => (
          <OwnLink key={link.clubId} link={link} isOnly={links.length === 1} />
        ))}
        {brought.length > 0 && (
          <ul className={css.list} aria-label="Came by the link">
            {brought.map(each => (
              <li key={each.enquiryId} className={css.line}>
                <span className={css.friend}>
                  {each.memberId === null ? (
                    <span>A member of another club</span>
                  ) : (
                    <AppLink to={memberAddress(each.memberId)}>{each.name}</AppLink>
                  )}
                  <span className={css.soft}>{shortDate(each.cameOn)}</span>
                  {each.memberStatusId !== null && <MemberStatus id={each.memberStatusId} />}
                  <Reward reward={each.reward} />
                </span>
                {canReward(each.reward) && (
                  <IconButton
                    label={`Thank ${name} for ${each.name || 'a friend'}`}
                    icon={<IconGift size={18} aria-hidden="true" />}
                    onClick={() => setThanked(each)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {brought.length === 0 && links.length > 0 && <p className={css.soft}>Nobody has come by it yet.</p>}
      </div>
      <Suspense>
        {thanked && (
          <RewardDialog
            referral={{ ...thanked, referrer: name, canCredit: clubIds.includes(thanked.clubId) }}
            today={today}
            onClose={() => setThanked(null)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

function OwnLink({ link, isOnly }: { link: { clubName: string; address: string }; isOnly: boolean }) {
  const whole = address(link.address)

  async function press() {
    try {
      await navigator.clipboard.writeText(whole)
      showToast({ message: 'The link is copied.' })
    } catch {
      showToast({ message: 'Your browser does not let this page copy: mark the link and copy it.', tone: 'bad' })
    }
  }

  return (
    <div className={css.own}>
      {!isOnly && <span className={css.soft}>{link.clubName}</span>}
      <span className={css.link}>{whole}</span>
      <Button aria-label={`Copy link to ${link.clubName}`} onClick={() => void press()}>
        <IconCopy size={18} aria-hidden="true" />
        Copy link
      </Button>
    </div>
  )
}

import { currency, longDate, shortDate } from '@honbu/contract/format.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { cancelPlanChange, deleteMembership, toggleIssueStatus } from '@honbu/contract/membership.ts'
import { IconCalendarDue } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, type Refusal, useWrite } from '../app/api.ts'
import { FreezeBlock } from '../charging/FreezeBlock.tsx'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { Button } from '../ui/Button.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { AskedMove } from './asked-moves.ts'
import css from './Membership.module.css'
import type { Membership } from './membership.ts'

const MembershipDialog = lazy(() => import('./MembershipDialog.tsx').then(m => ({ default: m.MembershipDialog })))
const LapseDialog = lazy(() => import('./LapseDialog.tsx').then(m => ({ default: m.LapseDialog })))
const RenewDialog = lazy(() => import('./RenewDialog.tsx').then(m => ({ default: m.RenewDialog })))
const ChangePlanDialog = lazy(() => import('./ChangePlanDialog.tsx').then(m => ({ default: m.ChangePlanDialog })))
const NotInterestedDialog = lazy(() =>
  import('./NotInterestedDialog.tsx').then(m => ({ default: m.NotInterestedDialog })),
)
const JoinDialog = lazy(() => import('./MembershipDialog.tsx').then(m => ({ default: m.JoinDialog })))
const TrialDialog = lazy(() => import('./ReopenDialog.tsx').then(m => ({ default: m.TrialDialog })))
const EnquiryDialog = lazy(() => import('./ReopenDialog.tsx').then(m => ({ default: m.EnquiryDialog })))
const IssueDialog = lazy(() => import('./IssueDialog.tsx').then(m => ({ default: m.IssueDialog })))

const dialogs = {
  edit: MembershipDialog,
  join: JoinDialog,
  lapse: LapseDialog,
  renew: RenewDialog,
  plan: ChangePlanDialog,
  notInterested: NotInterestedDialog,
  issue: IssueDialog,
  trial: TrialDialog,
  enquiry: EnquiryDialog,
} as const

interface Props {
  membership: Membership
  name: string
  /** The move that the address asks for. */
  asked: AskedMove | null
  onAnswered: () => void
}

/** A membership with its moves. */
export function MembershipCard({ membership, name, asked, onAnswered }: Props) {
  const [chosen, setOpen] = useState<keyof typeof dialogs | null>(null)
  const open = chosen ?? (asked === 'freeze' ? null : asked)
  const { ask, dialog } = useConfirm()
  const remove = useWrite(deleteMembership)
  const toggle = useWrite(toggleIssueStatus)
  const cancelPlanned = useWrite(cancelPlanChange)
  const { clubMemberId, memberId, clubName, memberStatusId, moves, plannedChange, isOurs } = membership
  const isIssue = memberStatusId === memberStatus.issue
  const goesOn = moves.includes('lapse')

  const told = (result: object, message: string) => {
    if (isRefusal(result)) showToast({ message: (result as Refusal).message, tone: 'bad' })
    else showToast({ message })
  }

  async function pressDelete() {
    const yes = await ask({
      title: `Delete the membership in ${clubName}?`,
      text: 'Only for one that was made by mistake. Who leaves lapses, and keeps the history.',
      action: 'Delete membership',
      isDanger: true,
    })
    if (yes) told(await remove.mutateAsync({ id: clubMemberId }), 'The membership is deleted.')
  }

  const more: MenuItem[] = [
    ...(moves.includes('toggleIssue')
      ? [
          isIssue
            ? {
                text: 'The issue is settled',
                onSelect: async () =>
                  told(await toggle.mutateAsync({ id: memberId, clubMemberId, reason: '' }), 'Active again.'),
              }
            : { text: 'Mark an issue', onSelect: () => setOpen('issue') },
        ]
      : []),
    ...(moves.includes('reopen') ? [{ text: 'Reopen as enquiry', onSelect: () => setOpen('enquiry') }] : []),
    ...(moves.includes('notInterested') ? [{ text: 'Not interested', onSelect: () => setOpen('notInterested') }] : []),
    ...(membership.isAdmin ? [{ text: 'Delete', isDanger: true, onSelect: () => void pressDelete() }] : []),
  ]
  const Shown = open && dialogs[open]
  function close() {
    setOpen(null)
    onAnswered()
  }

  return (
    <Panel
      title={
        <span className={css.title}>
          {clubName} <MemberStatus id={memberStatusId} />
        </span>
      }
      aside={
        isOurs && (
          <div className={css.actions}>
            {goesOn && membership.trainingPlanId !== null && (
              <Button onClick={() => setOpen('plan')}>Change plan</Button>
            )}
            {moves.includes('renew') && (
              <Button variant={goesOn ? 'secondary' : 'primary'} onClick={() => setOpen('renew')}>
                Renew
              </Button>
            )}
            {moves.includes('trial') && <Button onClick={() => setOpen('trial')}>Start trial</Button>}
            {moves.includes('activate') && (
              <Button variant="primary" onClick={() => setOpen('join')}>
                Join
              </Button>
            )}
            <Button onClick={() => setOpen('edit')}>Edit</Button>
            {goesOn && <Button onClick={() => setOpen('lapse')}>End membership</Button>}
            {more.length > 0 && <Menu label={`More for the membership in ${clubName}`} items={more} />}
          </div>
        )
      }
    >
      {plannedChange && (
        <p className={css.planned}>
          <IconCalendarDue size={18} aria-hidden="true" />
          <span>
            From {longDate(plannedChange.from)}: {plannedChange.planName}, {currency(plannedChange.subPrice)}{' '}
            {plannedChange.subFrequency.toLowerCase()}
          </span>
          {isOurs && (
            <Button
              variant="quiet"
              isBusy={cancelPlanned.isPending}
              onClick={async () =>
                told(await cancelPlanned.mutateAsync({ id: plannedChange.planChangeId }), 'The change is taken back.')
              }
            >
              Take back
            </Button>
          )}
        </p>
      )}
      <Facts
        facts={[
          ['Category', membership.categoryName],
          ['Plan', membership.planName],
          [
            'Price',
            membership.subPrice !== null &&
              `${currency(membership.subPrice)} ${membership.subFrequency?.toLowerCase() ?? ''}`,
          ],
          ['Paid by', membership.paymentMethod],
          ['Next payment', day(membership.nextPayment)],
          ['Member since', day(membership.memberSince)],
          ['Until', day(membership.memberUntil)],
          ['Next renewal', day(membership.nextRenewal)],
          ['Trial from', day(membership.trialStart)],
          ['Trial of', membership.trialPlanName],
          ['Came by', membership.marketingSource],
          ['Grading', membership.isGradingCandidate && 'Candidate'],
        ]}
      />
      {isOurs && (
        <FreezeBlock membership={membership} name={name} isAsked={asked === 'freeze'} onAnswered={onAnswered} />
      )}
      {!isOurs && <p className={css.soft}>A membership of another club: its staff change it.</p>}
      {Shown && (
        <Suspense>
          <Shown memberId={memberId} membership={membership} name={name} onClose={close} />
        </Suspense>
      )}
      {dialog}
    </Panel>
  )
}

const day = (date: string | null) => date && shortDate(date)

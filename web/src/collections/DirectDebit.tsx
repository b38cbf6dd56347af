import { cancelMandate, getExternalPayments, getMandates, sendDDInvite } from '@honbu/contract/collections.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconBuildingBank, IconCheck, IconClock, IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Collections.module.css'
import { told } from './told.ts'
import { lookAgain, useNews } from './use-news.ts'

const SetUpDialog = lazy(() => import('./SetUpDialog.tsx').then(m => ({ default: m.SetUpDialog })))

type Answer = Output<typeof getMandates>
type Mandate = Answer['mandates'][number]

/** A member's direct debit mandates, and how to get one. */
export function DirectDebit({ memberId }: { memberId: number }) {
  const answer = useRead(
    getMandates,
    { id: memberId },
    { refetchInterval: ({ state }) => (state.data ? pace(state.data) : false) },
  )
  useNews(answer.data?.mandates.map(({ mandateId, state }) => `${mandateId} ${state}`).join())
  const { ask, dialog } = useConfirm()
  const cancel = useWrite(cancelMandate, { invalidates: [getMandates, getExternalPayments] })
  const { mandates = [], requests = [], clubs = [] } = answer.data ?? {}
  const severalClubs = clubs.length > 1
  const { may } = useRights()

  async function pressCancel({ mandateId, clubName }: Mandate) {
    const yes = await ask({
      title: 'Cancel this direct debit?',
      text: `${clubName} cannot collect by it any more, and what has not been sent to the bank yet is cancelled too. It cannot be taken back: a new one has to be set up.`,
      action: 'Cancel direct debit',
      isDanger: true,
    })
    if (yes) told(await cancel.mutateAsync({ id: memberId, mandateId }), 'The direct debit is being cancelled.')
  }

  return (
    <Panel title="Direct debit" flush>
      {answer.error && !answer.data && (
        <ErrorState
          title="The direct debits could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={1} height="2.5rem" />}
      {answer.data && mandates.length === 0 && (
        <EmptyState icon={<IconBuildingBank size={24} aria-hidden="true" />} title="No direct debit is set up">
          {whyNone(clubs)}
        </EmptyState>
      )}
      <ul className={css.list}>
        {mandates.map(mandate => (
          <li key={mandate.mandateId} className={css.row}>
            <div>
              <span className={css.what}>
                <MandateBadge mandate={mandate} />
                {severalClubs && mandate.clubName}
              </span>
              <p className={css.details}>{detailsOf(mandate)}</p>
              {mandate.problem && <p className={css.problem}>{mandate.problem}</p>}
            </div>
            <span className={css.more}>
              {canBeCancelled(mandate) && may('takePayments', mandate.clubId) && (
                <Menu
                  label={`More for the direct debit of ${longDate(mandate.createdAt.slice(0, 10))}`}
                  items={[{ text: 'Cancel direct debit', isDanger: true, onSelect: () => void pressCancel(mandate) }]}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {clubs
        .filter(({ canCollect }) => canCollect)
        .map(club => (
          <Ask
            key={club.clubId}
            memberId={memberId}
            club={club}
            isNamed={severalClubs}
            request={requests.find(({ clubId, sentTo }) => clubId === club.clubId && sentTo !== null) ?? null}
            isNew={!mandates.some(({ clubId, isLive }) => clubId === club.clubId && isLive)}
          />
        ))}
      {dialog}
    </Panel>
  )
}

/** A mandate that somebody gives at the desk is there in a minute; the bank takes days to agree. */
function pace({ mandates, requests }: Answer) {
  if (mandates.some(({ isCancelling, problem }) => isCancelling && !problem)) return lookAgain.now
  if (requests.some(({ sentTo }) => sentTo === null)) return lookAgain.soon
  const isMoving = requests.length > 0 || mandates.some(({ isLive, state }) => isLive && state !== 'active')
  return isMoving && lookAgain.later
}

interface AskProps {
  memberId: number
  club: Answer['clubs'][number]
  isNamed: boolean
  request: Answer['requests'][number] | null
  /** There is none yet by which could be collected. */
  isNew: boolean
}

function Ask({ memberId, club, isNamed, request, isNew }: AskProps) {
  const { clubId, clubName } = club
  const [isOpen, setOpen] = useState(false)
  const invite = useWrite(sendDDInvite, { invalidates: [getMandates] })
  const variant = isNew ? 'primary' : 'secondary'

  async function pressInvite() {
    const result = await invite.mutateAsync({ id: memberId, clubId })
    told(result, 'email' in result ? `The link is on its way to ${result.name} (${result.email}).` : '')
  }

  return (
    <div className={css.actions}>
      {isNamed && <p>{clubName}</p>}
      {request?.sentTo && (
        <p>
          A link was sent to {request.sentTo} on {longDate(request.createdAt.slice(0, 10))}; it works until{' '}
          {longDate(request.expiresAt.slice(0, 10))}.
        </p>
      )}
      <Button variant={variant} isBusy={invite.isPending} onClick={() => void pressInvite()}>
        <IconMail size={18} aria-hidden="true" />
        {request?.sentTo ? 'Send a new link' : 'E-mail a link'}
      </Button>
      <Button onClick={() => setOpen(true)}>
        <IconBuildingBank size={18} aria-hidden="true" />
        {isNew ? 'Set up now' : 'Set up another'}
      </Button>
      {isOpen && (
        <Suspense>
          <SetUpDialog memberId={memberId} clubId={clubId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function whyNone(clubs: Answer['clubs']): string {
  if (clubs.length === 0) return 'The membership is over: renew it to collect by direct debit again.'
  return clubs.some(({ canCollect }) => canCollect)
    ? 'Send the member a link, or set it up together now.'
    : 'The club has no account at GoCardless yet: an admin enters it in the club’s settings.'
}

const canBeCancelled = ({ isLive, state, isCancelling }: Mandate) =>
  !isCancelling && (isLive || state === 'pending_customer_approval' || state === 'suspended_by_payer')

function MandateBadge({ mandate: { state, stateName, isLive, isCancelling } }: { mandate: Mandate }) {
  if (isCancelling)
    return (
      <Badge tone="warn" icon={<IconClock size={14} aria-hidden="true" />}>
        Being cancelled
      </Badge>
    )
  if (state === 'active')
    return (
      <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
        {stateName}
      </Badge>
    )
  if (isLive || state === 'pending_customer_approval')
    return (
      <Badge tone="accent" icon={<IconClock size={14} aria-hidden="true" />}>
        {stateName}
      </Badge>
    )
  return (
    <Badge tone="neutral" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
      {stateName}
    </Badge>
  )
}

function detailsOf({ createdAt, nextPossibleChargeDate, isLive, cause }: Mandate): string {
  const parts = [
    `Set up on ${longDate(createdAt.slice(0, 10))}`,
    isLive && nextPossibleChargeDate && `can be collected by from ${longDate(nextPossibleChargeDate)}`,
    cause,
  ]
  return parts.filter(Boolean).join(' · ')
}

import type { BulkKind } from '@honbu/contract/bulk.ts'
import { getFirstRun, leftOutReasons, startBilling } from '@honbu/contract/charging.ts'
import { endSubscriptions, sendDDInvites } from '@honbu/contract/collections.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { counted, currency, longDate } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './StartBilling.module.css'

const BulkEditDialog = lazy(() =>
  import('../bulk/BulkEditDialog.tsx').then(({ BulkEditDialog }) => ({ default: BulkEditDialog })),
)

type FirstRun = Output<typeof getFirstRun>
type LeftOut = FirstRun['leftOut'][number]

/** Milliseconds between two looks at subscriptions that are being ended. */
const lookAgain = 1000

/** What the first run bills, what is missing, and the way to start; nothing once billing has started. */
export function StartBilling({ clubId }: { clubId: number }) {
  const answer = useRead(
    getFirstRun,
    { clubId },
    { refetchInterval: ({ state }) => (state.data?.subscriptions.ending ? lookAgain : false) },
  )
  const run = answer.data
  if (answer.error && !run)
    return (
      <ErrorState title="We couldn’t load the first run." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!run) return <SkeletonRows count={4} height="3rem" />
  const { firstOn, members, amount, withoutMandate, leftOut, subscriptions, foundMandates, foundSubscriptions } = run
  const missing = leftOut.reduce((sum, each) => sum + each.members, 0)
  return (
    <Panel title="Billing hasn’t started">
      <p className={css.lead}>
        {firstOn === null ? (
          <>
            <strong>No one would be billed yet.</strong>{' '}
            {missing === 0 && 'Import or add your members, and give them a plan.'}
          </>
        ) : (
          <>
            <strong>
              {counted(members, 'member')} would be billed, first on {longDate(firstOn)}.
            </strong>{' '}
            The first charges come to {currency(amount)}.
          </>
        )}
      </p>
      <ul className={css.list}>
        {withoutMandate.members > 0 && <WithoutMandate clubId={clubId} lacking={withoutMandate} />}
        {leftOut.map(each => (
          <Reason key={each.reason} club={{ id: clubId, name: '' }} leftOut={each} />
        ))}
        {subscriptions.count > 0 && <Subscriptions clubId={clubId} subscriptions={subscriptions} />}
        {subscriptions.ending > 0 && (
          <Line
            title={`${counted(subscriptions.ending, 'subscription')} ${subscriptions.ending === 1 ? 'is' : 'are'} being ended`}
            text="You can start now. We collect from each member once theirs has ended."
          />
        )}
        {foundMandates > 0 && (
          <Line
            title={`${counted(foundMandates, 'mandate')} in GoCardless ${foundMandates === 1 ? 'isn’t' : 'aren’t'} matched to a member`}
            text={
              foundSubscriptions.count > 0
                ? `${collecting(foundSubscriptions)}. Match them, so that no one pays twice.`
                : 'GoCardless collects nothing by them.'
            }
          >
            <AppLink to={clubAddress(clubId, 'payouts')} search={{ view: 'mandates' }}>
              Match mandates
            </AppLink>
          </Line>
        )}
      </ul>
      {members > 0 && <Start clubId={clubId} run={run} />}
    </Panel>
  )
}

/** "4 subscriptions in GoCardless still collect £116.00, next on 1 December 2026" */
const collecting = ({ count, amount, nextOn }: Pick<FirstRun['subscriptions'], 'count' | 'amount' | 'nextOn'>) =>
  `${counted(count, 'subscription')} in GoCardless still ${count === 1 ? 'collects' : 'collect'} ${currency(amount)}${nextOn ? `, next on ${longDate(nextOn)}` : ''}`

function Subscriptions({ clubId, subscriptions }: { clubId: number; subscriptions: FirstRun['subscriptions'] }) {
  const { count, refused, problem } = subscriptions
  const { ask, dialog } = useConfirm()
  const end = useWrite(endSubscriptions, {
    invalidates: [getFirstRun],
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  async function endAll() {
    const yes = await ask({
      title: `End ${counted(count, 'subscription')}?`,
      text: 'GoCardless collects nothing more by them, except payments it has already begun. From then on we collect.',
      action: count === 1 ? 'End subscription' : 'End subscriptions',
      isDanger: true,
    })
    if (yes) end.mutate({ clubId, count })
  }
  return (
    <Line
      title={collecting(subscriptions)}
      text={
        refused > 0
          ? `GoCardless refused to end ${refused}. ${problem}`
          : 'End them here. Payments that GoCardless has begun count towards the first charges.'
      }
    >
      <Button isBusy={end.isPending} onClick={() => void endAll()}>
        End all {count}
      </Button>
      {dialog}
    </Line>
  )
}

function Line({ title, text, some, more = 0, children }: LineProps) {
  return (
    <li className={css.line}>
      <div className={css.words}>
        <strong>
          <IconAlertTriangle size={16} aria-hidden="true" /> {title}
        </strong>
        {text && <span className={css.soft}>{text}</span>}
        {some && (
          <span className={css.soft}>
            {some.map(({ memberId, memberName }, index) => (
              <span key={memberId}>
                {index > 0 && ', '}
                <AppLink to={`${memberAddress(memberId)}/membership`}>{memberName}</AppLink>
              </span>
            ))}
            {more > 0 && ` and ${more} more`}
          </span>
        )}
      </div>
      <div className={css.fix}>{children}</div>
    </li>
  )
}

interface LineProps {
  title: string
  text?: string
  some?: readonly { memberId: number; memberName: string }[]
  more?: number
  children?: ReactNode
}

function WithoutMandate({ clubId, lacking }: { clubId: number; lacking: FirstRun['withoutMandate'] }) {
  const invite = useWrite(sendDDInvites)
  const { members, amount, invited, some } = lacking
  async function inviteAll() {
    const result = await invite.mutateAsync({ clubId })
    if (isRefusal(result)) {
      showToast({ message: result.message, tone: 'bad' })
      return
    }
    const left = result.notInvited.length > 0 ? ` ${counted(result.notInvited.length, 'member')} can’t be emailed.` : ''
    showToast({ message: `${counted(result.letters, 'email')} sent for ${counted(result.members, 'member')}.${left}` })
  }
  return (
    <Line
      title={`${members} of them ${members === 1 ? 'has' : 'have'} no Direct Debit yet (${currency(amount)})`}
      text={
        invited > 0
          ? `${invited} ${invited === 1 ? 'has' : 'have'} a link. They’re charged, and we collect once it’s set up.`
          : 'They’re charged, and we collect once it’s set up.'
      }
      some={some}
      more={members - some.length}
    >
      {invited < members && (
        <Button isBusy={invite.isPending} onClick={() => void inviteAll()}>
          Invite all {members - invited}
        </Button>
      )}
    </Line>
  )
}

/** The change that settles a reason. */
const settledBy: Readonly<Partial<Record<LeftOut['reason'], BulkKind>>> = {
  noMethod: 'paymentMethod',
  noFrequency: 'plan',
  noNextPayment: 'nextPayment',
  noPlan: 'plan',
  noPrice: 'plan',
}

function Reason({ club, leftOut }: { club: { id: number; name: string }; leftOut: LeftOut }) {
  const { reason, members, memberIds, some } = leftOut
  const [isOpen, setOpen] = useState(false)
  const kind = settledBy[reason]
  return (
    <Line
      title={`${counted(members, 'member')}: ${reason === 'noPlan' ? 'No plan is chosen' : leftOutReasons[reason]}`}
      some={some}
      more={members - some.length}
    >
      {kind && (
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
          {`Set for ${members === 1 ? 'this member' : `all ${members}`}`}
        </Button>
      )}
      {kind && isOpen && (
        <Suspense>
          <BulkEditDialog
            kind={kind}
            chosen={{ members: memberIds }}
            count={counted(members, 'member')}
            clubs={[club]}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Line>
  )
}

function Start({ clubId, run }: { clubId: number; run: FirstRun }) {
  const [day, setDay] = useState(run.today)
  const [problem, setProblem] = useState('')
  const start = useWrite(startBilling, { onRefused: ({ message }) => setProblem(message) })
  const [keeps, setKeeps] = useState(false)
  const { members, amount, subscriptions } = run
  return (
    <div className={css.start}>
      <span>Start billing on</span>
      <DatePicker label="Start billing on" value={day} today={run.today} onChoose={setDay} />
      <Button
        variant="primary"
        isBusy={start.isPending}
        onClick={() => {
          setProblem('')
          start.mutate({ clubId, startsOn: day, members, amount, keepSubscriptions: keeps })
        }}
      >
        Start billing
      </Button>
      {subscriptions.count > 0 && (
        <label className={css.keeps}>
          <input type="checkbox" checked={keeps} onChange={event => setKeeps(event.target.checked)} />
          Leave the subscriptions for now. We’ll collect from each member once theirs has ended.
        </label>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

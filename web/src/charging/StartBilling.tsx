import { addMonths } from '@honbu/contract/calendar.ts'
import { getFirstRun, leftOutReasons, setBillingTerms, startBilling } from '@honbu/contract/charging.ts'
import { sendDDInvites } from '@honbu/contract/collections.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { counted, currency, longDate } from '@honbu/contract/format.ts'
import { choicesOf, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { getTrainingPlans } from '@honbu/contract/plans.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './StartBilling.module.css'

type FirstRun = Output<typeof getFirstRun>
type LeftOut = FirstRun['leftOut'][number]

/** What the first run bills, what is missing, and the way to start; nothing once billing has started. */
export function StartBilling({ clubId }: { clubId: number }) {
  const answer = useRead(getFirstRun, { clubId })
  const run = answer.data
  if (answer.error && !run)
    return (
      <ErrorState title="We couldn’t load the first run." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!run) return <SkeletonRows count={4} height="3rem" />
  const { firstOn, members, amount, withoutMandate, leftOut, subscriptions, foundMandates } = run
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
          <Reason key={each.reason} clubId={clubId} leftOut={each} today={run.today} />
        ))}
        {subscriptions.count > 0 && (
          <Line
            title={`${counted(subscriptions.count, 'subscription')} in GoCardless still ${subscriptions.count === 1 ? 'collects' : 'collect'} ${currency(subscriptions.amount)}${subscriptions.nextOn ? `, next on ${longDate(subscriptions.nextOn)}` : ''}`}
            text="End them before you start, or members pay twice."
          >
            <AppLink to={clubAddress(clubId, 'payouts')} search={{ view: 'mandates' }}>
              View mandates
            </AppLink>
          </Line>
        )}
        {foundMandates > 0 && (
          <Line
            title={`${counted(foundMandates, 'mandate')} in GoCardless ${foundMandates === 1 ? 'isn’t' : 'aren’t'} matched to a member`}
            text="Their subscriptions may still collect."
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

type Terms = Omit<Input<typeof setBillingTerms>, 'clubId' | 'isUndo' | 'clubMemberIds'>

const isSettled = (reason: LeftOut['reason']): reason is Terms['reason'] =>
  ['noMethod', 'noFrequency', 'noNextPayment', 'noPlan', 'noPrice'].includes(reason)

function Reason({ clubId, leftOut, today }: { clubId: number; leftOut: LeftOut; today: string }) {
  const { reason, members, some } = leftOut
  const [chosen, setChosen] = useState('')
  const [day, setDay] = useState(() => addMonths(`${today.slice(0, 8)}01`, 1))
  const write = useWrite(setBillingTerms)
  const plans = useRead(getTrainingPlans, { clubId }, { enabled: reason === 'noPlan' })

  async function set(terms: Terms) {
    const result = await write.mutateAsync({ clubId, ...terms, isUndo: false })
    if (isRefusal(result)) {
      showToast({ message: result.message, tone: 'bad' })
      return
    }
    const { clubMemberIds, notSet } = result
    const left = notSet.length > 0 ? ` ${counted(notSet.length, 'member')} can’t have it.` : ''
    showToast({
      message: `Set for ${counted(clubMemberIds.length, 'member')}.${left}`,
      ...(clubMemberIds.length > 0 && {
        action: { text: 'Undo', run: () => write.mutate({ clubId, ...terms, clubMemberIds, isUndo: true }) },
      }),
    })
  }
  const termsOf: Readonly<Record<Terms['reason'], () => Terms>> = {
    noMethod: () => ({ reason: 'noMethod', paymentMethodId: Number(chosen) }),
    noFrequency: () => ({ reason: 'noFrequency', subFrequencyId: Number(chosen) }),
    noNextPayment: () => ({ reason: 'noNextPayment', nextPayment: day }),
    noPlan: () => ({ reason: 'noPlan', trainingPlanId: Number(chosen) }),
    noPrice: () => ({ reason: 'noPrice' }),
  }
  const lists: Readonly<Partial<Record<LeftOut['reason'], { label: string; options: readonly Option[] }>>> = {
    noMethod: { label: 'Way to pay', options: optionsOf(choicesOf(paymentMethod)) },
    noFrequency: { label: 'How often it’s paid', options: optionsOf(choicesOf(subFrequency)) },
    noPlan: {
      label: 'Plan',
      options: (plans.data ?? []).map(({ planId, name }) => ({ value: String(planId), text: name })),
    },
  }
  const list = lists[reason]
  return (
    <Line
      title={`${counted(members, 'member')}: ${reason === 'noPlan' ? 'No plan is chosen' : leftOutReasons[reason]}`}
      some={some}
      more={members - some.length}
    >
      {list && (
        <Select
          label={list.label}
          options={[{ value: '', text: 'Choose…' }, ...list.options]}
          value={chosen}
          onChoose={setChosen}
        />
      )}
      {reason === 'noNextPayment' && <DatePicker label="First payment" value={day} today={today} onChoose={setDay} />}
      {isSettled(reason) && (
        <Button
          isBusy={write.isPending}
          disabled={list !== undefined && chosen === ''}
          onClick={() => void set(termsOf[reason]())}
        >
          {reason === 'noPrice'
            ? 'Use their plan’s price'
            : `Set for ${members === 1 ? 'this member' : `all ${members}`}`}
        </Button>
      )}
    </Line>
  )
}

interface Option {
  readonly value: string
  readonly text: string
}

const optionsOf = (choices: readonly { value: number; text: string }[]): Option[] =>
  choices.map(({ value, text }) => ({ value: String(value), text }))

function Start({ clubId, run }: { clubId: number; run: FirstRun }) {
  const [day, setDay] = useState(run.today)
  const [problem, setProblem] = useState('')
  const start = useWrite(startBilling, { onRefused: ({ message }) => setProblem(message) })
  const { members, amount } = run
  return (
    <div className={css.start}>
      <span>Start billing on</span>
      <DatePicker label="Start billing on" value={day} today={run.today} onChoose={setDay} />
      <Button
        variant="primary"
        isBusy={start.isPending}
        onClick={() => {
          setProblem('')
          start.mutate({ clubId, startsOn: day, members, amount })
        }}
      >
        Start billing
      </Button>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

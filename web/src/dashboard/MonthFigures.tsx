import { getDashboardFigures } from '@honbu/contract/dashboard.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, counted, wholeNumber } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DashboardFigure, FigureGroup, NoteLink } from './Figures.tsx'
import { reportTarget } from './report-target.ts'

type Answer = Output<typeof getDashboardFigures>

/** The month so far: the members, and for admins the money. They are the reports' figures, and open the reports' lists. */
export function MonthFigures({ clubId }: { clubId: number | undefined }) {
  const answer = useRead(getDashboardFigures, clubId === undefined ? {} : { clubId }, {
    refetchInterval: 120_000,
    placeholderData: (before: Answer | undefined) => before,
  })
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title="The figures of the month could not be loaded."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  if (!answer.data) return ['members', 'money'].map(key => <Skeleton key={key} height="190px" />)
  const { from, until, members, money } = answer.data
  const days = { from, until }
  return (
    <>
      <MemberFigures figures={members} scope={{ ...days, clubIds: clubId === undefined ? undefined : [clubId] }} />
      {money && <MoneyFigures figures={money.figures} scope={{ ...days, clubIds: money.clubIds ?? undefined }} />}
    </>
  )
}

interface Props<Figures> {
  figures: Figures
  scope: Parameters<typeof reportTarget>[2]
}

function MemberFigures({ figures, scope }: Props<Answer['members']>) {
  const { active, free, joins, rejoins, lapses, netGrowth, trials, atRisk, enquiries } = figures
  const list = (name: string) => reportTarget('members', name, scope)
  return (
    <FigureGroup title="Members this month">
      <DashboardFigure label="Active" value={whole(active)} target={list('active')}>
        {signed(netGrowth)}: <NoteLink target={list('joins')}>{whole(joins)} joined</NoteLink>
        {rejoins ? (
          <>
            , <NoteLink target={list('rejoins')}>{whole(rejoins)} back</NoteLink>
          </>
        ) : null}
        , <NoteLink target={list('lapses')}>{whole(lapses)} left</NoteLink>
        {free ? (
          <>
            ; <NoteLink target={list('free')}>{whole(free)} without a paid plan</NoteLink>
          </>
        ) : null}
      </DashboardFigure>
      <DashboardFigure label="At risk" value={whole(atRisk)} target={list('atRisk')}>
        stay away, or come less
      </DashboardFigure>
      <DashboardFigure
        label="New enquiries"
        value={whole(enquiries)}
        target={reportTarget('sales', 'enquiries', scope)}
      >
        since the 1st
      </DashboardFigure>
      <DashboardFigure label="Trials running" value={whole(trials)} target={list('trials')}>
        of prospects
      </DashboardFigure>
    </FigureGroup>
  )
}

function MoneyFigures({ figures, scope }: Props<NonNullable<Answer['money']>['figures']>) {
  const { due, collected, pending, failed, failedAmount, debt, debtors, owed } = figures
  const list = (name: string) => reportTarget('finance', name, scope)
  return (
    <FigureGroup title="Money this month">
      <DashboardFigure label="Due" value={money(due)} target={list('due')}>
        {due ? 'so far this month' : 'nothing is due'}
      </DashboardFigure>
      <DashboardFigure label="Collected" value={money(collected)} target={list('collected')}>
        {pending ? `${accounting(pending)} is on its way` : 'of what is due'}
      </DashboardFigure>
      <DashboardFigure label="Failed" value={whole(failed)} target={list('failed')}>
        {failed ? money(failedAmount) : 'no payment failed'}
      </DashboardFigure>
      <DashboardFigure label="Debt" value={money(debt)} target={reportTarget('debt', 'debt', scope)}>
        {debtors ? `overdue, ${counted(debtors, 'member')}` : 'nothing overdue'}
        {owed && owed !== debt ? `; ${accounting(owed)} owed in all` : ''}
      </DashboardFigure>
    </FigureGroup>
  )
}

const whole = (value: number | null) => (value === null ? null : wholeNumber(value))
const money = (value: number | null) => (value === null ? null : accounting(value))

function signed(change: number | null): string {
  if (change === null) return '–'
  return change > 0 ? `+${wholeNumber(change)}` : wholeNumber(change).replace('-', '−')
}

import { getTrainingPlans } from '@honbu/contract/plans.ts'
import { IconCalendarDollar, IconPlus } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { SetUpHint } from '../first-hour/SetUpHint.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { FamilyPricesPanel } from './FamilyPricesPanel.tsx'
import css from './Plans.module.css'
import { newPlanAddress, planAddress } from './plan-address.ts'
import { agesText, limitsText, membersText, type PlanRow, pricesText } from './plan-texts.ts'

/** What members of a club pay for: its plans and those of the clubs above it, archived ones apart. */
export function PlansTab({ clubId }: { clubId: number }) {
  const mayChange = useRights().may('changePrices', clubId)
  const answer = useRead(getTrainingPlans, { clubId })
  const offered = answer.data?.filter(plan => !plan.isArchived) ?? []
  const archived = answer.data?.filter(plan => plan.isArchived) ?? []
  return (
    <div className={css.tab}>
      {mayChange && (
        <div className={css.actions}>
          <AppLink to={newPlanAddress(clubId)} className={buttonClass('primary')}>
            <IconPlus size={18} aria-hidden="true" />
            New training plan
          </AppLink>
        </div>
      )}
      {answer.error && !answer.data && (
        <ErrorState
          title="The training plans could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="64px" />}
      {answer.data?.length === 0 && (
        <EmptyState
          icon={<IconCalendarDollar size={24} />}
          actions={<SetUpHint clubId={clubId} />}
          title="No training plans yet"
        >
          {mayChange
            ? 'Add what members pay for: twice a week for £29 a month, for example. They join with one of them.'
            : 'An admin of this club adds what members pay for.'}
        </EmptyState>
      )}
      {answer.data && answer.data.length > 0 && <FamilyPricesPanel clubId={clubId} mayChange={mayChange} />}
      {offered.length > 0 && <PlanList title="Training plans" clubId={clubId} plans={offered} />}
      {answer.data && offered.length === 0 && archived.length > 0 && (
        <EmptyState title="No plan is offered now">All of them are archived: nobody can join with a plan.</EmptyState>
      )}
      {archived.length > 0 && <PlanList title="Archived" clubId={clubId} plans={archived} />}
    </div>
  )
}

function PlanList({ title, clubId, plans }: { title: string; clubId: number; plans: readonly PlanRow[] }) {
  return (
    <Panel title={title} flush>
      <ul className={css.list} aria-label={title}>
        {plans.map(plan => (
          <li key={plan.planId} className={css.row}>
            <h3 className={css.name}>
              <AppLink to={planAddress(clubId, plan.planId)}>{plan.name}</AppLink>
              {plan.isInherited && <Badge title="It is changed there.">From {plan.clubName}</Badge>}
            </h3>
            <span className={css.count}>{membersText(plan.memberCount)}</span>
            <p className={css.facts}>
              {[pricesText(plan), limitsText(plan), agesText(plan)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

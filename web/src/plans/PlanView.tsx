import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { archiveTrainingPlan, getPlanMembers, getTrainingPlan, planMemberColumns } from '@honbu/contract/plans.ts'
import { IconArchive, IconArchiveOff, IconCash, IconCopy, IconPencil } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { useMemberSelect } from '../exports/use-member-select.tsx'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { showToast } from '../ui/toasts.ts'
import { PlanFacts } from './PlanFacts.tsx'
import { PlanPrices } from './PlanPrices.tsx'
import css from './Plans.module.css'
import { PriceChanges } from './PriceChanges.tsx'
import { editPlanAddress, newPlanAddress, plansTabAddress, priceChangeAddress } from './plan-address.ts'
import type { Plan } from './plan-texts.ts'

/** A training plan: what it is, what it costs, and who has it. */
export function PlanView() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.club_id), idOf(params.id)]
  const answer = useRead(getTrainingPlan, { id, clubId })
  const club = useRead(getClub, { id: clubId })
  const mayChange = useRights().may('changePrices', clubId)
  const plan = answer.data
  return (
    <Screen>
      <PageHeader
        title={plan?.name ?? <SkeletonTitle error={answer.error}>Training plan</SkeletonTitle>}
        crumbs={[
          { text: club.data?.name ?? 'Club', to: `/clubadmin/${clubId}/club-schedule` },
          { text: 'Training plans', to: plansTabAddress(clubId) },
        ]}
        hasActionLine
        actions={plan && mayChange && <Actions clubId={clubId} plan={plan} />}
      >
        {plan?.isArchived && <Badge tone="warn">Archived: not offered any more</Badge>}
        {plan?.isInherited && <Badge title="It is changed there.">From {plan.clubName}</Badge>}
      </PageHeader>
      {answer.error && (
        <ErrorState title="The plan could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="48px" />}
      {plan && (
        <>
          <Panel title="Prices">
            <PlanPrices plan={plan} />
          </Panel>
          <Panel title="The plan">
            <PlanFacts plan={plan} />
          </Panel>
          <PriceChanges clubId={clubId} planId={id} />
          <section className={css.screen} aria-labelledby="who-has-it">
            <h2 id="who-has-it">Who has it</h2>
            <PlanMembers clubId={clubId} planId={id} />
          </section>
        </>
      )}
    </Screen>
  )
}

function Actions({ clubId, plan }: { clubId: number; plan: Plan }) {
  const archive = useWrite(archiveTrainingPlan)
  const { planId, isArchived } = plan
  async function press() {
    const result = await archive.mutateAsync({ id: planId, isArchived: !isArchived })
    const done = isArchived ? `${plan.name} is offered again.` : `${plan.name} is not offered any more.`
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: done })
  }
  const Icon = isArchived ? IconArchiveOff : IconArchive
  const items = [
    {
      text: 'Duplicate plan',
      icon: <IconCopy size={18} aria-hidden="true" />,
      to: newPlanAddress(clubId),
      search: { copy: String(planId) },
    },
    ...(plan.isInherited
      ? []
      : [
          {
            text: isArchived ? 'Offer it again' : 'Archive plan',
            icon: <Icon size={18} aria-hidden="true" />,
            onSelect: () => void press(),
          },
        ]),
  ]
  return (
    <>
      <AppLink to={priceChangeAddress(clubId, planId)} className={buttonClass()}>
        <IconCash size={18} aria-hidden="true" />
        Change prices for members
      </AppLink>
      {!plan.isInherited && (
        <AppLink to={editPlanAddress(clubId, planId)} className={buttonClass()}>
          <IconPencil size={18} aria-hidden="true" />
          Edit
        </AppLink>
      )}
      <Menu label={`More for ${plan.name}`} items={items} />
    </>
  )
}

type PlanMember = Output<typeof getPlanMembers>['data'][number]

function PlanMembers({ clubId, planId }: { clubId: number; planId: number }) {
  const select = useMemberSelect<PlanMember>(
    [clubId],
    ({ name }) => name,
    ({ memberId }) => memberId,
  )
  return (
    <DataGrid
      label="Members with this plan"
      name="plan-members"
      call={getPlanMembers}
      input={{ id: planId, clubId }}
      columns={planMemberColumns}
      cells={{
        memberStatusId: row => <MemberStatus id={row.memberStatusId} />,
        subPrice: row => (
          <>
            {row.subPrice === null ? '–' : currency(row.subPrice)}
            {row.isOtherPrice && row.subPrice !== null && <span className={css.stays}> (own)</span>}
          </>
        ),
        isOtherPrice: false,
        nextPayment: row => (row.nextPayment === null ? 'None planned' : mediumDate(row.nextPayment)),
      }}
      select={select}
      rowKey={row => row.clubMemberId}
      rowTo={row => `${memberAddress(row.memberId)}/membership`}
      empty={
        <EmptyState title="Nobody has this plan now">Members get one when they join, or by “Change plan”.</EmptyState>
      }
    />
  )
}

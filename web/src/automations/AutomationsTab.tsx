import { getAutomations, switchAutomation } from '@honbu/contract/automations.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { showToast } from '../ui/toasts.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { AutomationRuns } from './AutomationRuns.tsx'
import css from './AutomationsTab.module.css'
import { automationAddress, newAutomationAddress } from './automation-address.ts'
import { triggerText } from './automation-text.ts'
import { RecipeList } from './RecipeList.tsx'

type Automation = Output<typeof getAutomations>[number]

interface Club {
  readonly id: number
  readonly name: string
  readonly isAdmin: boolean
}

/** What a club, or each of several, does by itself: on or off, with how many members are in each. */
export function AutomationsTab({ clubs }: { clubs: readonly Club[] }) {
  const [only] = clubs.length === 1 ? clubs : []
  const above = useRead(getAutomations, { id: only?.id ?? 0 }, { enabled: only !== undefined })
  return (
    <>
      {clubs.map(club => (
        <AutomationsOf key={club.id} club={club} title={only ? 'By itself' : club.name} />
      ))}
      {only?.isAdmin && !above.isLoading && <RecipeList clubId={only.id} />}
    </>
  )
}

function AutomationsOf({ club, title }: { club: Club; title: string }) {
  const answer = useRead(getAutomations, { id: club.id })
  const turn = useWrite(switchAutomation)
  const [shown, setShown] = useState<Automation | null>(null)

  async function press(id: number, isOn: boolean) {
    const result = await turn.mutateAsync({ id, clubId: club.id, isOn })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  if (!answer.data)
    return answer.error ? (
      <ErrorState
        title="The automations could not be loaded."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    ) : (
      <SkeletonRows count={4} height="4rem" />
    )
  return (
    <>
      <Panel
        title={title}
        flush
        aside={
          club.isAdmin && (
            <AppLink to={newAutomationAddress(club.id)} className={buttonClass('secondary')}>
              New automation<VisuallyHidden> for {club.name}</VisuallyHidden>
            </AppLink>
          )
        }
      >
        {answer.data.length === 0 && (
          <EmptyState icon={<IconRepeat size={24} />} title="Nothing happens by itself yet">
            Make an automation to greet, remind or ask members without thinking of it.
          </EmptyState>
        )}
        <ul className={css.list}>
          {answer.data.map(automation => (
            <li key={automation.automationId} className={css.row}>
              <div>
                <p className={css.name}>
                  <AppLink to={automationAddress(club.id, automation.automationId)}>{automation.name}</AppLink>
                </p>
                <p className={css.facts}>
                  {triggerText(automation.trigger)}
                  {automation.clubId !== club.id && ` · of ${automation.clubName}`}
                </p>
              </div>
              <p className={css.facts}>
                {automation.running} in it · this month {automation.done} done, {automation.stopped} stopped
              </p>
              <div className={css.actions}>
                {automation.clubId !== club.id && !automation.isOn ? (
                  <Badge>Off at {automation.clubName}</Badge>
                ) : (
                  <Switch
                    isOn={automation.isOn && !automation.isOffHere}
                    disabled={!club.isAdmin || turn.isPending}
                    onChange={isOn => void press(automation.automationId, isOn)}
                  >
                    <VisuallyHidden>{automation.name}: </VisuallyHidden>
                    {automation.isOn && !automation.isOffHere ? 'On' : 'Off'}
                  </Switch>
                )}
                <Button onClick={() => setShown(automation)}>
                  Who<VisuallyHidden> is in {automation.name}</VisuallyHidden>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {shown && <AutomationRuns automation={shown} clubId={club.id} onClose={() => setShown(null)} />}
    </>
  )
}

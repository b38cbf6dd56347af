import { getAudienceChoices } from '@honbu/contract/audience.ts'
import { recipeOf } from '@honbu/contract/automation-recipes.ts'
import { type AutomationFields, getAutomation, saveAutomation } from '@honbu/contract/automations.ts'
import { getClub } from '@honbu/contract/clubs.ts'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { AutomationForm, fieldsOf } from './AutomationForm.tsx'
import { AutomationView } from './AutomationView.tsx'
import { automationsAddress, ownVersionAddress } from './automation-address.ts'

/** One automation: changed where it is the club's own, looked at where it is of a club above, or made anew. */
export function AutomationScreen() {
  const { params, search } = useAddress()
  const [clubId, id, insteadId] = [idOf(params.clubId), idOf(params.id), idOf(search.instead)]
  const club = useRead(getClub, { id: clubId })
  const choices = useRead(getAudienceChoices, { id: clubId })
  const shownId = id || insteadId
  const answer = useRead(getAutomation, { id: shownId }, { enabled: shownId > 0 })
  const automation = answer.data
  const error = club.error ?? choices.error ?? answer.error
  const isReady = club.data && choices.data && (shownId === 0 || automation)
  const isOwn = automation?.clubId === clubId
  const isEdited = id === 0 || isOwn
  return (
    <Screen>
      <PageHeader
        title={id > 0 ? (automation?.name ?? 'Automation') : 'New automation'}
        crumbs={[{ text: 'Automations', to: automationsAddress(clubId) }]}
        actions={
          club.data?.isAdmin &&
          id > 0 &&
          automation &&
          !isOwn && (
            <AppLink to={ownVersionAddress(clubId, id)} className={buttonClass('primary')}>
              Use my own version
            </AppLink>
          )
        }
      >
        {club.data && subtitle(club.data.name, automation, { isOwn, isNew: id === 0 })}
      </PageHeader>
      {error && (
        <ErrorState
          title="The automation could not be loaded."
          error={error}
          retry={() =>
            void Promise.all([club.refetch(), choices.refetch(), ...(shownId > 0 ? [answer.refetch()] : [])])
          }
        />
      )}
      {!error && !isReady && <SkeletonRows count={5} height="72px" />}
      {!error && isReady && choices.data && isEdited && (
        <SaveGate
          call={saveAutomation}
          clubId={clubId}
          cannot="change automations"
          otherwise={automation && <AutomationView clubId={clubId} automation={automation} choices={choices.data} />}
        >
          <AutomationForm
            key={`${clubId} ${id} ${insteadId} ${search.recipe}`}
            clubId={clubId}
            choices={choices.data}
            values={automation ? fieldsOf(automation) : (recipeOf(search.recipe)?.fields ?? empty)}
            automation={id > 0 ? automation : undefined}
            replacesId={id === 0 && insteadId > 0 ? insteadId : undefined}
          />
        </SaveGate>
      )}
      {!error && isReady && choices.data && !isEdited && automation && (
        <AutomationView clubId={clubId} automation={automation} choices={choices.data} />
      )}
    </Screen>
  )
}

const empty: AutomationFields = { name: '', trigger: { kind: 'bookingMade' }, conditions: [], steps: [] }

function subtitle(
  clubName: string,
  automation: { readonly clubName: string } | undefined,
  { isOwn, isNew }: { isOwn: boolean; isNew: boolean },
): string {
  if (!automation || isOwn) return clubName
  if (isNew) return `${clubName}, in place of the one of ${automation.clubName}`
  return `${clubName} uses it; it belongs to ${automation.clubName}`
}

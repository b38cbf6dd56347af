import { getClub } from '@honbu/contract/clubs.ts'
import { getMemberCategories, moveMemberCategory } from '@honbu/contract/settings.ts'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { agesText, countText } from './category-text.ts'
import { OwnedList } from './OwnedList.tsx'
import { memberCategoryAddress, newMemberCategoryAddress } from './settings-address.ts'

/** The kinds of members a club knows, mostly by age: plans and grades can be for one of them. */
export function MemberCategories() {
  const clubId = idOf(useAddress().params.id)
  const club = useRead(getClub, { id: clubId })
  const answer = useRead(getMemberCategories, { clubId })
  const move = useWrite(moveMemberCategory)
  const canEdit = club.data?.isAdmin ?? false
  const categories = answer.data ?? []

  async function press(id: number, positions: 1 | -1) {
    const result = await move.mutateAsync({ id, positions })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Screen isNarrow>
      <PageHeader
        title="Member categories"
        crumbs={[{ text: club.data?.name ?? 'Club', to: clubAddress(clubId, 'settings') }]}
        hasActionLine
        actions={
          canEdit && (
            <AppLink to={newMemberCategoryAddress(clubId)} className={buttonClass('primary')}>
              <IconPlus size={18} aria-hidden="true" />
              New category
            </AppLink>
          )
        }
      >
        Members of a kind, mostly by age. A grade can be for one category alone.
      </PageHeader>
      {answer.error && !answer.data && (
        <ErrorState
          title="The categories could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="48px" />}
      {answer.data?.length === 0 && (
        <EmptyState icon={<IconUsersGroup size={24} />} title="No categories yet">
          Juniors from 5 to 11, for example, and adults.
        </EmptyState>
      )}
      {categories.length > 0 && (
        <Panel title="In this order" flush>
          <OwnedList
            label="Member categories"
            entries={categories.map(each => ({
              ...each,
              id: each.categoryId,
              name: each.categoryName,
              facts: [agesText(each), countText(each.memberCount, 'member'), countText(each.gradeCount, 'grade')],
            }))}
            canEdit={canEdit}
            isBusy={move.isPending}
            onMove={(id, positions) => void press(id, positions)}
            actions={({ id, name }) => (
              <AppLink
                to={memberCategoryAddress(clubId, id)}
                className={iconButtonClass()}
                aria-label={`Edit ${name}`}
                title={`Edit ${name}`}
              >
                <IconPencil size={18} aria-hidden="true" />
              </AppLink>
            )}
          />
        </Panel>
      )}
    </Screen>
  )
}

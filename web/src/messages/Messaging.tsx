import { getClubList } from '@honbu/contract/my-clubs.ts'
import { notFound, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useRead } from '../app/api.ts'
import { marketingAddress } from '../marketing/marketing-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { messagingPanels } from './messaging-panels.ts'
import { type MessagingTab, messagingAddress, messagingTabLinks } from './messaging-tabs.ts'

/** What is written to members and what was sent, by tabs: of one club, or of all that the signed-in user works in. */
export function Messaging({ tab }: { tab: MessagingTab }) {
  const { params } = useAddress()
  const navigate = useNavigate()
  const clubId = idOf(params.id)
  const answer = useRead(getClubList, {})
  const all = answer.data
  const chosen = all?.filter(club => clubId === 0 || club.id === clubId)
  if (chosen?.length === 0 && clubId > 0) throw notFound()
  const only = chosen?.length === 1 ? chosen[0] : undefined
  const Panel = messagingPanels[tab]
  return (
    <Screen>
      <PageHeader
        title="Messaging"
        actions={
          all &&
          all.length > 1 && (
            <Select
              label="Club"
              options={[
                { value: '0', text: 'All clubs' },
                ...all.map(({ id, name }) => ({ value: String(id), text: name })),
              ]}
              value={String(clubId)}
              // The address is made from the specification's routes, which the router's types do not know.
              onChoose={value => void navigate({ to: messagingAddress(tab, Number(value)) as '/' })}
            />
          )
        }
      >
        <AppLink to="/marketing-help/category/3">How to write what is read</AppLink>
        {only && (
          <>
            {' · '}
            <AppLink to={marketingAddress(only.id)}>What marketing brings</AppLink>
          </>
        )}
      </PageHeader>
      <Tabs label="Messaging" tabs={messagingTabLinks(clubId)} current={tab} />
      {!chosen && answer.error && (
        <ErrorState title="Your clubs could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!chosen && !answer.error && <SkeletonRows count={4} height="3rem" />}
      {chosen && (
        <Suspense key={`${clubId} ${tab}`} fallback={<SkeletonRows count={4} height="3rem" />}>
          <Panel clubId={clubId} clubs={chosen} />
        </Suspense>
      )}
    </Screen>
  )
}

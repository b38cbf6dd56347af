import { getDetails } from '@honbu/contract/member-view.ts'
import { Suspense, useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { useScreenName } from '../app/screen-name.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { InSteps } from '../ui/InSteps.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { MemberHeader } from './MemberHeader.tsx'
import { memberTabLinks, memberTabOf } from './member-tabs.ts'
import { PinnedNotes } from './PinnedNotes.tsx'
import { memberPanels } from './panels.ts'

/** A member, by tabs; each is an address of its own and reads what it shows when it is opened. */
export function MemberView() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const tab = memberTabOf(params.slug)
  const answer = useRead(getDetails, { id })
  const details = answer.data
  useScreenName(details && `${details.firstName} ${details.lastName}`.trim())
  const Panel = memberPanels[tab]
  useEffect(() => {
    // Together with what the head shows, not after it; one that does not load says so where it is drawn.
    Panel.preload().catch(() => {})
  }, [Panel])
  if (!details) {
    return (
      <Screen>
        <PageHeader title={<SkeletonTitle error={answer.error}>Member</SkeletonTitle>} />
        {answer.error ? (
          <ErrorState
            title="The member could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        ) : (
          <SkeletonRows count={3} height="6rem" />
        )}
      </Screen>
    )
  }
  return (
    <Screen>
      <MemberHeader details={details} />
      <InSteps meanwhile={<SkeletonRows count={5} height="3rem" />}>
        <PinnedNotes details={details} />
        <Tabs label="Member" tabs={memberTabLinks(id)} current={tab} />
        <InSteps meanwhile={<SkeletonRows count={4} height="3rem" />}>
          {/* By member and tab: what one of them remembers is not the next one's. */}
          <Suspense key={`${id} ${tab}`} fallback={<SkeletonRows count={4} height="3rem" />}>
            <Panel memberId={id} details={details} />
          </Suspense>
        </InSteps>
      </InSteps>
    </Screen>
  )
}

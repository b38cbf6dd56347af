import { getClub } from '@honbu/contract/clubs.ts'
import { notFound } from '@tanstack/react-router'
import { useRead } from '../app/api.ts'
import { NotBuiltText } from '../not-built/NotBuiltText.tsx'
import { notBuiltClubTabs } from '../not-built/not-built.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import css from './ClubAdmin.module.css'
import { ClubWeek } from './ClubWeek.tsx'
import { clubTabLinks, clubTabs } from './club-tabs.ts'

/** A club, by tabs. */
export function ClubAdmin() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const tab = params.tab ?? 'club-schedule'
  if (!clubTabs.some(([each]) => each === tab)) throw notFound()
  const club = useRead(getClub, { id })
  if (club.error && !club.data) {
    return (
      <div className={css.screen}>
        <PageHeader title="Club" />
        <ErrorState title="The club could not be loaded." error={club.error} retry={() => void club.refetch()} />
      </div>
    )
  }
  return (
    <div className={css.screen}>
      <PageHeader title={club.data?.name ?? <SkeletonTitle>Club</SkeletonTitle>} />
      <Tabs label="Club" tabs={clubTabLinks(id)} current={tab} />
      {notBuiltClubTabs.includes(tab) ? <NotBuiltText /> : <ClubWeek clubId={id} />}
    </div>
  )
}

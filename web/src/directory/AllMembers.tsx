import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { MemberGrid } from './MemberGrid.tsx'

export function AllMembers() {
  return (
    <Screen>
      <PageHeader title="All Members" />
      <MemberGrid />
    </Screen>
  )
}

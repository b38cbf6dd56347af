import { IconUserPlus } from '@tabler/icons-react'
import { ImportButton } from '../imports/ImportButton.tsx'
import { memberCreateAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { MemberGrid } from './MemberGrid.tsx'

export function AllMembers() {
  return (
    <Screen>
      <PageHeader
        title="All Members"
        hasActionLine
        actions={
          <>
            <ImportButton />
            <AppLink to={memberCreateAddress()} className={buttonClass('primary')}>
              <IconUserPlus size={18} aria-hidden="true" /> New member
            </AppLink>
          </>
        }
      />
      <MemberGrid />
    </Screen>
  )
}

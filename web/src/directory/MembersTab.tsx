import { IconFileImport, IconUserPlus } from '@tabler/icons-react'
import { importsAddress } from '../imports/import-address.ts'
import { memberCreateAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { MemberGrid } from './MemberGrid.tsx'

/** The members of one club, in Club Admin. */
export const MembersTab = ({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) => (
  <MemberGrid
    clubIds={[clubId]}
    actions={
      <>
        {isAdmin && (
          <AppLink to={importsAddress(clubId)} className={buttonClass('secondary')}>
            <IconFileImport size={18} aria-hidden="true" /> Import
          </AppLink>
        )}
        <AppLink to={memberCreateAddress(clubId)} className={buttonClass('primary')}>
          <IconUserPlus size={18} aria-hidden="true" /> New member
        </AppLink>
      </>
    }
  />
)

import { IconMoodSad, IconUsersGroup } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './ListSettings.module.css'
import { memberCategoriesAddress, notInterestedReasonsAddress } from './settings-address.ts'

/** The ways to the lists that a club keeps, in Club Admin. */
export const ListSettings = ({ clubId }: { clubId: number }) => (
  <Panel title="Lists" id="lists">
    <div className={css.links}>
      <AppLink to={memberCategoriesAddress(clubId)} className={buttonClass()}>
        <IconUsersGroup size={18} aria-hidden="true" />
        Member categories
      </AppLink>
      <AppLink to={notInterestedReasonsAddress(clubId)} className={buttonClass()}>
        <IconMoodSad size={18} aria-hidden="true" />
        Not-interested reasons
      </AppLink>
    </div>
  </Panel>
)

import { getClub } from '@honbu/contract/clubs.ts'
import { useRead } from '../app/api.ts'
import { AttributeSettings } from '../attributes/AttributeSettings.tsx'
import { ClosingPanel } from '../closing/ClosingPanel.tsx'
import { ClosuresPanel } from '../closures/ClosuresPanel.tsx'
import { ProviderSettings } from '../collections/ProviderSettings.tsx'
import { EnquirySettings } from '../enquiries/EnquirySettings.tsx'
import { SetUpPanel } from '../first-hour/SetUpPanel.tsx'
import { DocumentSettings } from '../papers/DocumentSettings.tsx'
import { RecoverySettings } from '../recovery/RecoverySettings.tsx'
import { ListSettings } from '../settings/ListSettings.tsx'
import { TagSettings } from '../tags/TagSettings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ClubSettings } from './ClubSettings.tsx'
import type { PanelProps } from './panel-props.ts'
import css from './SettingsTab.module.css'

/** How a club works, a panel a subject. Whoever adds one adds it here. */
export function SettingsTab({ clubId, isAdmin }: PanelProps) {
  const club = useRead(getClub, { id: clubId })
  return (
    <div className={css.settings}>
      {club.error && !club.data && (
        <ErrorState title="The settings could not be loaded." error={club.error} retry={() => void club.refetch()} />
      )}
      {!club.data && !club.error && <SkeletonRows count={3} height="3rem" />}
      {isAdmin && <SetUpPanel clubId={clubId} />}
      {club.data && (
        <div id="club-settings">
          <ClubSettings club={club.data} isAdmin={isAdmin} />
        </div>
      )}
      <ListSettings clubId={clubId} />
      <EnquirySettings clubId={clubId} />
      <ProviderSettings clubId={clubId} isAdmin={isAdmin} />
      <RecoverySettings clubId={clubId} isAdmin={isAdmin} />
      <DocumentSettings clubId={clubId} isAdmin={isAdmin} />
      <ClosuresPanel clubId={clubId} isAdmin={isAdmin} />
      <TagSettings clubId={clubId} isAdmin={isAdmin} />
      <AttributeSettings clubId={clubId} isAdmin={isAdmin} />
      {isAdmin && <ClosingPanel clubId={clubId} />}
    </div>
  )
}

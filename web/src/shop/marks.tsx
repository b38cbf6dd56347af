import { IconAlertTriangle } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'

export const LowStock = () => (
  <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
    Low
  </Badge>
)

/** Whose an entry is: one of a club above is changed there. */
export const Owner = ({ clubName, isInherited }: { clubName: string; isInherited: boolean }) =>
  isInherited ? <Badge title="It is changed there.">From {clubName}</Badge> : clubName

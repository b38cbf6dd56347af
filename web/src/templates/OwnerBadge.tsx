import { Badge } from '../ui/Badge.tsx'

/** The club that has made it, and whether it is only used here. */
export const OwnerBadge = ({ clubName, isInherited }: { clubName: string; isInherited: boolean }) => (
  <span>
    {clubName} {isInherited && <Badge>Inherited</Badge>}
  </span>
)

import { IconCalendarOff } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'

/** Says that the club is closed on the day, and why if there is a name for it. */
export function DayClosure({ name }: { name: string }) {
  return (
    <p>
      <Badge tone="warn" icon={<IconCalendarOff size={14} aria-hidden="true" />}>
        Closed{name && `: ${name}`}
      </Badge>
    </p>
  )
}

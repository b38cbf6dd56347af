import type { CertificateState } from '@honbu/contract/certificates.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'

/** Until when it holds: over, over soon, or not to be thought of. */
export function ExpiryBadge({ state, expiresOn }: { state: CertificateState; expiresOn: string | null }) {
  const size = { size: 14, 'aria-hidden': true } as const
  if (expiresOn === null) return <Badge tone="plain">Does not expire</Badge>
  if (state === 'expired')
    return (
      <Badge tone="bad" icon={<IconAlertTriangle {...size} />}>
        Expired {mediumDate(expiresOn)}
      </Badge>
    )
  if (state === 'soon')
    return (
      <Badge tone="warn" icon={<IconClockExclamation {...size} />}>
        Expires {mediumDate(expiresOn)}
      </Badge>
    )
  return (
    <Badge tone="good" icon={<IconCheck {...size} />}>
      Until {mediumDate(expiresOn)}
    </Badge>
  )
}

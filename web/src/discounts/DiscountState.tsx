import { discountStates } from '@honbu/contract/discounts.ts'
import { IconBan, IconCheck, IconClock, IconFlagOff, IconHourglassEmpty } from '@tabler/icons-react'
import { Badge, type Tone } from '../ui/Badge.tsx'
import type { DiscountRecord } from './discount-text.ts'

type State = DiscountRecord['state']

const looks: Readonly<Record<State, readonly [Tone, typeof IconCheck]>> = {
  active: ['good', IconCheck],
  upcoming: ['accent', IconClock],
  ended: ['neutral', IconFlagOff],
  usedUp: ['warn', IconHourglassEmpty],
  off: ['neutral', IconBan],
}

export function DiscountState({ state }: { state: State }) {
  const [tone, Icon] = looks[state]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {discountStates.find(([each]) => each === state)?.[1]}
    </Badge>
  )
}

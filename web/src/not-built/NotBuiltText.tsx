import { IconTools } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Says honestly that there is nothing here yet. */
export function NotBuiltText() {
  return (
    <EmptyState icon={<IconTools size={28} />} title="This screen is not built yet.">
      It is part of the plan and keeps its address.
    </EmptyState>
  )
}

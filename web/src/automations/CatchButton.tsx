import type { AutomationFields } from '@honbu/contract/automations.ts'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CatchDialog } from './CatchDialog.tsx'

interface Props {
  clubId: number
  asked: Pick<AutomationFields, 'trigger' | 'conditions'>
}

/** Tries an automation out, changed or not, without doing anything. What is told rather than found cannot be tried. */
export function CatchButton({ clubId, asked: { trigger, conditions } }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (trigger.kind === 'activation') return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconUsers size={18} aria-hidden="true" />
        Who would be in it today?
      </Button>
      {isOpen && <CatchDialog clubId={clubId} asked={{ trigger, conditions }} onClose={() => setOpen(false)} />}
    </>
  )
}

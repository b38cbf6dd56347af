import { counted } from '@honbu/contract/format.ts'
import { addReadyCandidates, getGradingCandidates, getReadyCandidates } from '@honbu/contract/gradings.ts'
import { IconUsersPlus } from '@tabler/icons-react'
import { useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'

/** Enters everyone who is ready and not on the list yet. */
export function ReadyButton({ classId, classDate }: { classId: number; classDate: string }) {
  const { data: ready } = useRead(getReadyCandidates, { classId, classDate })
  const add = useWrite(addReadyCandidates, {
    invalidates: [getGradingCandidates, getReadyCandidates],
    onSuccess: ({ memberIds }) => showToast({ message: `${counted(memberIds.length, 'candidate')} added` }),
    onRefused: ({ message }) => showToast({ tone: 'bad', message }),
  })
  if (!ready || ready.memberIds.length === 0) return null
  return (
    <Button isBusy={add.isPending} onClick={() => add.mutate({ classId, classDate })}>
      <IconUsersPlus size={18} aria-hidden="true" />
      Add all ready ({ready.memberIds.length})
    </Button>
  )
}

import { deleteGradingResult, getGradingCandidates, getGradingHistory } from '@honbu/contract/gradings.ts'
import { IconArrowBackUp, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { Candidate } from './candidates.ts'
import css from './SavedResult.module.css'

interface Props {
  result: NonNullable<Candidate['result']>
  name: string
  isReachable: boolean
}

/** A result that is saved, and the way back. */
export function SavedResult({ result, name, isReachable }: Props) {
  const { ask, dialog } = useConfirm()
  const takeBack = useWrite(deleteGradingResult, {
    // The register's mark, the member's grade: what hangs on a result is read anew everywhere.
    invalidates: [getGradingCandidates, getGradingHistory],
    onRefused: ({ message }) => showToast({ tone: 'bad', message }),
    onSuccess: () => showToast({ message: `The result of ${name} is taken back.` }),
  })
  return (
    <div className={css.saved}>
      <Badge
        tone={result.passed ? 'good' : 'bad'}
        icon={
          result.passed ? (
            <IconCircleCheck size={14} aria-hidden="true" />
          ) : (
            <IconCircleX size={14} aria-hidden="true" />
          )
        }
        title={result.by && `Saved by ${result.by}`}
      >
        {result.passed ? 'Passed' : 'Not passed'}
      </Badge>
      {result.canTakeBack && (
        <Button
          variant="quiet"
          className={css.back}
          aria-label={`Take back the result of ${name}`}
          tabIndex={isReachable ? 0 : -1}
          isBusy={takeBack.isPending}
          onClick={async () => {
            const text = result.passed
              ? 'Grade, last grading and candidate mark are again what they were before it.'
              : 'The mark in the register that came with it goes too.'
            if (await ask({ title: `Take back the result of ${name}?`, text, action: 'Take back', isDanger: true }))
              takeBack.mutate({ id: result.id })
          }}
        >
          <IconArrowBackUp size={16} aria-hidden="true" />
          Take back
        </Button>
      )}
      {dialog}
    </div>
  )
}

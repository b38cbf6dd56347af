import { type BulkEdit, getBulkEdit, undoBulkEdit } from '@honbu/contract/bulk.ts'
import { counted } from '@honbu/contract/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import css from './Bulk.module.css'

export type Edit = z.infer<typeof BulkEdit>

const isWorking = ({ state }: Pick<Edit, 'state'>) => state === 'waiting' || state === 'undoing'

/** How far a change is, and undoing it. It goes on when the window is closed. */
export function BulkProgress({ begun, onClose }: { begun: Edit; onClose?: () => void }) {
  const [problem, setProblem] = useState('')
  const client = useQueryClient()
  const answer = useRead(
    getBulkEdit,
    { id: begun.bulkEditId },
    { initialData: begun, refetchInterval: ({ state }) => (isWorking(state.data ?? begun) ? 1000 : false) },
  )
  const undo = useWrite(undoBulkEdit)
  const edit = answer.data ?? begun
  // Where billing starts, this window belongs to a line that goes once it's settled.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['billing'] }), [client])
  const { state } = edit
  const shown = useRef(begun.state)
  // Any list may show what was changed or undone.
  useEffect(() => {
    if (state === shown.current) return
    shown.current = state
    if (!isWorking({ state })) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'billing' })
  }, [client, state])

  async function undoAll() {
    const result = await undo.mutateAsync({ id: edit.bulkEditId })
    setProblem(isRefusal(result) ? result.message : '')
    await answer.refetch()
  }

  return (
    <div className={css.step}>
      {isWorking(edit) ? (
        <WorkProgress
          label={`${edit.state === 'undoing' ? 'Undoing' : 'Changing'} ${edit.done} of ${edit.total}`}
          done={edit.done}
          total={edit.total}
        />
      ) : (
        <p className={css.lead} role="status">
          {words(edit)}
        </p>
      )}
      {(problem || edit.failure) && (
        <p className={css.problem} role="alert">
          {problem || edit.failure}
        </p>
      )}
      {edit.kept.length > 0 && (
        <ul className={css.people} aria-label="Not undone">
          {edit.kept.map(({ memberId, memberName, why }) => (
            <li key={memberId} className={css.person}>
              <AppLink to={memberAddress(memberId)}>{memberName}</AppLink>
              <span className={css.soft}>{why}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={css.buttons}>
        {edit.mayUndo && (
          <Button isBusy={undo.isPending} onClick={() => void undoAll()}>
            Undo
          </Button>
        )}
        {onClose && (
          <Button variant="primary" onClick={onClose} data-autofocus="">
            Close
          </Button>
        )}
      </div>
    </div>
  )
}

function words({ state, changed, leftOut, undone, kept, mayUndo }: Edit): string {
  if (state === 'failed') return 'Nothing was changed.'
  if (state === 'undone')
    return `Undone for ${counted(undone, 'member')}.${kept.length > 0 ? ` ${counted(kept.length, 'member')} stayed as they are:` : ''}`
  return `${counted(changed, 'member')} changed.${leftOut > 0 ? ` ${counted(leftOut, 'member')} left out.` : ''}${mayUndo ? ' You can undo this for 24 hours.' : ''}`
}

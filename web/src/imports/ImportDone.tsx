import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { getImportUndo, undoImport } from '@honbu/contract/imports.ts'
import { IconArrowBackUp, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './ImportCheck.module.css'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportLines } from './ImportLines.tsx'
import type { Import } from './import.ts'

/** What has been imported, and for a day the way back. */
export function ImportDone({ batch }: { batch: Import }) {
  const { importId, clubId, state, kind, counts, undoUntil, undoneAt, undoLeft, reversedBalances, failure } = batch
  const [isUndoing, setUndoing] = useState(false)
  const what = counted(counts.new, kind === 'gradings' ? 'grading' : 'member')
  const changed = counts.changed > 0 ? `, and ${counts.changed} changed` : ''
  return (
    <>
      <ImportCounts batch={batch} />
      <div className={css.bar}>
        <p className={css.sentence}>
          {state === 'undone' && undoneAt ? (
            undoneWords(batch, undoneAt)
          ) : (
            <>
              <strong>
                {what} imported{changed}.
              </strong>{' '}
              {undoUntil ? `It can be undone until ${moment(undoUntil)}.` : 'It can no longer be undone.'}
            </>
          )}
        </p>
        <div className={css.actions}>
          {undoUntil && (
            <Button onClick={() => setUndoing(true)}>
              <IconArrowBackUp size={18} aria-hidden="true" />
              Undo the import
            </Button>
          )}
          <AppLink to={clubAddress(clubId, 'members')} className={buttonClass('primary')}>
            <IconUsers size={18} aria-hidden="true" />
            Members
          </AppLink>
        </div>
      </div>
      {failure && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
      {reversedBalances > 0 && (
        <p className={css.soft}>
          {counted(reversedBalances, 'opening balance was', 'opening balances were')} reversed. Both entries stay in the
          books, without a name.
        </p>
      )}
      {undoLeft.length > 0 && (
        <Panel title="Not undone">
          <People people={undoLeft} />
        </Panel>
      )}
      <ImportLines importId={importId} isDone />
      {isUndoing && <UndoDialog importId={importId} onClose={() => setUndoing(false)} />}
    </>
  )
}

const undoneWords = ({ undoLeft }: Import, at: string) =>
  undoLeft.length === 0
    ? `Undone ${moment(at)}: what it had made is taken away, and what it had changed is as it was.`
    : `Undone ${moment(at)}, but for ${counted(undoLeft.length, 'member')}.`

function People({ people }: { people: Import['undoLeft'] }) {
  return (
    <>
      <ul className={css.people}>
        {people.slice(0, 100).map(({ memberId, name, code, why }) => (
          <li key={memberId}>
            <AppLink to={memberAddress(memberId)}>{name}</AppLink> [{code}] {why}
          </li>
        ))}
      </ul>
      {people.length > 100 && <p>…and {counted(people.length - 100, 'other')}.</p>}
    </>
  )
}

/** Says what undoing does, and who has been worked with since. */
function UndoDialog({ importId, onClose }: { importId: number; onClose: () => void }) {
  const answer = useRead(getImportUndo, { id: importId }, { gcTime: 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const undo = useWrite(undoImport, { onSuccess: onClose, onRefused: ({ message }) => setProblem(message) })
  const { members = 0, workedWith = [] } = answer.data ?? {}
  const leaves = workedWith.length > 0
  const isEverybody = leaves && workedWith.length === members
  return (
    <Dialog
      title="Undo this import?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            variant="danger"
            isBusy={undo.isPending}
            disabled={!answer.data || isEverybody}
            onClick={() => undo.mutate({ id: importId, leaveWorkedWith: leaves })}
          >
            {leaves ? `Undo the other ${wholeNumber(members - workedWith.length)}` : 'Undo the import'}
          </Button>
          <Button onClick={onClose} data-autofocus="">
            Cancel
          </Button>
        </>
      }
    >
      {answer.error && (
        <ErrorState
          title="What would happen could not be found out."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="32px" />}
      {answer.data && !leaves && (
        <p>
          What it made for {counted(members, 'member')} is taken away, and what it changed becomes what it was before.
          Nobody has worked with them since.
        </p>
      )}
      {leaves && (
        <>
          <p>
            {counted(workedWith.length, 'member')} of {wholeNumber(members)} have been worked with since the import.
            They stay as they are now; to undo all, take back what was done with them first.
          </p>
          <People people={workedWith} />
        </>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { type Candidate, keyOf } from './candidates.ts'
import { type Entries, entered, giveReason, lacksReason } from './entries.ts'
import { feeWords } from './fee-words.ts'
import css from './SaveBar.module.css'
import type { useSaveResults } from './use-save-results.ts'

interface Props {
  rows: readonly Candidate[]
  entries: Entries
  saving: ReturnType<typeof useSaveResults>
  change: (next: (entries: Entries) => Entries) => void
  /** Goes to a row, whatever is hidden at the moment. */
  onShow: (key: string) => void
}

/** How much is entered, what is still missing, and the one button that saves it all. */
export function SaveBar({ rows, entries, saving, change, onShow }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const ready = entered(entries, rows)
  if (ready.length === 0) return null
  const lacking = ready.filter(({ row, entry }) => lacksReason(row, entry))
  const passes = ready.filter(({ entry }) => entry.passed).length
  const first = lacking[0]
  return (
    <section className={css.bar} aria-label="Results entered">
      <p className={css.words} role="status">
        <strong>{passes}</strong> pass, <strong>{ready.length - passes}</strong> fail, not saved yet.{' '}
        {feeWords(ready.map(({ row }) => row))}
      </p>
      {first && (
        <p className={css.lacking}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <button type="button" onClick={() => onShow(keyOf(first.row))}>
            {lacking.length === 1 ? '1 needs a reason' : `${lacking.length} need a reason`}
          </button>
          {lacking.length > 1 && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              One reason for all
            </Button>
          )}
        </p>
      )}
      {saving.message && (
        <p className={css.message} role="alert">
          {saving.message} Nothing was saved.
        </p>
      )}
      <div className={css.actions}>
        <Button
          variant="quiet"
          disabled={saving.isSaving}
          onClick={() =>
            change(now =>
              Object.fromEntries(Object.entries(now).filter(([key]) => !ready.some(({ row }) => keyOf(row) === key))),
            )
          }
        >
          Clear
        </Button>
        <Button variant="primary" isBusy={saving.isSaving} onClick={() => void saving.saveAll()}>
          {ready.length === 1 ? 'Save 1 result' : `Save ${ready.length} results`}
        </Button>
      </div>
      <Dialog
        title="One reason for all who need one"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              variant="primary"
              disabled={reason.trim() === ''}
              onClick={() => {
                change(now => giveReason(now, rows, reason.trim()))
                setAsking(false)
              }}
            >
              Use for {lacking.length}
            </Button>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
          </>
        }
      >
        <label className={css.reason}>
          Reason
          <input maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />
        </label>
      </Dialog>
    </section>
  )
}

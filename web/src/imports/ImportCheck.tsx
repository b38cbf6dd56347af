import { counted } from '@honbu/contract/format.ts'
import { deleteImport, runImport } from '@honbu/contract/imports.ts'
import { IconColumns3, IconDatabaseImport, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { ImportBilling } from './ImportBilling.tsx'
import css from './ImportCheck.module.css'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportFindings } from './ImportFindings.tsx'
import { ImportLines } from './ImportLines.tsx'
import type { Import } from './import.ts'
import { importAddress, importsAddress } from './import-address.ts'

/** What would happen, line by line, and the button that makes it happen. */
export function ImportCheck({ batch }: { batch: Import }) {
  const { importId, clubId, clubName, kind, counts } = batch
  const { ask, dialog } = useConfirm()
  const [problem, setProblem] = useState<string | null>(null)
  const run = useWrite(runImport, { onRefused: ({ message }) => setProblem(message) })
  const lines = counts.new + counts.changed
  const what = kind === 'gradings' ? counted(counts.new, 'grading') : counted(counts.new, 'new member')
  const changed = counts.changed > 0 ? `, and ${counted(counts.changed, 'changed one')}` : ''

  async function begin() {
    const text = `${what}${changed} will be stored in ${clubName}: all of them or, when anything fails, nothing. It can be undone for 24 hours.`
    if (await ask({ title: 'Import this file?', text, action: 'Import' })) run.mutate({ id: importId })
  }
  return (
    <>
      <ImportCounts batch={batch} />
      <div className={css.bar}>
        <p className={css.sentence}>
          {lines === 0 ? (
            'There is nothing to import: every line is there already, or is left out.'
          ) : (
            <>
              Nothing is stored yet. An import would store <strong>{what}</strong>
              {changed}.
            </>
          )}
        </p>
        <div className={css.actions}>
          <DiscardButton batch={batch} />
          <AppLink
            to={importAddress(clubId, importId)}
            search={{ step: 'columns' }}
            className={buttonClass('secondary')}
          >
            <IconColumns3 size={18} aria-hidden="true" />
            Change columns
          </AppLink>
          {lines > 0 && (
            <Button variant="primary" isBusy={run.isPending} onClick={() => void begin()}>
              <IconDatabaseImport size={18} aria-hidden="true" />
              Import
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {batch.findings && <ImportFindings findings={batch.findings} />}
      {batch.billing && <ImportBilling batch={batch} billing={batch.billing} />}
      <ImportLines importId={importId} mapping={batch.mapping} isDone={false} />
      {dialog}
    </>
  )
}

/** Throws the file away. */
export function DiscardButton({ batch: { importId, clubId, fileName } }: { batch: Import }) {
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const discard = useWrite(deleteImport, {
    onSuccess: () => navigate({ to: importsAddress(clubId) as '/' }),
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  async function press() {
    const text = `${fileName} is deleted from the server. Nothing of it was stored.`
    if (await ask({ title: 'Throw this file away?', text, action: 'Throw away', isDanger: true }))
      discard.mutate({ id: importId })
  }
  return (
    <>
      <Button variant="quiet" isBusy={discard.isPending} onClick={() => void press()}>
        <IconTrash size={18} aria-hidden="true" />
        Throw away
      </Button>
      {dialog}
    </>
  )
}

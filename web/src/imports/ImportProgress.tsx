import { runImport } from '@honbu/contract/imports.ts'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import css from './ImportCheck.module.css'
import type { Import } from './import.ts'

const words = {
  checking: ['Finding out what would happen', 'Nothing is stored by this.'],
  importing: ['Importing', 'All of it is stored at the end, or nothing. You can leave this page: it goes on.'],
  undoing: ['Undoing the import', 'All of it is taken back, or nothing. You can leave this page: it goes on.'],
} as const

/** How far it is; the page can be left and opened again meanwhile. */
export function ImportProgress({ batch }: { batch: Import }) {
  const { importId, state, progress } = batch
  const again = useWrite(runImport)
  const [title, text] = words[state === 'checking' || state === 'undoing' ? state : 'importing']
  const { done, total, isStuck } = progress
  // Reading and storing are a step each of every line.
  const label = state === 'importing' && total > 0 ? `${Math.round((100 * done) / total)}%` : 'Working…'
  return (
    <Panel title={title}>
      <div aria-live="polite">
        <WorkProgress label={label} done={done} total={state === 'importing' && total > 0 ? total : null} />
      </div>
      <p className={css.soft}>{text}</p>
      {isStuck && state === 'importing' && (
        <div className={css.warning} role="alert">
          <p>It has not moved for a minute: the server may have been restarted. Nothing is lost.</p>
          <Button isBusy={again.isPending} onClick={() => again.mutate({ id: importId })}>
            Begin it again
          </Button>
        </div>
      )}
    </Panel>
  )
}

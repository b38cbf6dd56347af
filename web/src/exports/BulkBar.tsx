import { wholeNumber } from '@honbu/contract/format.ts'
import { IconDownload, IconMailForward, IconPrinter, IconTag, IconTagOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRights } from '../app/rights.ts'
import { Button } from '../ui/Button.tsx'
import type { ShownRows } from '../ui/grid/DataGrid.tsx'
import type { Selection } from '../ui/grid/selection.ts'
import css from './BulkBar.module.css'
import { type Chosen, chosenCount, rememberChosen } from './chosen.ts'

const TagDialog = lazy(() => import('./TagDialog.tsx').then(({ TagDialog }) => ({ default: TagDialog })))
const ExportDialog = lazy(() => import('./ExportDialog.tsx').then(({ ExportDialog }) => ({ default: ExportDialog })))

interface Props {
  selection: Selection
  shown: ShownRows
  clubIds?: readonly number[] | undefined
  /** There are more than `shown.total`, which were counted. */
  isTotalMore?: boolean
}

const size = { size: 18, 'aria-hidden': true } as const

/** What is done with all members that are ticked, or with all that match. */
export function BulkBar({ selection, shown, clubIds, isTotalMore = false }: Props) {
  const [open, setOpen] = useState<'add' | 'remove' | 'export' | null>(null)
  const navigate = useNavigate()
  const mayExport = useRights().mayInAll('export', clubIds)
  const chosen: Chosen = selection.isAll
    ? { filter: shown.filter, ...(clubIds && { clubIds: [...clubIds] }) }
    : { members: [...selection.keys], ...(clubIds && { clubIds: [...clubIds] }) }
  const all = `${wholeNumber(shown.total)}${isTotalMore ? '+' : ''}`
  const count = selection.isAll ? `All ${all}` : String(selection.keys.size)

  async function goWith(to: '/create-message' | '/member/labels') {
    await navigate({ to: to as '/', search: { selection: rememberChosen(chosen) } as never })
  }

  return (
    <section className={css.bar} aria-label="Selected members">
      <p className={css.count} role="status">
        <strong>{count}</strong> selected
      </p>
      {!selection.isAll && shown.total > selection.keys.size && (
        <Button variant="quiet" onClick={selection.setAll}>
          Select all {all} that match
        </Button>
      )}
      <Button variant="quiet" onClick={selection.clear}>
        Clear
      </Button>
      <div className={css.actions}>
        <Button onClick={() => setOpen('add')}>
          <IconTag {...size} />
          Add tags
        </Button>
        <Button onClick={() => setOpen('remove')}>
          <IconTagOff {...size} />
          Remove tags
        </Button>
        <Button onClick={() => void goWith('/create-message')}>
          <IconMailForward {...size} />
          Send message
        </Button>
        {mayExport && (
          <>
            <Button onClick={() => setOpen('export')}>
              <IconDownload {...size} />
              Export
            </Button>
            <Button onClick={() => void goWith('/member/labels')}>
              <IconPrinter {...size} />
              Labels
            </Button>
          </>
        )}
      </div>
      <Suspense>
        {(open === 'add' || open === 'remove') && (
          <TagDialog
            chosen={chosen}
            count={chosenCount(chosen, all)}
            isAdding={open === 'add'}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'export' && <ExportDialog chosen={chosen} shown={shown} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  )
}

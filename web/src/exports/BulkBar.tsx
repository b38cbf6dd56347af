import type { BulkKind } from '@honbu/contract/bulk.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { IconDownload, IconEdit, IconMailForward, IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { bulkTitles, groupStarts } from '../bulk/bulk-titles.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import type { ShownRows } from '../ui/grid/DataGrid.tsx'
import type { Selection } from '../ui/grid/selection.ts'
import { Menu } from '../ui/Menu.tsx'
import css from './BulkBar.module.css'
import { type Chosen, chosenCount, rememberChosen } from './chosen.ts'

const BulkEditDialog = lazy(() =>
  import('../bulk/BulkEditDialog.tsx').then(({ BulkEditDialog }) => ({ default: BulkEditDialog })),
)
const RecentEdits = lazy(() => import('../bulk/RecentEdits.tsx').then(({ RecentEdits }) => ({ default: RecentEdits })))
const ExportDialog = lazy(() => import('./ExportDialog.tsx').then(({ ExportDialog }) => ({ default: ExportDialog })))

interface Props {
  selection: Selection
  shown: ShownRows
  clubIds?: readonly number[] | undefined
  /** There are more than `shown.total`, which were counted. */
  isTotalMore?: boolean
  /** Not the directory: its filter finds no members, and its columns aren't exported. */
  isOtherList?: boolean
}

// Object.keys forgets that its answers are keys.
const kinds = Object.keys(bulkTitles) as BulkKind[]

const size = { size: 18, 'aria-hidden': true } as const

/** What is done with all members that are ticked, or with all that match. */
export function BulkBar({ selection, shown, clubIds, isTotalMore = false, isOtherList = false }: Props) {
  const [open, setOpen] = useState<BulkKind | 'recent' | 'export' | null>(null)
  const navigate = useNavigate()
  const mayExport = useRights().mayInAll('export', clubIds)
  const chosen: Chosen = selection.isAll
    ? { filter: shown.filter, ...(clubIds && { clubIds: [...clubIds] }) }
    : { members: [...selection.keys], ...(clubIds && { clubIds: [...clubIds] }) }
  const mine = useRead(getClubList, {}, { staleTime: 60_000 })
  const clubs = (mine.data ?? []).filter(({ id }) => !clubIds || clubIds.includes(id))
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
      {!isOtherList && !selection.isAll && shown.total > selection.keys.size && (
        <Button variant="quiet" onClick={selection.setAll}>
          Select all {all} that match
        </Button>
      )}
      <Button variant="quiet" onClick={selection.clear}>
        Clear
      </Button>
      <div className={css.actions}>
        <Menu
          label="Edit selected members"
          className={buttonClass('secondary')}
          items={[
            ...kinds.map(kind => ({
              text: bulkTitles[kind],
              isFirst: groupStarts.includes(kind),
              isDanger: kind === 'end',
              onSelect: () => setOpen(kind),
            })),
            { text: 'Recent changes', isFirst: true, onSelect: () => setOpen('recent') },
          ]}
        >
          <IconEdit {...size} />
          Edit
        </Menu>
        <Button onClick={() => void goWith('/create-message')}>
          <IconMailForward {...size} />
          Send message
        </Button>
        {mayExport && (
          <>
            {!isOtherList && (
              <Button onClick={() => setOpen('export')}>
                <IconDownload {...size} />
                Export
              </Button>
            )}
            <Button onClick={() => void goWith('/member/labels')}>
              <IconPrinter {...size} />
              Labels
            </Button>
          </>
        )}
      </div>
      <Suspense>
        {open === 'recent' && <RecentEdits clubs={clubs} onClose={() => setOpen(null)} />}
        {open !== null && open !== 'export' && open !== 'recent' && (
          <BulkEditDialog
            kind={open}
            chosen={selection.isAll ? { filter: shown.filter } : { members: [...selection.keys] }}
            count={chosenCount(chosen, all)}
            clubs={clubs}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'export' && <ExportDialog chosen={chosen} shown={shown} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  )
}

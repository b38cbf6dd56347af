import { type directoryColumns, getDirectoryChoices, missingDetail } from '@honbu/contract/directory.ts'
import { IconFilter, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import type { GridFilters } from '../ui/grid/DataGrid.tsx'
import css from './Directory.module.css'
import { facetTexts } from './facet-texts.ts'
import { type Facets, readFacets, writeFacets } from './facets.ts'
import { Views } from './Views.tsx'

const load = () => import('./FilterDialog.tsx')
const FilterDialog = lazy(() => load().then(({ FilterDialog }) => ({ default: FilterDialog })))

/** How to complete what members lack. */
const fixes: Readonly<Record<number, string>> = {
  [missingDetail.billing]:
    'Select members, choose Edit, and set their Plan and price, Way to pay or Next payment. We can’t bill them until then.',
  [missingDetail.signature]: 'Select members, choose Edit, then Send documents.',
  [missingDetail.emergencyContact]: 'Select members and send them a message, or add a contact on their page.',
  [missingDetail.payment]: 'Select members, choose Edit, then Way to pay or Invite to Direct Debit.',
  [missingDetail.dob]: 'Select members and send them a message, or enter it on their page.',
}

/** Above the members: saved views, what is filtered by in words, and the way to change it. */
export function MemberFilters({
  grid,
  clubId,
}: {
  grid: GridFilters<typeof directoryColumns>
  clubId?: number | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const { facets, rest } = readFacets(grid.filter)
  // Classes are offered for one club.
  const only = clubId ?? (facets.clubs.length === 1 ? facets.clubs[0] : undefined)
  const all = useRead(getDirectoryChoices, clubId === undefined ? {} : { clubId })
  const ofClub = useRead(getDirectoryChoices, { clubId: only ?? 0 }, { enabled: only !== undefined && only !== clubId })
  const choices = all.data && { ...all.data, classes: ofClub.data?.classes ?? all.data.classes }
  const texts = facetTexts(facets, choices)
  const fix = facets.missing.length === 1 ? fixes[facets.missing[0] ?? 0] : undefined
  const apply = (next: Facets) => grid.onFilter(writeFacets(next, rest))
  return (
    <>
      <Views grid={grid} />
      <Button onClick={() => setOpen(true)} onPointerEnter={load} onFocus={load} aria-haspopup="dialog">
        <IconFilter size={18} aria-hidden="true" />
        Filter
        {texts.length > 0 && <span className={css.count}>{texts.length}</span>}
      </Button>
      {grid.columnsButton}
      {(texts.length > 0 || rest.length > 0) && (
        <ul className={css.chips} aria-label="Filter">
          {texts.map(({ text, without }) => (
            <Chip key={text} text={text} onRemove={() => apply({ ...facets, ...without })} />
          ))}
          {rest.length > 0 && (
            <Chip text="More, by the address of this page" onRemove={() => grid.onFilter(writeFacets(facets))} />
          )}
          <li>
            <Button variant="quiet" onClick={() => grid.onFilter(null)}>
              Clear
            </Button>
          </li>
        </ul>
      )}
      {fix && <p className={css.fix}>{fix}</p>}
      {isOpen && choices && (
        <Suspense>
          <FilterDialog
            facets={facets}
            choices={choices}
            onApply={next => {
              setOpen(false)
              apply(next)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li className={css.chip}>
      {text}
      <button type="button" className={css.remove} aria-label={`Remove: ${text}`} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </button>
    </li>
  )
}

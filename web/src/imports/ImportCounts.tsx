import { wholeNumber } from '@honbu/contract/format.ts'
import { printFilter } from '@honbu/contract/grid.ts'
import clsx from 'clsx'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import css from './ImportCounts.module.css'
import type { Import } from './import.ts'
import { importAddress } from './import-address.ts'

/** How many lines become what; each is the way to these lines. */
export function ImportCounts({ batch: { clubId, importId, counts } }: { batch: Import }) {
  const { search } = useAddress()
  const only = (value: string) => printFilter({ field: 'outcome', operator: 'eq', value })
  const figures = [
    ['New', counts.new, only('new')],
    ['Changed', counts.changed, only('changed')],
    ['Already there', counts.duplicate, only('duplicate')],
    ['Left out', counts.refused, only('refused')],
    [
      'To look at',
      counts.withProblems,
      printFilter({
        logic: 'and',
        filters: [
          { field: 'problemCount', operator: 'gt', value: 0 },
          { field: 'outcome', operator: 'neq', value: 'duplicate' },
        ],
      }),
    ],
  ] as const
  return (
    <ul className={css.counts} aria-label="Lines by what becomes of them">
      {figures.map(([label, count, filter]) => {
        const isShown = search.filter === filter
        return (
          <li key={label}>
            <AppLink
              to={importAddress(clubId, importId)}
              search={{ filter: isShown ? undefined : filter }}
              className={clsx(css.count, isShown && css.shown)}
              aria-current={isShown ? 'true' : undefined}
            >
              <span className={css.figure}>{wholeNumber(count)}</span>
              <span className={css.label}>{label}</span>
            </AppLink>
          </li>
        )
      })}
    </ul>
  )
}

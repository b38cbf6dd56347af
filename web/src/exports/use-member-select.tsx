import { lazy, Suspense } from 'react'
import type { ShownRows } from '../ui/grid/DataGrid.tsx'
import { useSelection } from '../ui/grid/selection.ts'

const BulkBar = lazy(() => import('./BulkBar.tsx').then(({ BulkBar }) => ({ default: BulkBar })))

/**
 * Lets the members of a list be ticked and changed together: for a grid that isn't the directory.
 * @param clubIds left out: all of the user's clubs
 */
export function useMemberSelect<Row>(
  clubIds: readonly number[] | undefined,
  nameOf: (row: Row) => string,
  idOf: (row: Row) => number,
) {
  const selection = useSelection()
  return {
    selection,
    nameOf,
    keyOf: idOf,
    bar: (shown: ShownRows) => (
      <Suspense>
        <BulkBar selection={selection} shown={shown} clubIds={clubIds} isOtherList />
      </Suspense>
    ),
  }
}

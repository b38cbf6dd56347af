import { lazy, Suspense } from 'react'
import type { ShownRows } from '../ui/grid/DataGrid.tsx'
import { useSelection } from '../ui/grid/selection.ts'

const BulkBar = lazy(() => import('./BulkBar.tsx').then(({ BulkBar }) => ({ default: BulkBar })))

/** Lets the members of a list be ticked and changed together: for a grid that isn't the directory. */
export function useMemberSelect<Row extends { readonly memberId: number }>(
  clubId: number,
  nameOf: (row: Row) => string,
) {
  const selection = useSelection()
  return {
    selection,
    nameOf,
    keyOf: (row: Row) => row.memberId,
    bar: (shown: ShownRows) => (
      <Suspense>
        <BulkBar selection={selection} shown={shown} clubIds={[clubId]} isOtherList />
      </Suspense>
    ),
  }
}

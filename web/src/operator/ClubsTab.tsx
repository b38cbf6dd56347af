import { getOperatedClubs, operatedClubColumns } from '@honbu/contract/operator.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { SearchField } from './SearchField.tsx'

/** All clubs. Their members are for the people who work there. */
export const ClubsTab = () => (
  <DataGrid
    label="Clubs"
    name="operator-clubs"
    call={getOperatedClubs}
    input={{}}
    columns={operatedClubColumns}
    rowKey={({ clubId }) => clubId}
    filters={grid => (
      <>
        <SearchField label="Search by club or owner" fields={['name', 'owner']} {...grid} />
        {grid.columnsButton}
      </>
    )}
    empty={<EmptyState title="No clubs yet">A club appears here once someone creates it.</EmptyState>}
  />
)

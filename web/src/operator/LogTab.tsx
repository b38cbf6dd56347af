import { getOperatorLog, type OperatorLogEntry, operatorLogColumns } from '@honbu/contract/operator.ts'
import { queueWords } from '@honbu/contract/queue-words.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'

/** What operators have done: nothing here can be changed. */
export const LogTab = () => (
  <DataGrid
    label="Log"
    name="operator-log"
    call={getOperatorLog}
    input={{}}
    columns={operatorLogColumns}
    rowKey={({ entry }) => entry}
    cells={cells}
    empty={
      <EmptyState title="Nothing yet">Everything operators do appears here, with the reason they gave.</EmptyState>
    }
  />
)

const cells = {
  by: ({ by }: OperatorLogEntry) => by ?? 'A command on the server',
  // Of failed jobs: the queue, and how many.
  details: ({ details }: OperatorLogEntry) => {
    const [queue = '', count] = details.split(', ')
    return count === undefined ? details || '–' : `${queueWords(queue)}, ${count}`
  },
}

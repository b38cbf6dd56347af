import { chargingRunColumns, getChargingRuns } from '@honbu/contract/charging.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Run } from './run.ts'

/** The runs that have been. */
export const PastRuns = ({ clubId }: { clubId: number }) => (
  <Panel title="Runs so far">
    <DataGrid
      label="Charging runs"
      name="charging-runs"
      call={getChargingRuns}
      input={{ clubId }}
      columns={chargingRunColumns}
      cells={{
        runOn: run => mediumDate(run.runOn),
        dueUntil: run => mediumDate(run.dueUntil),
        amount: run => currency(run.amount),
      }}
      extra={[
        { id: 'by', title: 'By', cell: run => run.by || 'The night' },
        { id: 'state', title: 'State', cell: run => <RunState run={run} /> },
      ]}
      rowKey={run => run.runId}
      rowTo={run => `${clubAddress(clubId, 'charging')}?run=${run.runId}`}
      empty={
        <EmptyState title="No run so far">The first night that has something to charge leaves one here.</EmptyState>
      }
    />
  </Panel>
)

export function RunState({ run }: { run: Run }) {
  if (run.state !== 'done') return <Badge tone="accent">Under way</Badge>
  if (run.failed > 0) return <Badge tone="bad">{run.failed} failed</Badge>
  return <Badge tone="good">Done</Badge>
}

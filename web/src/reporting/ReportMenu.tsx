import type { ReportListName, ReportTab } from '@honbu/contract/kpis.ts'
import { IconPrinter } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import type { ReportQuery } from './report-address.ts'

interface Props {
  tab: ReportTab
  query: ReportQuery
  list?: { list: ReportListName; group: string | undefined; state: object }
}

/** What can be done with a report. */
export function ReportMenu(_: Props) {
  return (
    <Button onClick={() => window.print()}>
      <IconPrinter size={18} aria-hidden="true" />
      Print
    </Button>
  )
}

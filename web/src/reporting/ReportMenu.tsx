import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { exportReport, type ReportFormat } from '@honbu/contract/report-files.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import { IconChevronDown, IconDownload, IconMail, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import type { ReportQuery } from './report-address.ts'

const SchedulesDialog = lazy(() =>
  import('./SchedulesDialog.tsx').then(({ SchedulesDialog }) => ({ default: SchedulesDialog })),
)

interface Props {
  tab: ReportTab
  query: ReportQuery
  /** The list that is looked at, as it is filtered and sorted; left out: the tab itself. */
  list?: {
    readonly list: ReportListName
    readonly group?: string | undefined
    readonly filter?: string | undefined
    readonly sort?: string | undefined
  }
}

const formats: readonly (readonly [ReportFormat, string])[] = [
  ['xlsx', 'Excel (XLSX)'],
  ['csv', 'CSV'],
  ['pdf', 'PDF'],
]

/** What can be done with a report: a file, a print, a mail. */
export function ReportMenu({ tab, query: { clubIds, days }, list }: Props) {
  const write = useWrite(exportReport, { invalidates: [] })
  const [isSending, setSending] = useState(false)
  const mayExport = useRights().mayInAll('export', clubIds)

  async function take(format: ReportFormat) {
    const { group, filter, sort } = list ?? {}
    const result = await write.mutateAsync({
      tab,
      format,
      ...days,
      ...(clubIds && { clubIds }),
      ...(list && { list: list.list, ...(group && { group }), ...(filter && { filter }), ...(sort && { sort }) }),
    })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else download(result)
  }

  return (
    <>
      {mayExport && (
        <Menu
          label="Export"
          className={buttonClass('secondary')}
          items={formats.map(([format, text]) => ({ text, onSelect: () => void take(format) }))}
        >
          <IconDownload size={18} aria-hidden="true" />
          {write.isPending ? 'Writing…' : 'Export'}
          <IconChevronDown size={16} aria-hidden="true" />
        </Menu>
      )}
      <Button onClick={() => window.print()}>
        <IconPrinter size={18} aria-hidden="true" />
        Print
      </Button>
      {!list && mayExport && (
        <Button onClick={() => setSending(true)}>
          <IconMail size={18} aria-hidden="true" />
          Send by e-mail
        </Button>
      )}
      {isSending && (
        <Suspense>
          <SchedulesDialog tab={tab} clubIds={clubIds} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </>
  )
}

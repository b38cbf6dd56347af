import type { Output } from '@honbu/contract/endpoint.ts'
import {
  type ExportColumn,
  exportColumns,
  getExport,
  getExports,
  openExport,
  startExport,
} from '@honbu/contract/exports.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { base } from '../app/base.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { ShownRows } from '../ui/grid/DataGrid.tsx'
import { clockTime } from '../ui/moments.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { showToast } from '../ui/toasts.ts'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import type { Chosen } from './chosen.ts'
import css from './Exports.module.css'

type State = Output<typeof getExport>

interface Props {
  chosen: Chosen
  shown: ShownRows
  onClose: () => void
}

const formats = [
  { value: 'xlsx', text: 'Excel (XLSX)' },
  { value: 'csv', text: 'CSV' },
] as const

const all = Object.keys(exportColumns) as ExportColumn[]

/** A list as a file. It is made beside everything else: the window may be closed, and the file is here for a day. */
export function ExportDialog({ chosen, shown, onClose }: Props) {
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx')
  const [columns, setColumns] = useState<readonly ExportColumn[]>(() => asShown(shown))
  const [problem, setProblem] = useState('')
  const files = useRead(getExports, {})
  const start = useWrite(startExport, { invalidates: [getExports] })

  async function press() {
    const result = await start.mutateAsync({
      ...chosen,
      sort: shown.sort,
      columns: all.filter(column => columns.includes(column)),
      format,
      dates: 'en-GB',
    })
    setProblem(isRefusal(result) ? result.message : '')
  }

  return (
    <Dialog title="Export members" isOpen isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={css.form}>
        <Segmented label="Format" options={formats} value={format} onChoose={setFormat} />
        <fieldset className={css.columns}>
          <legend>Columns</legend>
          {all.map(column => (
            <label key={column} className={css.column}>
              <input
                type="checkbox"
                checked={columns.includes(column)}
                onChange={event =>
                  setColumns(event.target.checked ? [...columns, column] : columns.filter(each => each !== column))
                }
              />
              {exportColumns[column]}
            </label>
          ))}
        </fieldset>
        {problem && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
        <Button variant="primary" isBusy={start.isPending} disabled={columns.length === 0} onClick={() => void press()}>
          Make the file
        </Button>
        {files.data && files.data.length > 0 && (
          <ul className={css.files} aria-label="Your files of today">
            {files.data.map(file => (
              <FileRow key={file.exportKey} begun={file} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** Asked for again every second until it is there. */
function FileRow({ begun }: { begun: State }) {
  const answer = useRead(
    getExport,
    { exportKey: begun.exportKey },
    { initialData: begun, refetchInterval: ({ state }) => (isWorking(state.data ?? begun) ? 1000 : false) },
  )
  const open = useWrite(openExport, { invalidates: [] })
  const file = answer.data ?? begun

  async function download() {
    const result = await open.mutateAsync({ exportKey: file.exportKey })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else window.location.assign(new URL(result.address, base))
  }

  const at = clockTime(file.createdAt)
  return (
    <li className={css.file}>
      <span>
        {file.format.toUpperCase()}, {at}
      </span>
      {isWorking(file) && (
        <WorkProgress
          label={`Writing ${file.written} of ${file.total ?? '…'}`}
          done={file.written}
          total={file.total}
        />
      )}
      {file.state === 'failed' && <span className={css.problem}>It could not be written. Make it again.</span>}
      {file.state === 'done' && (
        <>
          <span className={css.hint}>{file.written === 1 ? '1 row' : `${wholeNumber(file.written)} rows`}</span>
          <Button isBusy={open.isPending} onClick={() => void download()}>
            Download
          </Button>
        </>
      )}
    </li>
  )
}

const isWorking = ({ state }: State) => state === 'waiting' || state === 'running'

/** What the grid shows, as far as a file can hold it; the name always. */
function asShown({ columns }: ShownRows): ExportColumn[] {
  const other: Readonly<Record<string, ExportColumn>> = {
    gradeId: 'grades',
    marketingSourceId: 'marketingSource',
    tag: 'tags',
  }
  const wanted = columns.map(column => other[column] ?? column)
  return all.filter(column => ['firstName', 'lastName'].includes(column) || wanted.includes(column))
}

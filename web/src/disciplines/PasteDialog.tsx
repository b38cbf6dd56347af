import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './GradeTable.module.css'
import { drawn } from './GradeTableRow.tsx'
import { emptyRow } from './grade-rows.ts'
import { type PastedRow, pastedColumns, readPasted } from './paste-grades.ts'
import type { GradeRows } from './use-grade-table.ts'

interface Props {
  /** What was pasted into a cell; empty: it's pasted here. */
  text: string
  rows: GradeRows
  onClose: () => void
}

/** Says what was understood of pasted rows before they are put into the table. */
export function PasteDialog({ text: pasted, rows, onClose }: Props) {
  const [text, setText] = useState(pasted)
  const id = useId()
  const table = rows.order.map(key => rows.form.getValues(`rows.${key}`))
  const read = readPasted(text, table)
  const changes = read.rows.filter(({ index }) => index !== null).length
  return (
    <Dialog
      title="Paste rows"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button
            variant="primary"
            disabled={read.rows.length === 0}
            onClick={() => {
              rows.paste(read.rows)
              onClose()
            }}
          >
            Use {counted(read.rows.length)}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <div className={css.beltFields}>
        <label htmlFor={id} className={css.pasteLabel}>
          Rows of a spreadsheet
        </label>
        <p className={css.soft}>
          Columns: {pastedColumns.map(({ title }) => title).join(', ')}. With these headings they can be in any order.
        </p>
        <textarea
          id={id}
          className={css.pasteBox}
          rows={6}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div role="status">
          {read.rows.length > 0 && (
            <p>
              {counted(read.rows.length)}: {read.rows.length - changes} new, {changes} changed.
            </p>
          )}
        </div>
        {read.problems.length > 0 && (
          <ul className={css.problems} aria-label="Not understood">
            {read.problems.map(problem => (
              <li key={problem}>
                <IconAlertTriangle size={16} aria-hidden="true" />
                {problem}
              </li>
            ))}
          </ul>
        )}
        <ul className={css.understood} aria-label="Understood">
          {read.rows.map(row => (
            <li key={row.gradeName}>
              <Belt
                belt={drawn({ ...(table[row.index ?? -1] ?? emptyRow), ...row.fields, gradeName: row.gradeName })}
              />
              <span className={css.soft}>{row.index === null ? 'new' : 'changes'}</span>
              <span className={css.soft}>{numbersOf(row)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const counted = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

function numbersOf({ fields }: PastedRow): string {
  return pastedColumns
    .flatMap(({ field, title }) => {
      const value = fields[field]
      return typeof value === 'number' ? `${title.toLowerCase()} ${value}` : []
    })
    .join(', ')
}

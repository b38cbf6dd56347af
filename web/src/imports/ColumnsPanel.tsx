import { fieldsOf, type ImportFieldName, importField, importFieldNames } from '@honbu/contract/import-fields.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import css from './Mapping.module.css'
import { leftOut, undecided, withField } from './mapping-draft.ts'
import { Pick } from './Pick.tsx'
import type { ImportFile } from './ReadingPanel.tsx'

export interface MappingProps {
  mapping: ImportMapping
  file: ImportFile
  onChange: (mapping: ImportMapping) => void
}

/** What is plainly done with a column, where that is not what its name says. */
const hints: Partial<Readonly<Record<ImportFieldName, string>>> = {
  balance: 'Say under Balances what a plus is. Otherwise it becomes a note.',
  stripes: 'Added to the belt: White and 2 is “White, 2 stripes”.',
  code: 'Kept where nobody here has it; else a new code is given.',
  guardian: 'Becomes a contact, shared by brothers and sisters; guardian of those under 18.',
  paidUntil: 'The next payment is due on the day after it.',
  pinnedNote: 'A note that the register shows: for allergies and what else must be seen.',
  status: 'What has no status here becomes Issue, for somebody to look at.',
}

/** Every column with what stands in it, and what it is taken for. */
export function ColumnsPanel({ mapping, file, onChange }: MappingProps) {
  const names = fieldsOf(mapping.kind)
  const options = [
    { value: 'out', text: 'Leave out' },
    ...names.map(name => ({ value: name, text: importField(name).title })),
  ]
  const fieldAt = (place: number) => mapping.columns.find(column => column.place === place)?.field ?? null
  const open = undecided(mapping, file.columns)
  // As they were when the file was opened: a column that is decided stays where it is.
  const [first] = useState(() => open.map(({ place }) => place))
  const columns = file.columns.toSorted((a, b) => Number(first.includes(b.place)) - Number(first.includes(a.place)))
  return (
    <>
      {open.length > 0 && (
        <p className={css.unsure}>
          <IconAlertTriangle size={14} aria-hidden="true" />{' '}
          {open.length === 1 ? 'We don’t know what 1 column is.' : `We don’t know what ${open.length} columns are.`}{' '}
          Choose a field for each, or leave it out.
        </p>
      )}
      <ul className={css.columns}>
        {columns.map(column => {
          const field = fieldAt(column.place)
          const hint = field && hints[field]
          return (
            <li key={column.place} className={css.column}>
              <div className={css.heading}>
                <span className={css.letter}>{column.letter}</span>
                <div className={css.sample}>
                  <strong>{column.heading}</strong>
                  <span className={css.samples}>
                    {column.filled === 0
                      ? 'empty'
                      : column.samples.map(sample => sample.replaceAll('\n', ' / ')).join(' · ')}
                  </span>
                </div>
              </div>
              <div className={css.meaning}>
                <Pick
                  label={`What ${column.heading} is`}
                  options={open.includes(column) ? [{ value: '', text: 'Choose…' }, ...options] : options}
                  value={field ?? (open.includes(column) ? '' : 'out')}
                  isOpen={open.includes(column)}
                  onPick={value => {
                    const chosen = importFieldNames.find(name => name === value)
                    onChange(chosen ? withField(mapping, column.place, chosen) : leftOut(mapping, column.place))
                  }}
                />
                {field && importField(field).isDate && column.dateOrder && (
                  <DateOrder column={column} mapping={mapping} onChange={onChange} />
                )}
                {field && importField(field).isMoney && column.decimalComma && (
                  <p className={css.hint}>
                    <IconCheck size={14} aria-hidden="true" /> {column.decimalComma}: 12,50 is £12.50.
                  </p>
                )}
                {hint && <p className={css.hint}>{hint}</p>}
              </div>
            </li>
          )
        })}
      </ul>
      {mapping.columns.some(({ field }) => field === 'fullName') && (
        <div className={css.below}>
          <span>A name without a comma is written</span>
          <Pick
            label="How a name without a comma is written"
            options={[
              { value: 'firstLast', text: 'First name, then last name' },
              { value: 'lastFirst', text: 'Last name, then first name' },
            ]}
            value={mapping.nameOrder}
            onPick={value => onChange({ ...mapping, nameOrder: value === 'lastFirst' ? 'lastFirst' : 'firstLast' })}
          />
        </div>
      )}
    </>
  )
}

interface DateOrderProps {
  column: ImportFile['columns'][number]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** The order of day and month: what the dates show, or a choice where they fit both. */
function DateOrder({ column, mapping, onChange }: DateOrderProps) {
  const { place, heading, dateOrder } = column
  if (!dateOrder) return null
  if (dateOrder.isCertain)
    return (
      <p className={css.hint}>
        <IconCheck size={14} aria-hidden="true" /> {dateOrder.guess === 'dmy' ? 'Day first' : 'Month first'}:{' '}
        {dateOrder.because}.
      </p>
    )
  const chosen = mapping.columns.find(each => each.place === place)?.dateOrder ?? 'dmy'
  return (
    <>
      <Pick
        label={`Order of day and month in ${heading}`}
        options={[
          { value: 'dmy', text: 'Day first: 5/11 is 5 November' },
          { value: 'mdy', text: 'Month first: 5/11 is 11 May' },
        ]}
        value={chosen}
        onPick={value => {
          const order = value === 'mdy' ? 'mdy' : 'dmy'
          const columns = mapping.columns.map(each => (each.place === place ? { ...each, dateOrder: order } : each))
          onChange({ ...mapping, columns: columns as ImportMapping['columns'] })
        }}
      />
      <p className={css.unsure}>
        <IconAlertTriangle size={14} aria-hidden="true" /> {dateOrder.because}. Choose one.
      </p>
    </>
  )
}

import { useSortable } from '@dnd-kit/sortable'
import { barColourOf } from '@honbu/contract/belt.ts'
import { IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react'
import clsx from 'clsx'
import { useWatch } from 'react-hook-form'
import { Belt } from '../ui/Belt.tsx'
import { NumberField, type Option, SelectField, TextField } from '../ui/form/fields.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './GradeTable.module.css'
import type { Row } from './grade-rows.ts'
import type { GradeRows } from './use-grade-table.ts'

interface Props {
  rowKey: string
  index: number
  rows: GradeRows
  categories: readonly Option<number | null>[]
  onBelt: () => void
}

export function GradeTableRow({ rowKey, index, rows, categories, onBelt }: Props) {
  const { form, selected, select, duplicate, remove } = rows
  const { setNodeRef, setActivatorNodeRef, transform, transition, isDragging, ...sortable } = useSortable({
    id: rowKey,
    attributes: { roleDescription: 'can be moved' },
  })
  const row = useWatch({ control: form.control, name: `rows.${rowKey}` })
  if (!row) return null
  const name = row.gradeName || `grade ${index + 1}`
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition }
  return (
    <li ref={setNodeRef} className={clsx(css.item, isDragging && css.dragging)} style={style}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the grid of the row */}
      <div role="group" className={css.row} aria-label={name}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`Move ${name}`}
          title="Drag, or press Space and move with the arrows"
        >
          <IconGripVertical size={18} aria-hidden="true" />
        </button>
        <label className={css.select}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected.includes(rowKey)}
            onChange={event =>
              select(event.target.checked ? [...selected, rowKey] : selected.filter(each => each !== rowKey))
            }
          />
          <span className={css.position}>{index + 1}</span>
        </label>
        <button
          type="button"
          className={css.belt}
          aria-label={`Belt of ${name}`}
          title="Change the belt"
          onClick={onBelt}
        >
          <Belt belt={drawn(row)} barOnly />
        </button>
        <div className={clsx(css.cell, css.name)}>
          <TextField {...form.field(`rows.${rowKey}.gradeName`)} label="Name" />
        </div>
        {numbers.map(({ field, label, decimals }) => (
          <div key={field} className={css.cell}>
            <NumberField {...form.field(`rows.${rowKey}.${field}`)} label={label} decimals={decimals} />
          </div>
        ))}
        <div className={clsx(css.cell, css.category)}>
          <SelectField {...form.field(`rows.${rowKey}.categoryId`)} label="For" options={categories} />
        </div>
        <span className={css.actions}>
          <IconButton
            label={`Duplicate ${name}`}
            icon={<IconCopy size={18} aria-hidden="true" />}
            onClick={() => duplicate([rowKey])}
          />
          <IconButton
            label={`Delete ${name}`}
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => remove([rowKey])}
          />
        </span>
      </div>
    </li>
  )
}

const numbers = [
  { field: 'bars', label: 'Bars', decimals: 0 },
  // Rounded to a whole number when it is saved.
  { field: 'minimumAttendance', label: 'Classes', decimals: 2 },
  { field: 'minimumMonths', label: 'Months', decimals: 0 },
  { field: 'minAge', label: 'From age', decimals: 0 },
  { field: 'maxAge', label: 'To age', decimals: 0 },
] as const

/** The belt as it will be saved. What is being typed may not be a number yet. */
export function drawn(row: Row) {
  const bars = Number.isInteger(row.bars) ? Math.min(Math.max(row.bars, 0), 10) : 0
  return { ...row, gradeName: row.gradeName || 'Belt', bars, barColour: barColourOf({ ...row, bars }) }
}

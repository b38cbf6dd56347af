import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { getMemberCategories } from '@honbu/contract/settings.ts'
import { IconClipboardText, IconPlaylistAdd, IconPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useRead } from '../app/api.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { BeltDialog } from './BeltDialog.tsx'
import { agesText } from './GradeFacts.tsx'
import css from './GradeTable.module.css'
import { GradeTableRow } from './GradeTableRow.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { SelectedGrades } from './SelectedGrades.tsx'
import { SeveralDialog } from './SeveralDialog.tsx'
import { type GradeRows, type Table, useGradeTable } from './use-grade-table.ts'

interface Props {
  clubId: number
  name: string
  table: Table
  saved: () => Promise<void>
}

type Open = { readonly belt: string } | { readonly pasted: string } | 'several' | null

/** All grades in one form, saved at once. */
export function GradeTable({ clubId, name, table, saved }: Props) {
  const rows = useGradeTable(table, saved)
  const { form, order } = rows
  const [open, setOpen] = useState<Open>(null)
  const categories = useRead(getMemberCategories, { clubId })
  const options = [
    { value: null, text: 'All members' },
    ...(categories.data ?? []).map(each => ({ value: each.categoryId, text: categoryText(each) })),
  ]
  const close = () => setOpen(null)
  return (
    <>
      <Form form={form} submit="Save grades" hasDraft isWide>
        <div className={css.kept}>
          <KeepDraft of={form} form="grades" clubId={clubId} record={table.disciplineId} />
        </div>
        <div className={css.tools}>
          <Button onClick={() => rows.add()}>
            <IconPlus size={18} aria-hidden="true" />
            Add grade
          </Button>
          <Button onClick={() => setOpen('several')}>
            <IconPlaylistAdd size={18} aria-hidden="true" />
            Add several
          </Button>
          <Button onClick={() => setOpen({ pasted: '' })}>
            <IconClipboardText size={18} aria-hidden="true" />
            Paste rows
          </Button>
        </div>
        {rows.selected.length > 0 && <SelectedGrades rows={rows} categories={options} />}
        {order.length === 0 && <p className={css.help}>No grades yet. Add one, or paste them from a spreadsheet.</p>}
        {order.length > 0 && <Heads rows={rows} />}
        <SortableRows rows={rows}>
          <ol
            className={css.list}
            aria-label={`Grades of ${name}`}
            onKeyDown={moveInColumn}
            onPaste={event => ofSpreadsheet(event, pasted => setOpen({ pasted }))}
          >
            {order.map((key, index) => (
              <GradeTableRow
                key={key}
                rowKey={key}
                index={index}
                rows={rows}
                categories={options}
                onBelt={() => setOpen({ belt: key })}
              />
            ))}
          </ol>
        </SortableRows>
        <Deleted rows={rows} table={table} />
      </Form>
      {open === 'several' && <SeveralDialog add={rows.add} onClose={close} />}
      {open !== null && open !== 'several' && 'belt' in open && (
        <BeltDialog rows={rows} rowKey={open.belt} onClose={close} />
      )}
      {open !== null && open !== 'several' && 'pasted' in open && (
        <PasteDialog text={open.pasted} rows={rows} onClose={close} />
      )}
    </>
  )
}

/** The columns by name; on a phone each cell has its own. */
function Heads({ rows }: { rows: GradeRows }) {
  const { selected, order, select } = rows
  return (
    <div className={css.heads}>
      <label className={css.all}>
        <input
          type="checkbox"
          checked={selected.length === order.length}
          ref={box => {
            if (box) box.indeterminate = selected.length > 0 && selected.length < order.length
          }}
          onChange={event => select(event.target.checked ? order : [])}
        />
        <span>All</span>
      </label>
      {['Belt', 'Name', 'Bars', 'Classes', 'Months', 'From age', 'To age', 'For'].map(title => (
        <span key={title} className={css.headText} aria-hidden="true">
          {title}
        </span>
      ))}
    </div>
  )
}

/** What is gone when the table is saved, and can be restored until then. */
function Deleted({ rows, table }: { rows: GradeRows; table: Table }) {
  const { form, restore } = rows
  const ids = useWatch({ control: form.control, name: 'deletedIds' })
  const error = form.formState.errors.deletedIds?.message
  if (ids.length === 0) return null
  return (
    <div className={css.deleted}>
      <span>Deleted when you save:</span>
      {table.grades
        .filter(({ gradeId }) => ids.includes(gradeId))
        .map(({ gradeId, gradeName }) => (
          <Button key={gradeId} onClick={() => restore(gradeId)}>
            Restore {gradeName}
          </Button>
        ))}
      {error && <FieldError message={error} />}
    </div>
  )
}

/** Rows are dragged by their handle, or moved by the keyboard. */
function SortableRows({ rows, children }: { rows: GradeRows; children: ReactNode }) {
  const { order, names, move } = rows
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: string | number) => order.indexOf(String(id))
  const nameOf = (id: string | number) => names()[placeOf(id)] || 'The grade'
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcements(nameOf, placeOf, order.length) }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) move(String(active.id), String(over.id))
      }}
    >
      <SortableContext items={order} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

type Of<Value> = (id: string | number) => Value

/** What a screen reader says while a grade is moved by the keyboard. */
const announcements = (nameOf: Of<string>, placeOf: Of<number>, count: number): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} is picked up. Up and down move it, Space drops it.`,
  onDragOver: ({ active, over }) =>
    over ? `${nameOf(active.id)} would be number ${placeOf(over.id) + 1} of ${count}.` : undefined,
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active.id)} is number ${placeOf(over.id) + 1} of ${count}.` : undefined,
  onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
})

/** Enter and the arrows go up and down a column, as in a spreadsheet. */
function moveInColumn(event: KeyboardEvent<HTMLOListElement>) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  if (step === undefined || !(target instanceof HTMLInputElement) || target.type !== 'text') return
  event.preventDefault()
  const column = target.name.slice(target.name.lastIndexOf('.'))
  const cells = [...event.currentTarget.querySelectorAll('input')].filter(({ name }) => name.endsWith(column))
  const next = cells[cells.indexOf(target) + step]
  if (!next) return
  next.focus()
  next.select()
}

/** More than one cell opens the dialog that says what was understood. */
function ofSpreadsheet(event: ClipboardEvent, open: (text: string) => void) {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\t\n]/.test(text.trimEnd())) return
  event.preventDefault()
  open(text)
}

interface Category {
  readonly categoryName: string
  readonly minAge: number | null
  readonly maxAge: number | null
}

function categoryText({ categoryName, minAge, maxAge }: Category): string {
  const ages = agesText(minAge, maxAge)
  return ages ? `${categoryName} (${ages})` : categoryName
}

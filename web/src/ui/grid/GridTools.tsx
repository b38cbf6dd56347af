import type { Condition } from '@honbu/contract/grid/filter.ts'
import type { Columns, FieldOf, Filter } from '@honbu/contract/grid.ts'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { conditionsOf, dateWords, filterOf, operatorWords, writeValue } from './conditions.ts'
import css from './DataGrid.module.css'
import { type ColumnChoice, GridColumns } from './GridColumns.tsx'
import { GridCondition } from './GridCondition.tsx'

interface Props<C extends Columns> {
  columns: C
  filter: Filter<FieldOf<C>> | null
  onFilter: (filter: Filter<FieldOf<C>> | null) => void
  choices: readonly ColumnChoice[]
  onShow: (id: string, isShown: boolean) => void
  actions?: ReactNode
}

/** Above the rows: the filter in words, a way to add to it, and which columns are shown. */
export function GridTools<C extends Columns>({ columns, filter, onFilter, choices, onShow, actions }: Props<C>) {
  const [isAdding, setAdding] = useState(false)
  const conditions = conditionsOf(filter)
  const without = (index: number) => filterOf((conditions ?? []).filter((_, at) => at !== index))
  return (
    <div className={css.tools}>
      <Button onClick={() => setAdding(!isAdding)} aria-expanded={isAdding}>
        <IconFilter size={18} aria-hidden="true" />
        Filter
      </Button>
      <GridColumns choices={choices} onShow={onShow} />
      {actions && <div className={css.actions}>{actions}</div>}
      {isAdding && (
        <GridCondition
          columns={columns}
          onAdd={condition => {
            setAdding(false)
            onFilter(filterOf([...(conditions ?? []), condition]))
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {filter && (
        <ul className={css.filters} aria-label="Filter">
          {(conditions ?? []).map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none is ever moved
            <li key={index} className={css.filter}>
              {conditionText(columns, condition)}
              <RemoveButton onClick={() => onFilter(without(index))} />
            </li>
          ))}
          {!conditions && (
            <li className={css.filter}>
              Filtered by the address of this page
              <RemoveButton onClick={() => onFilter(null)} />
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.remove} aria-label="Remove this filter" onClick={onClick}>
      <IconX size={16} aria-hidden="true" />
    </button>
  )
}

function conditionText<C extends Columns>(columns: C, condition: Condition<FieldOf<C>>): string {
  const { type = 'string', title = condition.field, choices } = columns[condition.field] ?? {}
  const word =
    ((type === 'date' || type === 'instant') && dateWords[condition.operator]) || operatorWords[condition.operator]
  if (!('value' in condition)) return `${title} ${word}`
  const chosen = choices?.find(choice => choice.value === condition.value)
  return `${title} ${word} ${chosen?.text ?? writeValue(condition.value)}`
}

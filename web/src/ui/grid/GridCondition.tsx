import { type Column, isUnary, type Operator, operatorsOf } from '@honbu/contract/grid/columns.ts'
import type { Condition } from '@honbu/contract/grid/filter.ts'
import type { Columns, FieldOf } from '@honbu/contract/grid.ts'
import { commaProblem } from '@honbu/contract/written-number.ts'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Select } from '../Select.tsx'
import { dateWords, operatorWords, readValue } from './conditions.ts'
import css from './DataGrid.module.css'

interface Props<C extends Columns> {
  columns: C
  onAdd: (condition: Condition<FieldOf<C>>) => void
  onClose: () => void
}

/** One more condition: a column, how, and what. */
export function GridCondition<C extends Columns>({ columns, onAdd, onClose }: Props<C>) {
  const fields = Object.keys(columns) as FieldOf<C>[]
  const [field, setField] = useState(fields[0] as FieldOf<C>)
  const { type = 'string', choices } = columns[field] ?? {}
  const operators = operatorsFor(columns[field])
  const [operator, setOperator] = useState<Operator>(operators[0] ?? 'eq')
  const [text, setText] = useState('')
  const chosen = text || String(choices?.[0]?.value ?? '')
  const value = type === 'boolean' && text === '' ? true : readValue(type, choices ? chosen : text)
  const isDate = type === 'date' || type === 'instant'
  const problem = type === 'number' && !isUnary(operator) ? commaProblem(text, 12) : undefined
  const isReady = isUnary(operator) || value !== undefined
  return (
    <form
      className={css.condition}
      onSubmit={event => {
        event.preventDefault()
        // The operator is one of the column's, and the value of its type.
        if (isReady) onAdd({ field, operator, ...(!isUnary(operator) && { value }) } as Condition<FieldOf<C>>)
      }}
    >
      <Select
        label="Filter by"
        options={fields.map(each => ({ value: each, text: columns[each]?.title ?? each }))}
        value={field}
        onChoose={next => {
          setField(next)
          setOperator(operatorsFor(columns[next])[0] ?? 'eq')
          setText('')
        }}
      />
      <Select
        label="which"
        options={operators.map(each => ({ value: each, text: (isDate && dateWords[each]) || operatorWords[each] }))}
        value={operator}
        onChoose={setOperator}
      />
      {!isUnary(operator) && choices && (
        <Select
          label=""
          options={choices.map(choice => ({ value: String(choice.value), text: choice.text }))}
          value={chosen}
          onChoose={setText}
        />
      )}
      {!isUnary(operator) && type === 'boolean' && !choices && (
        <Select
          label=""
          options={[
            { value: 'true', text: 'Yes' },
            { value: 'false', text: 'No' },
          ]}
          value={text === 'false' ? 'false' : 'true'}
          onChoose={setText}
        />
      )}
      {!isUnary(operator) && type !== 'boolean' && !choices && (
        <input
          className={css.value}
          aria-label="Value"
          type={isDate ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: it has just been asked for
          autoFocus
          onChange={event => setText(event.target.value)}
        />
      )}
      <span role="status" className={css.problem}>
        {problem}
      </span>
      <Button type="submit" variant="primary" disabled={!isReady}>
        Apply
      </Button>
      <Button onClick={onClose}>Close</Button>
    </form>
  )
}

/** Of something that is chosen by its name one asks whether it is that, or whether it is given at all. */
function operatorsFor(column: Column | undefined): readonly Operator[] {
  const all = operatorsOf[column?.type ?? 'string']
  return column?.choices ? all.filter(operator => ['eq', 'neq', 'isnull', 'isnotnull'].includes(operator)) : all
}

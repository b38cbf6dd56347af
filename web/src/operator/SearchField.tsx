import type { Filter } from '@honbu/contract/grid/filter.ts'
import { isGroup } from '@honbu/contract/grid/filter.ts'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import css from './Operator.module.css'

interface Props<Field extends string> {
  label: string
  /** Any of them may contain the text. */
  fields: readonly Field[]
  filter: Filter<Field> | null
  onFilter: (filter: Filter<Field> | null) => void
}

/** Searches a list by what is typed, as it is typed. */
export function SearchField<Field extends string>({ label, fields, filter, onFilter }: Props<Field>) {
  const [text, setText] = useState(textIn(filter))
  return (
    <search className={css.search}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target: { value } }) => {
          setText(value)
          const wanted = value.trim()
          if (wanted === '') return onFilter(null)
          onFilter({
            logic: 'or',
            filters: fields.map(field => ({ field, operator: 'contains' as const, value: wanted })),
          })
        }}
      />
    </search>
  )
}

/** What such a filter searches for; '' for another one. */
function textIn(filter: Filter | null): string {
  const first = filter && isGroup(filter) ? filter.filters[0] : filter
  return first && !isGroup(first) && first.operator === 'contains' ? first.value : ''
}

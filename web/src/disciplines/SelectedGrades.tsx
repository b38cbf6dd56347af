import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { Option } from '../ui/form/fields.tsx'
import { readWhole } from '../ui/form/read-text.ts'
import { beltColours } from './belt-colours.ts'
import css from './GradeTable.module.css'
import type { GradeRows } from './use-grade-table.ts'

interface Props {
  rows: GradeRows
  categories: readonly Option<number | null>[]
}

const fields = [
  { field: 'minimumAttendance', title: 'Classes', kind: 'number' },
  { field: 'minimumMonths', title: 'Months', kind: 'number' },
  { field: 'bars', title: 'Bars', kind: 'number' },
  { field: 'minAge', title: 'From age', kind: 'age' },
  { field: 'maxAge', title: 'To age', kind: 'age' },
  { field: 'categoryId', title: 'For', kind: 'category' },
  { field: 'colour', title: 'Colour', kind: 'colour' },
  { field: 'colourTwo', title: 'Second colour', kind: 'otherColour' },
  { field: 'stripe', title: 'Tag or sleeve', kind: 'otherColour' },
  { field: 'barColour', title: 'Bar colour', kind: 'otherColour' },
] as const

const colours = beltColours.map(({ colour, name }) => ({ value: colour, text: name }))
const none = { value: null, text: 'None' }

/** Sets one value for all selected grades; duplicates and deletes them. */
export function SelectedGrades({ rows, categories }: Props) {
  const { selected, set, duplicate, remove, select } = rows
  const [chosen, setChosen] = useState(0)
  const [text, setText] = useState('')
  const [option, setOption] = useState(0)
  const { field, title, kind } = fields[chosen] ?? fields[0]
  const options = { category: categories, colour: colours, otherColour: [none, ...colours], number: null, age: null }[
    kind
  ]
  const number = kind === 'age' && text.trim() === '' ? null : readWhole(text)
  const value = options ? options[option]?.value : number
  return (
    <section className={css.selected} aria-label="Selected grades">
      <strong>{selected.length} selected</strong>
      <label className={css.setting}>
        Set
        <select
          className={css.control}
          value={chosen}
          onChange={event => {
            setChosen(Number(event.target.value))
            setOption(0)
            setText('')
          }}
        >
          {fields.map((each, index) => (
            <option key={each.field} value={index}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      <span className={css.setting}>
        to
        {options ? (
          <select
            className={css.control}
            aria-label={`${title} of the selected grades`}
            value={option}
            onChange={event => setOption(Number(event.target.value))}
          >
            {options.map((each, index) => (
              <option key={each.text} value={index}>
                {each.text}
              </option>
            ))}
          </select>
        ) : (
          <input
            className={css.control}
            aria-label={`${title} of the selected grades`}
            inputMode="numeric"
            size={6}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </span>
      <Button disabled={value === undefined} onClick={() => set(selected, { [field]: value })}>
        Set all
      </Button>
      <span className={css.selectedActions}>
        <Button onClick={() => duplicate(selected)}>Duplicate</Button>
        <Button onClick={() => remove(selected)}>Delete</Button>
        <Button variant="quiet" onClick={() => select([])}>
          Clear selection
        </Button>
      </span>
    </section>
  )
}

import type { Condition } from '@honbu/contract/audience.ts'
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './Audience.module.css'
import { type AudienceChoices, parameterOf, parameters, textOf, valuesOf } from './audience-words.ts'
import { ValuesDialog } from './ValuesDialog.tsx'

interface Props {
  title: string
  hint: string
  /** Said when there is no line. */
  none: string
  choices: AudienceChoices
  /** A line that applies because nothing else is said of its parameter. */
  implied?: Condition | undefined
  rows: readonly Condition[]
  onChange: (rows: Condition[]) => void
}

/** As many names are shown in a line; of the rest their number. */
const shownNames = 6

/** Lines of one parameter each, with the names of what was chosen. */
export function Conditions({ title, hint, none, choices, implied, rows, onChange }: Props) {
  const headingId = useId()
  const [choosing, setChoosing] = useState<number | null>(null)
  const offered = parameters.filter(({ id }) => valuesOf(choices, id).length > 0)
  const set = (index: number, values: number[]) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, values } : row)))
  const remove = (index: number) => onChange(rows.filter((_, place) => place !== index))
  const add = (parameterId: number) => {
    onChange([...rows, { parameterId, values: [] }])
    // Nobody wants a line without values.
    setChoosing(rows.length)
  }
  const chosen = choosing === null ? undefined : rows[choosing]
  return (
    <section className={css.conditions} aria-labelledby={headingId}>
      <h3 className={css.heading} id={headingId}>
        {title}
      </h3>
      <p className={css.hint}>{rows.length > 0 ? hint : none}</p>
      {(rows.length > 0 || implied) && (
        <ul className={css.rows}>
          {implied && (
            <ImpliedLine
              condition={implied}
              choices={choices}
              onChange={() => {
                onChange([...rows, implied])
                setChoosing(rows.length)
              }}
            />
          )}
          {rows.map((row, index) => {
            const name = parameterOf(row.parameterId)?.name ?? 'Unknown'
            const values = valuesOf(choices, row.parameterId)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and one may stand there twice
              <li key={`${row.parameterId} ${index}`} className={css.row} aria-label={name}>
                <span className={css.parameter}>{name}</span>
                <span className={css.values}>
                  {row.values.slice(0, shownNames).map(id => {
                    const choice = values.find(value => value.id === id)
                    const text = choice ? textOf(choice, values) : 'No longer there'
                    return (
                      <span key={id} className={css.chip}>
                        {text}
                        <button
                          type="button"
                          className={css.chipButton}
                          aria-label={`Take ${text} out of ${name}`}
                          onClick={() =>
                            set(
                              index,
                              row.values.filter(value => value !== id),
                            )
                          }
                        >
                          <IconX size={14} aria-hidden="true" />
                        </button>
                      </span>
                    )
                  })}
                  {row.values.length > shownNames && (
                    <span className={css.more}>and {row.values.length - shownNames} more</span>
                  )}
                  <Button onClick={() => setChoosing(index)}>
                    {row.values.length === 0 ? 'Choose' : 'Change'}
                    <VisuallyHidden> {name}</VisuallyHidden>
                  </Button>
                </span>
                <IconButton
                  label={`Remove the line ${name}`}
                  icon={<IconTrash size={18} aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <label className={css.add}>
        <IconPlus size={16} aria-hidden="true" />
        <span className={css.addText}>Add a line</span>
        <select
          value=""
          aria-label={`${title}: add a line`}
          onChange={event => {
            const id = Number(event.target.value)
            if (id) add(id)
          }}
        >
          <option value="">Choose what by…</option>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {chosen && choosing !== null && (
        <ValuesDialog
          parameterId={chosen.parameterId}
          values={valuesOf(choices, chosen.parameterId)}
          chosen={chosen.values}
          onClose={() => {
            if (chosen.values.length === 0) remove(choosing)
            setChoosing(null)
          }}
          onChoose={values => {
            if (values.length === 0) remove(choosing)
            else set(choosing, values)
            setChoosing(null)
          }}
        />
      )}
    </section>
  )
}

interface ImpliedProps {
  condition: Condition
  choices: AudienceChoices
  onChange: () => void
}

/** Can be changed, and not removed: without it the default applies again. */
function ImpliedLine({ condition: { parameterId, values }, choices, onChange }: ImpliedProps) {
  const name = parameterOf(parameterId)?.name ?? 'Unknown'
  const known = valuesOf(choices, parameterId)
  return (
    <li className={css.row} aria-label={`${name}, unless you change it`}>
      <span className={css.parameter}>{name}</span>
      <span className={css.values}>
        {known
          .filter(({ id }) => values.includes(id))
          .map(choice => (
            <span key={choice.id} className={`${css.chip} ${css.implied}`}>
              {textOf(choice, known)}
            </span>
          ))}
        <Button onClick={onChange}>
          Change<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </span>
    </li>
  )
}

import { keyOf, type Meaning, type UnknownName } from '@honbu/contract/week-names.ts'
import fields from '../ui/form/Field.module.css'
import { Field } from '../ui/form/Field.tsx'
import type { Choices } from './class-choices.ts'

interface Props {
  unknown: readonly UnknownName[]
  choices: Choices
  /** By `keyOf` the name. */
  chosen: Readonly<Record<string, Meaning>>
  onChoose: (key: string, meaning: Meaning) => void
}

/** What each name means that the club doesn't have. */
export function WeekNames({ unknown, choices, chosen, onChoose }: Props) {
  const options = optionsOf(choices)
  return unknown.map(({ name, suggested, lines }) => {
    const meaning = chosen[keyOf(name)] ?? suggested
    return (
      <Field
        key={keyOf(name)}
        label={name}
        hint={`${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}`}
        error={meaning ? undefined : 'Choose what this is.'}
      >
        {attributes => (
          <select
            {...attributes}
            className={fields.input}
            value={meaning ? textOf(meaning) : ''}
            onChange={event => {
              const found = options.find(option => textOf(option.meaning) === event.target.value)
              if (found) onChoose(keyOf(name), found.meaning)
            }}
          >
            {!meaning && <option value="">Choose</option>}
            {options.map(option => (
              <option key={textOf(option.meaning)} value={textOf(option.meaning)}>
                {option.text}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  })
}

const textOf = (meaning: Meaning) => ('id' in meaning ? `${meaning.kind} ${meaning.id}` : meaning.kind)

function optionsOf({ locations, instructors, disciplines }: Choices): { meaning: Meaning; text: string }[] {
  const of = (kind: 'room' | 'instructor' | 'discipline', all: readonly { id: number; name: string }[], what: string) =>
    all.map(({ id, name }) => ({ meaning: { kind, id }, text: `${what}: ${name}` }))
  return [
    { meaning: { kind: 'newRoom' }, text: 'A new room' },
    ...of('room', locations, 'Room'),
    ...of('instructor', instructors, 'Instructor'),
    ...of('discipline', disciplines, 'Discipline'),
    { meaning: { kind: 'nothing' }, text: 'Leave it out' },
  ]
}

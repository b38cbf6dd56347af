import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './Audience.module.css'
import { type Choice, parameterOf, textOf } from './audience-words.ts'

interface Props {
  parameterId: number
  values: readonly Choice[]
  chosen: readonly number[]
  onChoose: (values: number[]) => void
  onClose: () => void
}

/** More are found by typing, not by scrolling. */
const mostShown = 200

/** The values of one parameter to tick, by name. */
export function ValuesDialog({ parameterId, values, chosen, onChoose, onClose }: Props) {
  const { name = '', many = 'values' } = parameterOf(parameterId) ?? {}
  const [picked, setPicked] = useState<readonly number[]>(chosen)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = values.filter(choice => `${choice.name} ${choice.of}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, mostShown)
  const tick = (id: number, isOn: boolean) => setPicked(isOn ? [...picked, id] : picked.filter(value => value !== id))
  return (
    <Dialog
      title={name}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={() => onChoose([...picked])}>
            {picked.length === 0 ? 'Choose none' : `Choose ${picked.length}`}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {values.length > 8 && (
        <input
          type="search"
          className={css.find}
          placeholder={`Find among ${values.length} ${many}`}
          aria-label={`Find ${many}`}
          value={text}
          onChange={event => setText(event.target.value)}
          // It may stand within the form of a message, which this does not send.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className={css.options}>
        <legend className={css.legend}>{name}</legend>
        {shown.map(choice => (
          <label key={choice.id} className={css.option}>
            <input
              type="checkbox"
              checked={picked.includes(choice.id)}
              onChange={event => tick(choice.id, event.target.checked)}
            />
            <span>{textOf(choice, values)}</span>
          </label>
        ))}
        {shown.length === 0 && <p className={css.hint}>Nothing found.</p>}
        {found.length > shown.length && (
          <p className={css.hint}>And {found.length - shown.length} more: type to find them.</p>
        )}
      </fieldset>
    </Dialog>
  )
}

import { getGradingCandidates, saveBeltSize } from '@honbu/contract/gradings.ts'
import { useEffect, useState } from 'react'
import { useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'
import css from './BeltSize.module.css'

interface Props {
  memberId: number
  name: string
  size: string
  /** Where no heading stands above it. */
  hasLabel?: boolean
}

/** The size of belt a member wears, as the shop calls it: saved when the field is left, or with Enter. */
export function BeltSize({ memberId, name, size, hasLabel = false }: Props) {
  const [text, setText] = useState(size)
  useEffect(() => setText(size), [size])
  const save = useWrite(saveBeltSize, {
    invalidates: [getGradingCandidates],
    onRefused: ({ message }) => {
      setText(size)
      showToast({ tone: 'bad', message: `The belt size of ${name} could not be saved: ${message}` })
    },
  })
  const saveText = () => {
    if (text.trim() !== size && !save.isPending) save.mutate({ id: memberId, beltSize: text })
  }
  return (
    <label className={css.field}>
      {hasLabel && <span>Belt size</span>}
      <input
        className={css.input}
        aria-label={hasLabel ? undefined : `Belt size of ${name}`}
        list="belt-sizes"
        maxLength={20}
        autoComplete="off"
        placeholder="Size"
        value={text}
        onChange={event => setText(event.target.value)}
        onBlur={saveText}
        onKeyDown={event => {
          if (event.key === 'Enter') saveText()
        }}
      />
      <datalist id="belt-sizes">
        {usual.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </label>
  )
}

/** The numbers most makers go by; centimetres or anything else can be written just as well. */
const usual = ['000', '00', '0', '1', '2', '3', '4', '5', '6', '7', '8']

import { type MergeField, mergeFields } from '@honbu/contract/merge-fields.ts'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './FieldMenu.module.css'

interface Props {
  label?: string
  onChoose: (field: MergeField) => void
  /** Left out: all of them. */
  fields?: readonly MergeField[]
}

/** Finds a merge field by its title or group and puts it in: by typing, arrows and Enter, or by pressing it. */
export function FieldMenu({ label = 'Insert field', onChoose, fields = mergeFields }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: PointerEvent) => {
      if (event.target instanceof globalThis.Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={css.menu} ref={box}>
      <Button ref={button} aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
        <IconPlus size={16} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && (
        <FieldList
          fields={fields}
          onClose={close}
          onChoose={field => {
            setOpen(false)
            onChoose(field)
          }}
        />
      )}
    </div>
  )
}

/** Pixels that stay free beside it. */
const edge = 8

interface ListProps {
  fields: readonly MergeField[]
  onChoose: (field: MergeField) => void
  onClose: () => void
}

function FieldList({ fields, onChoose, onClose }: ListProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = fields.filter(field => isFound(field, text))
  const current = found[at]
  const popup = useRef<HTMLDivElement>(null)
  // Below its button, and as far to the left as the window asks.
  useLayoutEffect(() => {
    const box = popup.current
    if (!box) return
    const { left, right } = box.getBoundingClientRect()
    const over = right - (document.documentElement.clientWidth - edge)
    if (over > 0) box.style.left = `${Math.max(edge - left, -over)}px`
  }, [])
  useEffect(() => input.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one has become the current one
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function press(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setAt((at + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') {
      if (current) onChoose(current)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={css.popup} ref={popup}>
      <input
        ref={input}
        className={css.find}
        role="combobox"
        aria-label="Find a field"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.name}`}
        placeholder="Find a field"
        value={text}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      {found.length === 0 && <p className={css.none}>No field of that name.</p>}
      <div className={css.list} ref={list} id={id} role="listbox" aria-label="Fields">
        {found.map((field, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus, and its Enter chooses
          <div
            key={field.name}
            id={`${id}-${field.name}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={css.option}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(field)}
          >
            <span className={css.title}>
              <span className={css.group}>{field.group}</span> {field.title}
            </span>
            <span className={css.example}>{field.example}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

const isFound = ({ name, title, group }: MergeField, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every(word => `${group} ${title} ${name}`.toLowerCase().includes(word))

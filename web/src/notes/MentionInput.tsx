import { Autocomplete } from '@base-ui/react/autocomplete'
import { type ComponentProps, type ReactElement, useRef, useState } from 'react'
import css from './MentionInput.module.css'
import { type Mentionable, matching, typedAt, withName } from './mention.ts'

interface Props extends Omit<ComponentProps<typeof Autocomplete.Input>, 'render' | 'value' | 'onChange'> {
  text: string
  onText: (text: string) => void
  /** Whoever is typed after an @ is found among them. */
  people: readonly Mentionable[]
  onMention: (person: Mentionable) => void
  /** What is typed into: an input, or a textarea. */
  field: ReactElement
}

/** A text in which @ and a name mention a colleague: the list opens while a name is typed, and the arrows choose. */
export function MentionInput({ text, onText, people, onMention, field, ...rest }: Props) {
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [isAway, setAway] = useState(false)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const typed = typedAt(text, caret)
  const found = typed ? matching(people, typed.query) : []
  const isOpen = typed !== null && found.length > 0 && !isAway
  const look = () => {
    setCaret(input.current?.selectionStart ?? 0)
    setAway(false)
  }
  function choose(person: Mentionable) {
    if (!typed) return
    const next = withName(text, typed, person.fullName)
    onMention(person)
    onText(next.text)
    setCaret(next.caret)
    setAway(true)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }
  return (
    <Autocomplete.Root
      items={found}
      filter={null}
      mode="none"
      autoHighlight="always"
      value={text}
      open={isOpen}
      onOpenChange={next => !next && setAway(true)}
      onValueChange={(value, { reason }) => {
        // A press on a name is that name's to answer; Escape closes the list, and empties nothing.
        if (reason !== 'input-change') return
        onText(value)
        look()
      }}
      itemToStringValue={({ fullName }: Mentionable) => fullName}
    >
      <Autocomplete.Input
        {...rest}
        ref={element => {
          input.current = element
          setDialog(element?.closest('dialog') ?? null)
        }}
        render={field}
        onSelect={() => setCaret(input.current?.selectionStart ?? 0)}
        onKeyDown={event => {
          // While no name is looked for, every key does what it does in a text.
          if (!isOpen) return event.preventBaseUIHandler()
          if (event.key === 'Enter') event.preventDefault()
          if (event.key !== 'Escape') return
          // The list closes, and not the dialog around it.
          event.preventDefault()
          event.stopPropagation()
          event.preventBaseUIHandler()
          setAway(true)
        }}
      />
      {/* Beside a modal dialog nothing can be seen or pressed: there the list belongs into it. */}
      <Autocomplete.Portal container={dialog ?? undefined}>
        <Autocomplete.Positioner className={css.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup className={css.popup}>
            <Autocomplete.Status className={css.status}>
              {found.length === 1 ? '1 person to mention' : `${found.length} people to mention`}
            </Autocomplete.Status>
            <Autocomplete.List className={css.list}>
              {(person: Mentionable) => (
                <Autocomplete.Item
                  key={person.accountId}
                  className={css.item}
                  value={person}
                  onClick={() => choose(person)}
                >
                  {person.fullName}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

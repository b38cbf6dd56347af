import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { FoundMember } from './found-member.ts'
import { looksCompleted } from './looks-completed.ts'
import css from './MemberSearchBox.module.css'
import { MemberStatus } from './MemberStatus.tsx'

interface Props {
  text: string
  setText: (text: string) => void
  /** Undefined: nothing was asked. */
  found: readonly FoundMember[] | undefined
  isSearching: boolean
  error: Error | null
  autoFocus?: boolean | undefined
  onSelect: (member: FoundMember) => void
}

/** The box and its list: what is typed and what is found come from outside. */
export function MemberSearchBox({ text, setText, found, isSearching, error, autoFocus = false, onSelect }: Props) {
  // Open from the start when something was typed before this was loaded.
  const [isOpen, setOpen] = useState(text !== '')
  const input = useRef<HTMLInputElement>(null)
  const status = statusText({ text, found, isSearching, error })
  return (
    <Autocomplete.Root
      items={isSearching || !found ? nobody : found}
      filter={null}
      mode="none"
      autoHighlight
      value={text}
      open={isOpen && status !== ''}
      onOpenChange={setOpen}
      onValueChange={(value, { reason }) => {
        // A press on a row is the row's to answer; the label is set there, or the box cleared.
        if (reason !== 'item-press') setText(value)
      }}
      itemToStringValue={(member: FoundMember) => member.label}
    >
      <div className={css.box}>
        <IconSearch className={css.icon} size={18} aria-hidden="true" />
        <Autocomplete.Input
          ref={input}
          className={css.input}
          aria-label="Member Search"
          placeholder="Member Search"
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={false}
          onFocus={event => looksCompleted(text) && event.currentTarget.select()}
        />
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={css.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup className={css.popup} aria-busy={isSearching || undefined}>
            <Autocomplete.Status className={css.status}>{status}</Autocomplete.Status>
            <Autocomplete.List className={css.list}>
              {(member: FoundMember) => (
                <Autocomplete.Item
                  key={member.id}
                  className={css.item}
                  value={member}
                  onClick={() => {
                    onSelect(member)
                    // The label stays in class mode: typing the next name replaces it.
                    requestAnimationFrame(() => input.current?.select())
                  }}
                >
                  <Avatar {...member} size="small" />
                  <span className={css.words}>
                    <span className={css.label}>{member.label}</span>
                    <span className={css.club}>{member.clubName}</span>
                  </span>
                  {member.isOnRegister ? (
                    <Badge tone="accent">On the register</Badge>
                  ) : (
                    <MemberStatus id={member.memberStatusId} />
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

const nobody: readonly FoundMember[] = []

function statusText({ text, found, isSearching, error }: Pick<Props, 'text' | 'found' | 'isSearching' | 'error'>) {
  if (isSearching) return 'Searching…'
  if (error) return error.message
  if (!found) return ''
  if (found.length === 0) return `Nobody found for “${text.trim()}”. Try part of a name, an e-mail or a phone number.`
  return found.length === 1 ? '1 member' : `${found.length} members`
}

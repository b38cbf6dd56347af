import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconHelpCircle, IconLayoutSidebar, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import type { FoundMember, Place } from './found-member.ts'
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
  /** Offered below the members. */
  places?: readonly Place[]
  onPlace?: (place: Place) => void
  /** Offered when nobody is found: to add somebody of the name that was typed. */
  onAdd?: ((name: string) => void) | undefined
}

/** Stands in the list in place of a member. */
const newMember = { id: 0, label: '' } as const
type PlaceRow = Place & { readonly label: '' }
type Row = FoundMember | PlaceRow | typeof newMember
const isPlace = (row: Row): row is PlaceRow => 'kind' in row
const isNew = (row: Exclude<Row, PlaceRow>): row is typeof newMember => row.id === 0

/** The box and its list: what is typed and what is found come from outside. */
export function MemberSearchBox({ text, setText, found, isSearching, error, autoFocus = false, ...props }: Props) {
  const { onSelect, onAdd, places = [], onPlace } = props
  // Open from the start when something was typed before this was loaded.
  const [isOpen, setOpen] = useState(text !== '')
  const input = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const status = statusText({ text, found, isSearching, error, places })
  return (
    <Autocomplete.Root
      items={isSearching || !found ? nobody : rowsOf({ found, places, canAdd: onAdd !== undefined })}
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
      itemToStringValue={(row: Row) => row.label}
    >
      <div className={css.box} ref={element => setDialog(element?.closest('dialog') ?? null)}>
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
      {/* Beside a modal dialog nothing can be seen or pressed: there the list belongs into it. */}
      <Autocomplete.Portal container={dialog ?? undefined}>
        <Autocomplete.Positioner className={css.positioner} sideOffset={4} align="start">
          <Autocomplete.Popup className={css.popup} aria-busy={isSearching || undefined}>
            <Autocomplete.Status className={css.status}>{status}</Autocomplete.Status>
            <Autocomplete.List className={css.list}>
              {(member: Row) =>
                isPlace(member) ? (
                  <Autocomplete.Item
                    key={`${member.to} ${member.title}`}
                    className={css.item}
                    value={member}
                    onClick={() => onPlace?.(member)}
                  >
                    {member.kind === 'page' ? (
                      <IconLayoutSidebar size={18} aria-hidden="true" />
                    ) : (
                      <IconHelpCircle size={18} aria-hidden="true" />
                    )}
                    <span className={css.words}>
                      <span className={css.label}>{member.title}</span>
                      <span className={css.club}>{member.detail}</span>
                    </span>
                  </Autocomplete.Item>
                ) : isNew(member) ? (
                  <Autocomplete.Item key="new" className={css.item} value={member} onClick={() => onAdd?.(text.trim())}>
                    <IconUserPlus size={18} aria-hidden="true" />
                    <span className={css.words}>
                      <span className={css.label}>Add a member</span>
                      <span className={css.club}>{text.trim()}</span>
                    </span>
                  </Autocomplete.Item>
                ) : (
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
                      <span className={css.club}>{member.foundBy ?? member.clubName}</span>
                    </span>
                    {member.isOnRegister ? (
                      <Badge tone="accent">On the register</Badge>
                    ) : (
                      <MemberStatus id={member.memberStatusId} />
                    )}
                  </Autocomplete.Item>
                )
              }
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

const nobody: readonly Row[] = []

interface Offer {
  found: readonly FoundMember[]
  places: readonly Place[]
  canAdd: boolean
}

const rowsOf = ({ found, places, canAdd }: Offer): readonly Row[] => [
  ...found,
  ...places.map(place => ({ ...place, label: '' as const })),
  ...(found.length === 0 && canAdd ? [newMember] : []),
]

type Answer = Pick<Props, 'text' | 'found' | 'isSearching' | 'error'> & Pick<Offer, 'places'>

function statusText({ text, found, isSearching, error, places }: Answer) {
  if (isSearching) return 'Searching…'
  if (error) return error.message
  if (!found) return ''
  if (found.length === 0 && places.length > 0) return `No member found for “${text.trim()}”`
  if (found.length === 0)
    return `Nobody found for “${text.trim()}”. Try part of a name, email, phone number or postcode.`
  return found.length === 1 ? '1 member' : `${found.length} members`
}

import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconDoorEnter, IconHelpCircle, IconLayoutSidebar, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
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
  onPlace?: ((place: Place) => void) | undefined
  /** Offered when nobody is found: to add somebody of the name that was typed. */
  onAdd?: ((name: string) => void) | undefined
  onWalkIn?: ((name: string) => void) | undefined
}

/** Rows of the list that are no members. */
const newMember = { kind: 'new', label: '' } as const
const walkIn = { kind: 'walkIn', label: '' } as const
type OtherRow = (Place & { readonly label: '' }) | typeof newMember | typeof walkIn
type Row = FoundMember | OtherRow
const isOther = (row: Row): row is OtherRow => 'kind' in row

/** The box and its list: what is typed and what is found come from outside. */
export function MemberSearchBox({ text, setText, found, isSearching, error, autoFocus = false, ...props }: Props) {
  const { onSelect, onAdd, onWalkIn, places = [], onPlace } = props
  const name = text.trim()
  // Open from the start when something was typed before this was loaded.
  const [isOpen, setOpen] = useState(text !== '')
  const input = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const status = statusText({ text, found, isSearching, error, places })
  return (
    <Autocomplete.Root
      items={
        isSearching || !found
          ? nobody
          : rowsOf({ found, places, canAdd: onAdd !== undefined, canWalkIn: onWalkIn !== undefined })
      }
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
                isOther(member) ? (
                  <OtherItem
                    key={member.kind === 'new' || member.kind === 'walkIn' ? member.kind : member.to + member.title}
                    row={member}
                    {...{ name, onAdd, onWalkIn, onPlace }}
                  />
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

interface OtherProps extends Pick<Props, 'onAdd' | 'onWalkIn' | 'onPlace'> {
  row: OtherRow
  name: string
}

function OtherItem({ row, name, onAdd, onWalkIn, onPlace }: OtherProps) {
  const item = (icon: ReactNode, label: string, detail: string, open: () => void) => (
    <Autocomplete.Item className={css.item} value={row} onClick={open}>
      {icon}
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        <span className={css.club}>{detail}</span>
      </span>
    </Autocomplete.Item>
  )
  switch (row.kind) {
    case 'new':
      return item(<IconUserPlus size={18} aria-hidden="true" />, 'Add a member', name, () => onAdd?.(name))
    case 'walkIn':
      return item(
        <IconDoorEnter size={18} aria-hidden="true" />,
        `Walk-in: ${name}`,
        'Present today, not enrolled',
        () => onWalkIn?.(name),
      )
    case 'page':
      return item(<IconLayoutSidebar size={18} aria-hidden="true" />, row.title, row.detail, () => onPlace?.(row))
    case 'article':
      return item(<IconHelpCircle size={18} aria-hidden="true" />, row.title, row.detail, () => onPlace?.(row))
  }
}

const nobody: readonly Row[] = []

interface Offer {
  found: readonly FoundMember[]
  places: readonly Place[]
  canAdd: boolean
  canWalkIn: boolean
}

const rowsOf = ({ found, places, canAdd, canWalkIn }: Offer): readonly Row[] => [
  ...found,
  ...(canWalkIn ? [walkIn] : []),
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

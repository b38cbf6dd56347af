import { IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { LookOptions } from './LookOptions.tsx'
import css from './RegisterTools.module.css'
import type { Sort } from './register-view.ts'
import type { Look } from './use-look.ts'

interface Props {
  id: string
  /** Null: the filter is in the bar above. */
  filter: ReactNode
  sort: Sort
  includeEnquiries: boolean
  look: Look
  onLook: (part: Partial<Look>) => void
  /** The search parameters of the address, to be kept on the way to the sheet. */
  search: SearchValues
  onChoose: (values: SearchValues) => void
  isAdding: boolean
  onAdd: () => void
}

/** Which rows, in which order, and who came besides. Kept in the address; what is the rule is left out of it. */
export function RegisterTools(props: Props) {
  const { id, filter, sort, includeEnquiries, look, onLook, search, onChoose, isAdding, onAdd } = props
  const tools = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Opened from the bar of a phone, which may have been scrolled far down.
    if (!filter) tools.current?.scrollIntoView({ block: 'nearest' })
  }, [filter])
  return (
    <div className={css.tools} id={id} ref={tools}>
      {filter}
      <Select
        label="Sort"
        options={sortOptions}
        value={sort}
        onChoose={value => onChoose({ sort: value === 'name' ? undefined : value })}
      />
      <Switch isOn={includeEnquiries} onChange={isOn => onChoose({ enquiries: isOn ? '1' : undefined })}>
        Enquiries
      </Switch>
      <LookOptions look={look} onChange={onLook} />
      <AppLink
        to="."
        search={{ ...search, view: 'sheet' }}
        className={iconButtonClass()}
        aria-label="Print sheet"
        title="Print sheet"
      >
        <IconPrinter size={20} aria-hidden="true" />
      </AppLink>
      <Button className={css.add} aria-expanded={isAdding} onClick={onAdd}>
        <IconUserPlus size={18} aria-hidden="true" />
        Add a member
      </Button>
    </div>
  )
}

const sortOptions: { value: Sort; text: string }[] = [
  { value: 'name', text: 'Name' },
  { value: 'grade', text: 'Grade' },
  { value: 'unmarked', text: 'Not marked first' },
  { value: 'away', text: 'Longest away' },
]

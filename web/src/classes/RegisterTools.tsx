import { IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { LookOptions } from './LookOptions.tsx'
import css from './RegisterTools.module.css'
import type { Show, Sort } from './register-view.ts'
import type { Look } from './use-look.ts'

interface Props {
  counts: { total: number; present: number; absent: number; unmarked: number }
  sort: Sort
  show: Show
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
  const { counts, sort, show, includeEnquiries, look, onLook, search, onChoose, isAdding, onAdd } = props
  const showOptions: { value: Show; text: string }[] = [
    { value: 'all', text: `All ${counts.total}` },
    { value: 'unmarked', text: `Not marked ${counts.unmarked}` },
    { value: 'present', text: `Present ${counts.present}` },
    { value: 'absent', text: `Absent ${counts.absent}` },
  ]
  return (
    <div className={css.tools}>
      <Segmented
        label="Show"
        options={showOptions}
        value={show}
        onChoose={value => onChoose({ show: value === 'all' ? undefined : value })}
      />
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

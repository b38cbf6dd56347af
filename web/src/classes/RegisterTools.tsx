import { IconUserPlus } from '@tabler/icons-react'
import type { SearchValues } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import css from './RegisterTools.module.css'
import type { Show, Sort } from './register-view.ts'

interface Props {
  counts: { total: number; present: number; absent: number; unmarked: number }
  sort: Sort
  show: Show
  includeEnquiries: boolean
  onChoose: (values: SearchValues) => void
  isAdding: boolean
  onAdd: () => void
}

/** Which rows, in which order, and who came besides. Kept in the address; what is the rule is left out of it. */
export function RegisterTools({ counts, sort, show, includeEnquiries, onChoose, isAdding, onAdd }: Props) {
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
      <Button className={css.add} aria-expanded={isAdding} onClick={onAdd}>
        <IconUserPlus size={18} aria-hidden="true" />
        Add a visiting member
      </Button>
    </div>
  )
}

const sortOptions: { value: Sort; text: string }[] = [
  { value: 'name', text: 'Name' },
  { value: 'grade', text: 'Grade' },
  { value: 'unmarked', text: 'Not marked first' },
]

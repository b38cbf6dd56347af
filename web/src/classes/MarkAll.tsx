import { IconChecks } from '@tabler/icons-react'
import { buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import css from './MarkAll.module.css'

interface Props {
  counts: { total: number; unmarked: number }
  onMark: (who: 'unmarked' | 'all', attended: boolean) => void
}

/** Everybody at once, as one step that can be undone. */
export function MarkAll({ counts: { total, unmarked }, onMark }: Props) {
  const items = [
    ...(unmarked > 0 && unmarked < total
      ? [
          { text: `Not marked: present (${unmarked})`, onSelect: () => onMark('unmarked', true) },
          { text: `Not marked: absent (${unmarked})`, onSelect: () => onMark('unmarked', false) },
        ]
      : []),
    { text: `Everyone present (${total})`, onSelect: () => onMark('all', true) },
    { text: `Everyone absent (${total})`, onSelect: () => onMark('all', false) },
  ]
  return (
    <Menu label="Mark all" items={items} className={buttonClass('secondary', css.button)}>
      <IconChecks size={18} aria-hidden="true" />
      Mark all
    </Menu>
  )
}

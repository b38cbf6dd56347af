import { IconChecks } from '@tabler/icons-react'
import { buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import css from './MarkAll.module.css'

interface Props {
  counts: { total: number; unmarked: number }
  onMark: (who: 'unmarked' | 'all', attended: boolean) => void
}

/** Marks many members in one step that can be undone. Present and absent are apart, so that a thumb doesn't take the other. */
export function MarkAll({ counts: { total, unmarked }, onMark }: Props) {
  const hasRest = unmarked > 0 && unmarked < total
  const group = (attended: boolean) => {
    const word = attended ? 'present' : 'absent'
    const lines = [
      ...(hasRest ? [{ text: `Not marked: ${word} (${unmarked})`, onSelect: () => onMark('unmarked', attended) }] : []),
      { text: `Everyone ${word} (${total})`, onSelect: () => onMark('all', attended) },
    ]
    return lines.map((line, index) => ({ ...line, isFirst: index === 0 && !attended }))
  }
  const items = [...group(true), ...group(false)]
  return (
    <Menu label="Mark all" items={items} className={buttonClass('secondary', css.button)}>
      <IconChecks size={18} aria-hidden="true" />
      <span className={css.word}>Mark all</span>
    </Menu>
  )
}

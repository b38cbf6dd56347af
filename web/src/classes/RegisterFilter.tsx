import { Segmented } from '../ui/Segmented.tsx'
import type { Show } from './register-view.ts'

interface Props {
  counts: { total: number; present: number; absent: number; unmarked: number }
  show: Show
  onShow: (show: Show) => void
}

/** How many members have each mark, and which of them are shown. */
export function RegisterFilter({ counts, show, onShow }: Props) {
  const options: { value: Show; text: string }[] = [
    { value: 'all', text: `All ${counts.total}` },
    { value: 'unmarked', text: `Not marked ${counts.unmarked}` },
    { value: 'present', text: `Present ${counts.present}` },
    { value: 'absent', text: `Absent ${counts.absent}` },
  ]
  return <Segmented label="Show" options={options} value={show} onChoose={onShow} />
}

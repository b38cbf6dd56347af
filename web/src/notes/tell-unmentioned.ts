import { showToast } from '../ui/toasts.ts'

/** Says whose mention a save has ended. */
export function tellUnmentioned(names: readonly string[]) {
  if (names.length === 0) return
  const who = names.join(', ')
  showToast({ message: `${who} can’t read notes of this category, so we took the mention off.`, tone: 'bad' })
}

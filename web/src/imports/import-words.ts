import type { ImportState } from '@honbu/contract/imports.ts'
import type { Tone } from '../ui/Badge.tsx'

/** What an import's state is called, and how good that is. */
export const stateWords: Readonly<Record<ImportState, readonly [text: string, tone: Tone]>> = {
  uploaded: ['Not checked yet', 'neutral'],
  checking: ['Being checked', 'accent'],
  checked: ['Checked, not imported', 'warn'],
  importing: ['Being imported', 'accent'],
  imported: ['Imported', 'good'],
  failed: ['Failed', 'bad'],
  undoing: ['Being undone', 'accent'],
  undone: ['Undone', 'neutral'],
}

export const isWorking = (state: ImportState | undefined): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing'

/** '1,200 members', '1 grading'. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`

/** '21 May 2026, 19:30' by the clock of whoever looks. */
export const when = (instant: string): string =>
  new Date(instant).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

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

import type { StoredMarks } from './database.ts'
import type { QueuedMarks } from './mark-queue.ts'

/* Marks on their way into the database of the device. A page that ends takes with it what it has asked of that database,
   and on a slow phone that is half a second of marks; what is in localStorage stays. */

const prefix = 'honbu.mark '

/**
 * Keeps marks, without names, until the database has them. Where nothing is kept, it does nothing.
 * @returns to be called when the database has them
 */
export function writeJournal({ order: _, marks, ...rest }: QueuedMarks): () => void {
  const stored: Omit<StoredMarks, 'order'> = { ...rest, marks: marks.map(({ name: _, ...mark }) => mark) }
  const key = `${prefix}${marks[0]?.markId}`
  try {
    localStorage.setItem(key, JSON.stringify(stored))
    return () => localStorage.removeItem(key)
  } catch {
    // Full, or not allowed: then the database is all there is.
    return () => {}
  }
}

/** What was there before this page. A mark that another tab is just storing is among it, and is counted once by its id. */
const left = keysInStorage().filter(key => key.startsWith(prefix))

/** The marks that earlier pages have left, each with what to call when the database has it. */
export function* leftInJournal(): Generator<{ stored: Omit<StoredMarks, 'order'>; done: () => void }> {
  for (const key of left) {
    const text = localStorage.getItem(key)
    // Only we write below this prefix.
    if (text) yield { stored: JSON.parse(text), done: () => localStorage.removeItem(key) }
  }
}

function keysInStorage(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

import { useCallback, useState } from 'react'
import { type Entries, readEntries } from './entries.ts'

/** What is entered for a grading and not saved yet: kept in the browser, so that a reload or an empty battery loses nothing. */
export function useDraft(classId: number, classDate: string) {
  const place = `honbu.grading.${classId}.${classDate}`
  const [entries, setEntries] = useState(() => readEntries(stored(place)))
  const change = useCallback(
    (next: (entries: Entries) => Entries) =>
      setEntries(now => {
        const changed = next(now)
        store(place, changed)
        return changed
      }),
    [place],
  )
  return { entries, change }
}

/** A browser that keeps nothing still works, without the safety. */
function stored(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

function store(place: string, entries: Entries) {
  try {
    if (Object.keys(entries).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(entries))
  } catch {
    // As above.
  }
}

import { useCallback, useEffect, useState } from 'react'
import { sessionNow } from '../app/sign-in/session.ts'
import { keepWords, readWords } from '../offline/kept-words.ts'
import { type Entries, readEntries, splitWords, withWords } from './entries.ts'

/**
 * What is entered for a grading and not saved yet: kept in the browser, for the account, so that a reload or an empty
 * battery loses nothing. Results are ids and grades. Reasons and notes are encrypted, and go when the session ends.
 */
export function useDraft(classId: number, classDate: string) {
  const name = `grading.${classId}.${classDate}`
  const place = `honbu.${accountOf()}.${name}`
  const [entries, setEntries] = useState(() => readEntries(stored(place)))
  useEffect(() => {
    let isLeft = false
    void readWords(name).then(words => {
      if (!isLeft && words !== null) setEntries(now => withWords(now, words))
    })
    return () => {
      isLeft = true
    }
  }, [name])
  const change = useCallback(
    (next: (entries: Entries) => Entries) =>
      setEntries(now => {
        const changed = next(now)
        const { results, words } = splitWords(changed)
        store(place, results)
        keepWords(name, words)
        return changed
      }),
    [place, name],
  )
  return { entries, change }
}

function accountOf(): string {
  const session = sessionNow()
  return session.status === 'signedIn' ? session.user.sub : ''
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

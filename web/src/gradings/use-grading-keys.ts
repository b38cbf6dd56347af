import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type Candidate, keyOf } from './candidates.ts'
import type { Outcome } from './entries.ts'

interface Options {
  /** The rows as they are drawn. */
  rows: readonly Candidate[]
  onOutcome: (row: Candidate, outcome: Outcome) => void
  onClear: (row: Candidate) => void
  onOpen: (row: Candidate) => void
  onNote: (row: Candidate) => void
  onSave: () => void
  search: RefObject<HTMLInputElement | null>
}

/**
 * Results without a mouse. On a row: arrows, Home and End move; P pass, F fail, D double grade, and on to the next row;
 * O chooses another grade, N writes a note, Delete takes the entry back, Enter opens the row, / goes to the search box.
 * In what is written in a row: Enter and the arrows go on, Escape goes back to the row. Ctrl+Enter saves from anywhere.
 */
export function useGradingKeys({ rows, onOutcome, onClear, onOpen, onNote, onSave, search }: Options) {
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const first = rows[0]
  const currentKey = rows.some(row => keyOf(row) === current) ? current : first ? keyOf(first) : null

  const element = (key: string) => list.current?.querySelector<HTMLElement>(`[data-row="${key}"]`)

  function focusRow(index: number) {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setCurrent(keyOf(row))
    element(keyOf(row))?.focus()
  }

  function toSearch() {
    search.current?.focus()
    search.current?.select()
  }

  function onListKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target instanceof HTMLElement ? event.target : null
    const rowElement = target?.closest<HTMLElement>('[data-row]')
    const index = rows.findIndex(row => keyOf(row) === rowElement?.dataset.row)
    const row = rows[index]
    if (!row || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSave()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const back: Record<string, () => void> = { Escape: () => rowElement?.focus() }
    const enter = (outcome: Outcome) => () => {
      onOutcome(row, outcome)
      focusRow(index + 1)
    }
    const move: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => (index === 0 ? toSearch() : focusRow(index - 1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      '/': toSearch,
      // The buttons and links in a row answer Enter themselves.
      ...(target === rowElement && { Enter: () => onOpen(row) }),
    }
    const grade: Record<string, () => void> = {
      p: enter('pass'),
      f: enter('fail'),
      d: enter('double'),
      o: () => rowElement?.querySelector('select')?.focus(),
      n: () => onNote(row),
      Delete: () => onClear(row),
      Backspace: () => onClear(row),
    }

    const act = keysOf()[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()

    function keysOf(): Record<string, () => void> {
      // A list of grades has arrows of its own.
      if (target instanceof HTMLSelectElement) return back
      if (target instanceof HTMLInputElement) return { ...back, Enter: () => focusRow(index + 1) }
      return row?.result ? move : { ...move, ...grade }
    }
  }

  function onSearchKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else if (event.key === 'ArrowDown' || event.key === 'Enter') focusRow(0)
    else return
    event.preventDefault()
  }

  return {
    list,
    currentKey,
    focusRow: (key: string) => focusRow(rows.findIndex(row => keyOf(row) === key)),
    onListKeyDown,
    onSearchKeyDown,
    /** A row that is reached by mouse, finger or Tab is the one from which the arrows go on. */
    onListFocus(target: EventTarget) {
      const rowElement = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null
      if (rowElement?.dataset.row) setCurrent(rowElement.dataset.row)
    },
  }
}

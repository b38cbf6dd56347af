import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Mark } from '../offline/mark-queue.ts'
import type { RegisterRow } from './register-view.ts'

interface Options {
  /** The rows as they are drawn. */
  rows: readonly RegisterRow[]
  /** The rows that what is typed fits, drawn or not yet. */
  found: () => readonly RegisterRow[]
  markOf: (row: RegisterRow) => Mark
  onMark: (row: RegisterRow, mark: Mark) => void
  onOpen: (memberId: number) => void
  search: RefObject<HTMLInputElement | null>
  clearSearch: () => void
}

/**
 * The register without a mouse. In the search box: Enter marks the only match present, arrow down goes to the rows,
 * Escape clears. On a row: arrows, Home and End move, Space is present and A absent (again: taken back), Enter opens the
 * row, Escape and / go back to the search box.
 */
export function useRosterKeys({ rows, found, markOf, onMark, onOpen, search, clearSearch }: Options) {
  const [current, setCurrent] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const currentId = rows.some(row => row.memberId === current) ? current : (rows[0]?.memberId ?? null)

  function focusRow(index: number) {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setCurrent(row.memberId)
    list.current?.querySelector<HTMLElement>(`[data-member="${row.memberId}"]`)?.focus()
  }

  function toSearch() {
    search.current?.focus()
    search.current?.select()
  }

  function onSearchKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter that ends the writing of a character, as in Japanese, is not ours.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') clearSearch()
    else if (event.key === 'ArrowDown') focusRow(rows.findIndex(row => row.memberId === currentId))
    else if (event.key === 'Enter') {
      const [first, ...others] = found()
      if (first && others.length === 0) {
        if (markOf(first) !== true) onMark(first, true)
        clearSearch()
      } else focusRow(0)
    } else return
    event.preventDefault()
  }

  function onListKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target instanceof HTMLElement ? event.target : null
    // A form that was opened on a row has its keys for itself.
    if (target?.closest('dialog, input, select, textarea')) return
    const element = target?.closest<HTMLElement>('[data-member]')
    const index = rows.findIndex(row => String(row.memberId) === element?.dataset.member)
    const row = rows[index]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => (index === 0 ? toSearch() : focusRow(index - 1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      a: () => onMark(row, markOf(row) === false ? null : false),
      p: () => onMark(row, markOf(row) === true ? null : true),
      '/': toSearch,
      Escape: () => {
        clearSearch()
        search.current?.focus()
      },
    }
    // The buttons and the link in a row answer Space and Enter themselves.
    if (target === element) {
      keys[' '] = () => onMark(row, markOf(row) === true ? null : true)
      keys.Enter = () => onOpen(row.memberId)
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return {
    list,
    currentId,
    onSearchKeyDown,
    onListKeyDown,
    /** A row that is reached by mouse, finger or Tab is the one from which the arrows go on. */
    onListFocus(target: EventTarget) {
      const element = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-member]') : null
      if (element) setCurrent(Number(element.dataset.member))
    },
  }
}

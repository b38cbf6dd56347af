import { type KeyboardEvent, useRef, useState } from 'react'
import type { ListRow } from './task-rows.ts'

interface Options {
  /** As they are drawn. */
  rows: readonly ListRow[]
  onTick: (row: ListRow) => void
  onOpen: (row: ListRow) => void
  onComplete: (row: ListRow) => void
  onPostpone: (row: ListRow) => void
  onClear: () => void
}

/**
 * The list without a mouse: arrows, Home and End move, Space ticks, Enter opens, C completes (or opens again), P postpones,
 * Escape takes the ticks away. What stands in a row has its own keys.
 */
export function useTaskKeys({ rows, onTick, onOpen, onComplete, onPostpone, onClear }: Options) {
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const currentKey = rows.some(({ key }) => key === current) ? current : (rows[0]?.key ?? null)

  function focusRow(index: number) {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (!row) return
    setCurrent(row.key)
    list.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(row.key)}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target instanceof HTMLElement ? event.target : null
    const element = target?.closest<HTMLElement>('[data-task]')
    const index = rows.findIndex(({ key }) => key === element?.dataset.task)
    const row = rows[index]
    // Only the row itself: the buttons, links and menus in it answer as they always do.
    if (!row || target !== element || event.ctrlKey || event.metaKey || event.altKey) return
    /** The row goes: the one that takes its place has the focus next. */
    const complete = () => {
      // All of a line that is open go with it.
      const gone = row.isFold ? row.tasks.length : 0
      const isOpen = rows[index + 1]?.isInFold === true
      const next = rows[index + 1 + (isOpen ? gone : 0)] ?? rows[index - 1]
      if (next) focusRow(rows.indexOf(next))
      onComplete(row)
    }
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ' ': () => onTick(row),
      Enter: () => onOpen(row),
      c: complete,
      p: () => onPostpone(row),
      Escape: onClear,
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return {
    list,
    currentKey,
    onKeyDown,
    /** A row that is reached by mouse, finger or Tab is the one from which the arrows go on. */
    onFocus(target: EventTarget) {
      const element = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-task]') : null
      if (element) setCurrent(element.dataset.task ?? null)
    },
  }
}

import { type KeyboardEvent, useRef, useState } from 'react'
import type { Task } from './task.ts'

interface Options {
  /** As they are drawn. */
  tasks: readonly Task[]
  onTick: (task: Task) => void
  onOpen: (task: Task) => void
  onComplete: (task: Task) => void
  onPostpone: (task: Task) => void
  onClear: () => void
}

/**
 * The list without a mouse: arrows, Home and End move, Space ticks, Enter opens, C completes (or opens again), P postpones,
 * Escape takes the ticks away. What stands in a row has its own keys.
 */
export function useTaskKeys({ tasks, onTick, onOpen, onComplete, onPostpone, onClear }: Options) {
  const [current, setCurrent] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const currentId = tasks.some(({ taskId }) => taskId === current) ? current : (tasks[0]?.taskId ?? null)

  function focusRow(index: number) {
    const task = tasks[Math.min(Math.max(index, 0), tasks.length - 1)]
    if (!task) return
    setCurrent(task.taskId)
    list.current?.querySelector<HTMLElement>(`[data-task="${task.taskId}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target instanceof HTMLElement ? event.target : null
    const element = target?.closest<HTMLElement>('[data-task]')
    const index = tasks.findIndex(({ taskId }) => String(taskId) === element?.dataset.task)
    const task = tasks[index]
    // Only the row itself: the buttons, links and menus in it answer as they always do.
    if (!task || target !== element || event.ctrlKey || event.metaKey || event.altKey) return
    /** The row goes: the one that takes its place has the focus next. */
    const complete = () => {
      const next = tasks[index + 1] ?? tasks[index - 1]
      if (next) focusRow(tasks.indexOf(next))
      onComplete(task)
    }
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(tasks.length - 1),
      ' ': () => onTick(task),
      Enter: () => onOpen(task),
      c: complete,
      p: () => onPostpone(task),
      Escape: onClear,
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return {
    list,
    currentId,
    onKeyDown,
    /** A row that is reached by mouse, finger or Tab is the one from which the arrows go on. */
    onFocus(target: EventTarget) {
      const element = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-task]') : null
      if (element) setCurrent(Number(element.dataset.task))
    },
  }
}

import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: 'neutral' | 'bad'
  readonly action?: { readonly text: string; readonly run: () => void } | undefined
}

/**
 * Says something that is not visible otherwise. One with the tone 'bad' stays until it is dismissed, others go by
 * themselves. A `key` replaces the toast that has the same one.
 */
export function showToast(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone']; key?: string }): number {
  const { key, tone = 'neutral', ...rest } = toast
  const id = ++last
  const replaced = key === undefined ? undefined : keys.get(key)
  if (key !== undefined) keys.set(key, id)
  change([...toasts.filter(each => each.id !== replaced), { ...rest, tone, id }].slice(-most))
  return id
}

export function dismissToast(id: number) {
  for (const [key, kept] of keys) if (kept === id) keys.delete(key)
  change(toasts.filter(toast => toast.id !== id))
}

export const toastsNow = () => toasts

export const useToasts = () => useSyncExternalStore(subscribe, toastsNow)

const most = 4
let last = 0
let toasts: readonly Toast[] = []
const keys = new Map<string, number>()
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

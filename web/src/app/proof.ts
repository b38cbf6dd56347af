import { useSyncExternalStore } from 'react'
import { ApiError } from './request.ts'

/** The calls that wait until the user has given a password or passkey again. */
let waiting: ((isGiven: boolean) => void)[] = []
const listeners = new Set<() => void>()

export const isProofRequired = (error: unknown): boolean => error instanceof ApiError && error.code === 'proof_required'

/** Shows the dialog that asks for a proof. True once the user says that they've given one, false if they cancel. */
export const askForProof = (): Promise<boolean> =>
  new Promise(resolve => {
    waiting.push(resolve)
    notify()
  })

/** Lets the waiting calls go on, or fail with the refusal they had. */
export function answerProof(isGiven: boolean): void {
  const answered = waiting
  waiting = []
  notify()
  for (const resolve of answered) resolve(isGiven)
}

export const useProofAsked = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )

function notify(): void {
  for (const listener of listeners) listener()
}

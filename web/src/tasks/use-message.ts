import { useNavigate } from '@tanstack/react-router'
import { rememberChosen } from '../exports/chosen.ts'
import type { Task } from './task.ts'

/** Begins a message to the members whom some tasks are about; null where they are about none. */
export function useMessage() {
  const navigate = useNavigate()
  return (tasks: readonly Task[]) => {
    const members = [...new Set(tasks.flatMap(({ memberId }) => memberId ?? []))]
    if (members.length === 0) return null
    return async () => {
      await navigate({ to: '/create-message' as '/', search: { selection: rememberChosen({ members }) } as never })
    }
  }
}

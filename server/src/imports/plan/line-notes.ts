import type { Problem } from './listed-member.ts'
import type { Stored } from './plan.ts'

/** What is found out about lines beside what stands in their cells. */
export interface LineNotes {
  store(line: number, stored: Stored): void
  tell(line: number, text: string, choice?: Problem['choice']): void
  of(line: number): { readonly stored: readonly Stored[]; readonly problems: readonly Problem[] }
}

export function lineNotes(): LineNotes {
  const stored = new Map<number, Stored[]>()
  const problems = new Map<number, Problem[]>()
  const add = <T>(to: Map<number, T[]>, line: number, item: T) => void to.set(line, [...(to.get(line) ?? []), item])
  return {
    store: (line, item) => add(stored, line, item),
    tell: (line, text, choice) => add(problems, line, { column: '', text, ...(choice && { choice }) }),
    of: line => ({ stored: stored.get(line) ?? [], problems: problems.get(line) ?? [] }),
  }
}

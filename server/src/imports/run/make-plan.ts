import { createHash } from 'node:crypto'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { nextCode } from '../../members/index.ts'
import type { Db } from '../../platform/database.ts'
import type { Choices } from '../guess/choices.ts'
import type { Table } from '../guess/table.ts'
import type { Plan, PlannedLine } from '../plan/plan.ts'
import { planGradings } from '../plan/plan-gradings.ts'
import { planMembers } from '../plan/plan-members.ts'
import type { Place } from './place.ts'

interface Options {
  readonly table: Table
  readonly mapping: ImportMapping
  readonly choices: Choices
  readonly place: Place
}

/** What an import would do, line by line. Nothing is stored. */
export async function makePlan(db: Db, { table, mapping, choices, place }: Options): Promise<Plan> {
  const { clubId, rootClubId, today } = place
  const options = { table, mapping, choices, tree: { clubId, rootClubId }, today }
  const next = await nextCode(db, rootClubId)
  if (mapping.kind === 'gradings') return await planGradings(db, { ...options, nextCode: next })
  return await planMembers(db, { ...options, nextCode: next })
}

/** The same as long as the same becomes of every line. Codes are given anew: others may have joined meanwhile. */
export function planHash({ lines }: Plan): string {
  const hash = createHash('sha256')
  for (const { stored, ...line } of lines)
    hash.update(JSON.stringify([line, stored.filter(({ title }) => title !== 'Code')]))
  return hash.digest('hex')
}

export function countsOf(lines: readonly PlannedLine[]) {
  const count = (is: (line: PlannedLine) => boolean) => lines.filter(is).length
  return {
    new_count: count(({ outcome }) => outcome === 'new'),
    changed_count: count(({ outcome }) => outcome === 'changed'),
    duplicate_count: count(({ outcome }) => outcome === 'duplicate'),
    refused_count: count(({ outcome }) => outcome === 'refused'),
    problem_count: count(({ outcome, problems }) => outcome !== 'duplicate' && problems.length > 0),
  }
}

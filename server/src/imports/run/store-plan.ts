import type { Transaction } from 'kysely'
import { type AuditEntry, writeAudit } from '../../platform/audit.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Plan } from '../plan/plan.ts'
import type { MadeMember } from '../store/member-rows.ts'
import type { Store } from '../store/store.ts'
import { storeGradings } from '../store/store-gradings.ts'
import { storeMembers } from '../store/store-members.ts'

export type StoreOptions = Omit<Store, 'tx'>

/** Stores a plan, and writes what was done to each member into the audit. Answers who was made, by their lines. */
export async function storePlan(tx: Transaction<Tables>, plan: Plan, options: StoreOptions) {
  const store = { ...options, tx }
  const made = plan.kind === 'members' ? await storeMembers(store, plan) : new Map<number, MadeMember>()
  if (plan.kind === 'gradings') await storeGradings(store, plan)
  const { importId, clubId, accountId } = options
  const entries = entriesOf(plan, made, clubId)
  const batch: AuditEntry = {
    clubId,
    subject: 'import_batch',
    subjectId: importId,
    after: { lines: plan.lines.length },
  }
  const all: AuditEntry[] = [batch, ...entries]
  for (let from = 0; from < all.length; from += 500)
    await writeAudit(tx, { action: 'runImport', accountId }, all.slice(from, from + 500))
  return made
}

function entriesOf(plan: Plan, made: ReadonlyMap<number, MadeMember>, clubId: number): AuditEntry[] {
  if (plan.kind === 'gradings') {
    return plan.gradings.map(({ line, memberId, ...after }) => ({
      ...{ clubId, memberId, subject: 'grading_result', after: { ...after, line } },
    }))
  }
  const linesOf = new Map(plan.lines.map(line => [line.line, line]))
  const added = plan.added.map(({ line, code, listed }): AuditEntry => {
    const { memberId, clubMemberId } = made.get(line) ?? {}
    const given = Object.fromEntries(Object.entries(listed).filter(([, value]) => value !== null && !isEmpty(value)))
    const ids = { memberId: memberId ?? null, subjectId: clubMemberId ?? null }
    return { clubId, subject: 'club_member', ...ids, after: { ...given, code } }
  })
  // Those to whom only a contact was added are among the lines, and not among the plan's changes.
  const changed = [...linesOf.values()].flatMap(({ outcome, memberId, stored }): AuditEntry[] => {
    if (outcome !== 'changed' || memberId === null) return []
    const side = (of: 'before' | 'after') => Object.fromEntries(stored.map(each => [each.title, each[of]]))
    return [{ clubId, memberId, subject: 'member', subjectId: memberId, before: side('before'), after: side('after') }]
  })
  return [...added, ...changed]
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

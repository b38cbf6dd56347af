import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Tables } from '../platform/tables.ts'
import { browserInWords } from './browser-words.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Records what happened to an account, with the address and the browser it came from. Club admins read it under Activity,
 * Security.
 * @param accountId null: someone tried an email address that has no account. That is written too, so that it takes as long.
 */
export async function recordAccount(
  tx: Transaction<Tables>,
  request: FastifyRequest,
  { action, accountId, before, after }: { action: string; accountId: number | null; before?: Values; after?: Values },
): Promise<void> {
  const from = { address: request.ip, browser: browserInWords(request.headers['user-agent'] ?? '') }
  const entry = { clubId: null, subject: 'account', subjectId: accountId, after: { ...after, ...from } } as const
  await writeAudit(tx, { action, accountId }, [{ ...entry, ...(before && { before }) }])
}

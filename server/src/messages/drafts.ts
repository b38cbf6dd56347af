import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/messages.ts'
import type { MessageDraft } from '@honbu/contract/messages.ts'
import type { Read, Write } from '../platform/route.ts'

export async function getMessageDraft({ db, user }: Pick<Read, 'db' | 'user'>) {
  const row = await db
    .selectFrom('message_draft')
    .select(['draft', 'saved_at as savedAt'])
    .where('account_id', '=', user.accountId)
    .executeTakeFirst()
  // Written by saveMessageDraft; what does not fit any more is caught on the way out.
  const draft = (row?.draft ?? null) as MessageDraft | null
  const mayUse = draft === null || [draft.clubId, ...draft.clubIds].every(id => user.clubs.has(id))
  return row && mayUse ? { draft, savedAt: row.savedAt.toISOString() } : { draft: null, savedAt: null }
}

export async function saveMessageDraft(
  { tx, user, now, audit }: Write,
  { draft }: Input<typeof call.saveMessageDraft>,
) {
  if (draft === null) await tx.deleteFrom('message_draft').where('account_id', '=', user.accountId).execute()
  else {
    const values = { draft: JSON.stringify(draft), saved_at: now }
    await tx
      .insertInto('message_draft')
      .values({ account_id: user.accountId, ...values })
      .onConflict(conflict => conflict.column('account_id').doUpdateSet(values))
      .execute()
  }
  // That something is being written, not what: it changes with every pause in typing.
  const after = draft && { channel: draft.channel, name: draft.name }
  audit({ clubId: null, subject: 'message_draft', subjectId: user.accountId, after })
  return { savedAt: now.toISOString() }
}

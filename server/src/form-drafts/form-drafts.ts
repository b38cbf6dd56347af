import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/form-drafts.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'

type Which = Input<typeof call.getFormDraft>

export async function getFormDraft({ db, user }: Read, which: Which): Promise<Output<typeof call.getFormDraft>> {
  const { rows } = await sql<{ draft: call.FormDraft; savedAt: Date }>`
    select draft, saved_at as "savedAt" from form_draft where ${isIt(which, user.accountId)}`.execute(db)
  const [row] = rows
  return { found: row ? { ...row.draft, savedAt: row.savedAt.toISOString() } : null }
}

export async function saveFormDraft({ tx, user, now, audit }: Write, input: Input<typeof call.saveFormDraft>) {
  const { form, record, memberId, draft } = input
  const { rows } = await sql<{ id: number }>`
    insert into form_draft (club_id, root_club_id, account_id, member_id, form, record, draft, saved_at)
    select id, root_club_id, ${user.accountId}, ${memberId}::bigint, ${form}::text, ${record}::bigint,
      ${JSON.stringify(draft)}::jsonb, ${now}::timestamptz
    from club where id = ${clubOf(input)}
    on conflict (account_id, club_id, form, record, member_id)
      do update set draft = excluded.draft, saved_at = excluded.saved_at
    returning id`.execute(tx)
  if (rows.length === 0) throw new Refused(400, 'Say which club or which member it’s about.')
  // That something is being written, not what: it changes with every pause in typing.
  audit({ clubId: null, subject: 'form_draft', subjectId: rows[0]?.id ?? 0, after: { form } })
  return { savedAt: now.toISOString() }
}

export async function discardFormDraft({ tx, user, audit }: Write, which: Input<typeof call.discardFormDraft>) {
  const { rows } = await sql<{ id: number }>`
    delete from form_draft where ${isIt(which, user.accountId)} returning id`.execute(tx)
  const before = rows.length > 0 ? { form: which.form } : null
  audit({ clubId: null, subject: 'form_draft', subjectId: rows[0]?.id ?? 0, before, after: null })
  return {}
}

const isIt = ({ clubId, form, record, memberId }: Which, accountId: number) => sql`
  account_id = ${accountId} and club_id = ${clubOf({ clubId, memberId })} and form = ${form} and record = ${record}
  and member_id is not distinct from ${memberId}::bigint`

/** A form about a member alone is kept where everything about them as a person is: with the tree’s first club. */
const clubOf = ({ clubId, memberId }: Pick<Which, 'clubId' | 'memberId'>) => sql`
  coalesce(${clubId}::bigint, (select root_club_id from member where id = ${memberId}::bigint))`

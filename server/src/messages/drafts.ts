import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/messages.ts'
import { draftColumns, type getMessageDrafts as list, type MessageDraft } from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'

/** More would be a mistake, or a way to fill the database. */
const mostDrafts = 500
const day = 86_400_000

type Row = Output<typeof list>['data'][number]
type Stored = Omit<Row, 'savedAt' | 'editId'> & { savedAt: Date; begunFrom: string }

export async function getMessageDrafts({ db }: Read, { clubIds, ...grid }: Input<typeof list>) {
  const rows = sql<Stored>`(
    select draft.id, draft.club_id as "clubId", club.name as "clubName", club.time_zone as "timeZone",
      draft.draft ->> 'channel' as channel, draft.saved_at as "savedAt", ${titleOf} as title,
      coalesce(draft.draft ->> 'begunFrom', '') as "begunFrom",
      trim(first_name || ' ' || last_name) as author
    from club_message_draft draft
    join club on club.id = draft.club_id
    join account on account.id = draft.account_id
    join person on person.id = account.person_id
    where draft.club_id = any(${[...clubIds]}::bigint[]) and discarded_at is null)`
  const { data, total } = await gridQuery(
    db.selectFrom(rows.as('listed')).selectAll(),
    {
      columns: draftColumns,
      expressions: { title: 'title', clubName: 'clubName', channel: 'channel', author: 'author', savedAt: 'savedAt' },
      id: 'id',
      newestFirst: true,
      sort: [{ field: 'savedAt', dir: 'desc' }],
    },
    grid,
  )
  return {
    total,
    data: data.map(({ begunFrom, ...row }) => ({
      ...row,
      title: withTitles(row.title),
      savedAt: row.savedAt.toISOString(),
      editId: Number(/^edit (\d{1,15})$/.exec(begunFrom)?.[1] ?? 0),
    })),
  }
}

/** The subject of an email, or else what is read first. */
const titleOf = sql<string>`left(trim(regexp_replace(coalesce(nullif(
    case when draft.draft ->> 'channel' = 'email' then draft.draft ->> 'subject' end, ''),
    regexp_replace(left(draft.draft ->> 'body', 1000), '<[^>]*>|&nbsp;', ' ', 'g')), '\\s+', ' ', 'g')), 120)`

export async function getMessageDraft(
  { db, user }: Pick<Read, 'db' | 'user'>,
  { id }: Input<typeof call.getMessageDraft>,
) {
  return await readDraft(db, user, id)
}

/**
 * @throws Refused 410 for a draft that was discarded, 403 where it's for clubs that the user doesn't work in
 */
async function readDraft(db: Db, user: User, id: number): Promise<Output<typeof call.getMessageDraft>> {
  const row = await db
    .selectFrom('club_message_draft')
    .select(['draft', 'saved_at as savedAt', 'version'])
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refused(410, 'This draft was discarded.')
  // Written by saveMessageDraft, which has checked it.
  const draft = row.draft as MessageDraft
  if (![draft.clubId, ...draft.clubIds].every(clubId => user.clubs.has(clubId)))
    throw new Refused(403, 'This draft is for clubs that you have no access to.')
  return { draftId: id, draft, savedAt: row.savedAt.toISOString(), version: row.version }
}

export async function saveMessageDraft(write: Write, { id, draft, version }: Input<typeof call.saveMessageDraft>) {
  const { tx, user, now, audit } = write
  const club = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', draft.clubId)
    .executeTakeFirstOrThrow()
  const values = { club_id: draft.clubId, ...club, draft: JSON.stringify(draft), saved_at: now }
  // That something is being written, not what: it changes with every pause in typing.
  const after = { channel: draft.channel, name: draft.name }
  if (id === 0) {
    await refuseTooMany(tx, draft.clubId)
    const made = await tx
      .insertInto('club_message_draft')
      .values({ ...values, account_id: user.accountId })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    audit({ clubId: null, subject: 'message_draft', subjectId: made.id, after })
    return { draftId: made.id, savedAt: now.toISOString(), version: made.version }
  }
  const before = await lockDraft(tx, id)
  const current = () => readDraft(tx, user, id)
  if (before.discardedAt) await current()
  await checkVersion(tx, { subject: 'message_draft', subjectId: id, is: before.version, given: version, current })
  const next = before.version + 1
  await tx
    .updateTable('club_message_draft')
    .set({ ...values, version: next })
    .where('id', '=', id)
    .execute()
  audit({ clubId: null, subject: 'message_draft', subjectId: id, after })
  return { draftId: id, savedAt: now.toISOString(), version: next }
}

export async function discardMessageDraft({ tx, now, audit }: Write, { id }: Input<typeof call.discardMessageDraft>) {
  const { clubId } = await lockDraft(tx, id)
  await tx.updateTable('club_message_draft').set({ discarded_at: now }).where('id', '=', id).execute()
  await tx
    .deleteFrom('club_message_draft')
    .where('club_id', '=', clubId)
    .where('discarded_at', '<', new Date(now.getTime() - day))
    .execute()
  audit({
    clubId,
    subject: 'message_draft',
    subjectId: id,
    before: { isDiscarded: false },
    after: { isDiscarded: true },
  })
  return { draftId: id }
}

export async function restoreMessageDraft({ tx, audit }: Write, { id }: Input<typeof call.restoreMessageDraft>) {
  const { clubId } = await lockDraft(tx, id)
  await tx.updateTable('club_message_draft').set({ discarded_at: null }).where('id', '=', id).execute()
  audit({
    clubId,
    subject: 'message_draft',
    subjectId: id,
    before: { isDiscarded: true },
    after: { isDiscarded: false },
  })
  return { draftId: id }
}

/** A message that is sent isn't a draft any more. */
export const endDraft = async ({ tx }: Pick<Write, 'tx'>, draftId: number | undefined) => {
  if (draftId !== undefined) await tx.deleteFrom('club_message_draft').where('id', '=', draftId).execute()
}

const lockDraft = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('club_message_draft')
    .select(['club_id as clubId', 'version', 'discarded_at as discardedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

async function refuseTooMany(tx: Write['tx'], clubId: number) {
  const { count } = await tx
    .selectFrom('club_message_draft')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('club_id', '=', clubId)
    .executeTakeFirstOrThrow()
  if (count >= mostDrafts) throw new Refused(409, `The club has ${mostDrafts} drafts. Discard some first.`)
}

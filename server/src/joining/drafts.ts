import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/joining.ts'
import { draftDays } from '@honbu/contract/joining.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'

/** Drafts that were saved last before this instant are forgotten. */
export const draftsKeptFrom = (now: Date) => new Date(now.getTime() - draftDays * 86_400_000)

export async function saveDraft(write: Write, { id, clubId, version, title, content }: Input<typeof call.saveDraft>) {
  const { tx, user, now, audit } = write
  const values = { title: shortened(title), content: JSON.stringify(content), saved_at: now }
  if (id === 0) {
    const { id: draftId } = await tx
      .insertInto('joining_draft')
      .values({ ...values, account_id: user.accountId, club_id: clubId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Who somebody might become is not a member's history yet: that there is a draft is all that is kept of it.
    audit({ clubId, subject: 'joining_draft', subjectId: draftId, before: null, after: { version: 1 } })
    return { draftId, version: 1 }
  }
  const draft = await lockDraft(write, id)
  if (draft.clubId !== clubId) throw refused(400, 'clubId', 'Is the draft of another club.')
  const current = () => readDraft(tx, id)
  await checkVersion(tx, {
    subject: 'joining_draft',
    subjectId: id,
    is: draft.version,
    given: version,
    current,
  })
  await tx
    .updateTable('joining_draft')
    .set({ ...values, version: draft.version + 1 })
    .where('id', '=', id)
    .execute()
  const [before, after] = [{ version: draft.version }, { version: draft.version + 1 }]
  audit({ clubId, subject: 'joining_draft', subjectId: id, before, after })
  return { draftId: id, version: draft.version + 1 }
}

export async function getDrafts({ db, user, now }: Read) {
  const clubIds = [...user.clubs.keys()]
  if (clubIds.length === 0) return []
  const rows = await draftRows(db)
    .where('draft.account_id', '=', user.accountId)
    .where('draft.club_id', 'in', clubIds)
    .where('draft.saved_at', '>=', draftsKeptFrom(now))
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(asDraft)
}

export async function getDraft({ db, user, now }: Read, { id }: Input<typeof call.getDraft>) {
  const own = await db
    .selectFrom('joining_draft')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', user.accountId)
    .where('saved_at', '>=', draftsKeptFrom(now))
    .executeTakeFirst()
  if (!own) throw notOwn(id)
  return await readDraft(db, id)
}

export async function deleteDraft(write: Write, { id }: Input<typeof call.deleteDraft>) {
  await removeDraft(write, id)
  return { draftId: id }
}

export async function removeDraft(write: Pick<Write, 'tx' | 'user' | 'audit'>, id: number) {
  const { clubId, version } = await lockDraft(write, id)
  await write.tx.deleteFrom('joining_draft').where('id', '=', id).execute()
  write.audit({ clubId, subject: 'joining_draft', subjectId: id, before: { version }, after: null })
}

async function lockDraft({ tx, user }: Pick<Write, 'tx' | 'user'>, id: number) {
  const draft = await tx
    .selectFrom('joining_draft')
    .select(['club_id as clubId', 'version'])
    .where('id', '=', id)
    .where('account_id', '=', user.accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!draft) throw notOwn(id)
  return draft
}

async function readDraft(db: Db, id: number) {
  const { content, ...draft } = await draftRows(db)
    .select(sql<Record<string, unknown>>`content`.as('content'))
    .where('draft.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...asDraft(draft), content }
}

const draftRows = (db: Db) =>
  db
    .selectFrom('joining_draft as draft')
    .innerJoin('club', 'club.id', 'draft.club_id')
    .select(['draft.id as draftId', 'draft.version', 'draft.club_id as clubId', 'club.name as clubName'])
    .select(['draft.title', 'draft.saved_at as savedAt'])

const asDraft = <Row extends { savedAt: Date }>({ savedAt, ...row }: Row) => ({
  ...row,
  savedAt: savedAt.toISOString(),
})

const shortened = (title: string) => [...title].slice(0, 500).join('')

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })

/** A colleague's draft is none, to everybody but him. */
const notOwn = (id: number) => refused(404, 'id', `There is no draft ${id} of yours.`)

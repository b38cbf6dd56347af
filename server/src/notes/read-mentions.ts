import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** Whom notes mention, with the name they have now and the one that is written. */
export async function mentionsOf(db: Kysely<Tables>, noteIds: readonly number[]) {
  if (noteIds.length === 0) return []
  const { rows } = await sql<{ noteId: number; accountId: number; name: string; written: string }>`
    select note_mention.note_id as "noteId", note_mention.account_id as "accountId", note_mention.name as written,
      trim(person.first_name || ' ' || person.last_name) as name
    from note_mention join account on account.id = note_mention.account_id join person on person.id = account.person_id
    where note_mention.note_id = any(${[...noteIds]}::bigint[]) order by note_mention.id`.execute(db)
  return rows
}

/** Words with the present names of those they mention. */
export const withPresentNames = (
  words: string,
  mentions: readonly { readonly name: string; readonly written: string }[],
): string => mentions.reduce((text, { name, written }) => text.replaceAll(`@${written}`, () => `@${name}`), words)

import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import type { SearchTerms } from './search-terms.ts'

/** What was typed, folded as the texts that it is compared with. */
export interface FoldedTerms {
  /** Parts of names; none when the text is no name. */
  readonly words: readonly string[]
  /** The ways in which a code that was typed may be written. */
  readonly codes: readonly string[]
  readonly email?: string
  readonly phone?: string
}

type Bool = RawBuilder<SqlBool>

export async function foldedTerms(tx: Transaction<Tables>, terms: SearchTerms): Promise<FoldedTerms> {
  const { rows } = await sql<{ words: string[]; email: string | null }>`
    select array(select search_text(word) from unnest(${[...terms.words]}::text[]) with ordinality words (word, place)
      order by place) as words, folded_text(${terms.email ?? null}::text) as email`.execute(tx)
  const words = (rows[0]?.words ?? []).filter(word => word !== '')
  const email = rows[0]?.email
  return {
    // What is nothing but apostrophes and hyphens is no name: without them it would be part of every one.
    words: [...words.join('')].length > 1 ? words : [],
    codes: terms.codes,
    ...(email && { email }),
    ...(terms.phone && { phone: terms.phone }),
  }
}

/** Over `directory_text`: every word is somewhere in the name, or the rest of the text in the address or a number. */
export function fitsSomehow(terms: FoldedTerms): Bool {
  const { words, email, phone } = terms
  const ways = [
    ...(words.length > 0 ? [sql`(${sql.join(words.map(inName), sql` and `)})`] : []),
    ...(email ? [sql`directory_text.email like ${inside(email)}`] : []),
    ...(phone ? [sql`directory_text.phone like ${inside(phone)}`] : []),
  ]
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : sql<SqlBool>`false`
}

const inName = (word: string) =>
  sql`(directory_text.last_name like ${inside(word)} or directory_text.first_name like ${inside(word)})`

const inside = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Over `person`: each word is a whole one of the name. */
export const nameIs = ({ words }: FoldedTerms): Bool =>
  every(words, word => sql`' ' || person.search || ' ' like ${inside(` ${word} `)}`)

/** Over `person`: each word begins one of the name. */
export const nameBegins = ({ words }: FoldedTerms): Bool =>
  every(words, word => sql`' ' || person.search like ${inside(` ${word}`)}`)

const every = (words: readonly string[], fits: (word: string) => RawBuilder<unknown>): Bool =>
  words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(fits), sql` and `)})` : sql<SqlBool>`false`

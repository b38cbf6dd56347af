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
  readonly postcode?: string
  readonly phone?: string
}

type Bool = RawBuilder<SqlBool>

export async function foldedTerms(tx: Transaction<Tables>, terms: SearchTerms): Promise<FoldedTerms> {
  const { rows } = await sql<{ words: string[]; email: string | null; postcode: string | null }>`
    select array(select search_text(word) from unnest(${[...terms.words]}::text[]) with ordinality words (word, place)
      order by place) as words, folded_text(${terms.email ?? null}::text) as email,
      postcode_text(${terms.postcode ?? null}::text) as postcode`.execute(tx)
  const words = (rows[0]?.words ?? []).filter(word => word !== '')
  const { email, postcode } = rows[0] ?? {}
  return {
    // What is nothing but apostrophes and hyphens is no name: without them it would be part of every one.
    words: [...words.join('')].length > 1 ? words : [],
    codes: terms.codes,
    ...(email && { email }),
    ...(postcode && { postcode }),
    ...(terms.phone && { phone: terms.phone }),
  }
}

/** Over `directory_text`: each word is in a name of the member or a contact, or the text in an email, number or postcode. */
export function fitsSomehow(terms: FoldedTerms): Bool {
  const { words, email, postcode, phone } = terms
  const ways = [
    ...(words.length > 0 ? [sql`(${sql.join(words.map(inName), sql` and `)})`] : []),
    ...(email ? [sql`directory_text.email like ${inside(email)}`] : []),
    ...(phone ? [sql`directory_text.phone like ${inside(phone)}`] : []),
    ...[email, postcode, phone].flatMap(text =>
      text ? [sql`directory_text.contact_details like ${inside(text)}`] : [],
    ),
  ]
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : sql<SqlBool>`false`
}

const inName = (word: string) =>
  sql`(directory_text.last_name like ${inside(word)} or directory_text.first_name like ${inside(word)}
    or directory_text.contact_names like ${inside(word)})`

const inside = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Over `person`: each word is a whole one of the name. */
export const nameIs = ({ words }: FoldedTerms): Bool =>
  every(words, word => sql`' ' || person.search || ' ' like ${inside(` ${word} `)}`)

/** Over `person`: each word begins one of the name. */
export const nameBegins = ({ words }: FoldedTerms): Bool =>
  every(words, word => sql`' ' || person.search like ${inside(` ${word}`)}`)

/** Over `person`: each word is somewhere in the name. */
export const nameHas = ({ words }: FoldedTerms): Bool => every(words, word => sql`person.search like ${inside(word)}`)

/** Over `person contact`: a word is in the name, or the text in the email, a number or the postcode. */
export function contactFits({ words, email, postcode, phone }: FoldedTerms): Bool {
  const ways = [
    ...words.map(word => sql`contact.search like ${inside(word)}`),
    ...(email ? [sql`folded_text(contact.email::text) like ${inside(email)}`] : []),
    ...[email, postcode].flatMap(text => (text ? [sql`postcode_text(contact.postcode) like ${inside(text)}`] : [])),
    ...(phone ? [sql`contact.phones like ${inside(phone)}`] : []),
  ]
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : sql<SqlBool>`false`
}

const every = (words: readonly string[], fits: (word: string) => RawBuilder<unknown>): Bool =>
  words.length > 0 ? sql<SqlBool>`(${sql.join(words.map(fits), sql` and `)})` : sql<SqlBool>`false`

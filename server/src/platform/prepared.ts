import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Step } from './spans.ts'
import { asStep } from './tracing.ts'

/** Texts of which a name is kept; beyond, statements are planned anew each time, as all were. */
const mostNames = 400
/** A text seen this often is a query of the product and not one that somebody's filter has made. */
const often = 3

/** Names statements that come again and again, in the order in which they do so, and no more than a server can hold. */
export function statementNames(): (text: string) => string | undefined {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return text => {
    const known = names.get(text)
    if (known) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < often) {
      if (seen.size > 10 * mostNames) seen.clear()
      seen.set(text, times)
      return undefined
    }
    if (names.size >= mostNames) return undefined
    seen.delete(text)
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
    return name
  }
}

/** The name of every connection in `pg_stat_activity`. */
export const applicationName = 'honbu'

/**
 * A client that prepares repeated statements: the database parses and plans them once a connection. The roster's query joins
 * eleven tables, and planning it takes twice as long as running it.
 */
export function preparingClient(nameOf: (text: string) => string | undefined): typeof pg.Client {
  return class extends pg.Client {
    // pg's query has many forms; Kysely uses (text, values), and every other one is passed on as it is.
    override query(...args: never[]): never {
      const [text, values] = args as unknown[]
      const send = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>
      if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return send(...args) as never
      const name = nameOf(text)
      const query = { ...(name !== undefined && { name }), text, values }
      return asStep(
        () => sqlStep(text),
        () => send(query),
      ) as never
    }
  } as typeof pg.Client
}

/** The text has places for the values, and none of them. */
const sqlStep = (text: string): Step => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'sql',
  kind: 'CLIENT',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})

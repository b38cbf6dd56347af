import { createHash } from 'node:crypto'
import pg from 'pg'
import { whatIsDone } from './doing.ts'
import { NamingQuery, nameConnection } from './naming-query.ts'
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

/** What a connection is called in the database while nothing is done over it for anybody. */
export const applicationName = 'honbu'

/**
 * A client that prepares what comes again and again: the database parses and plans it once a connection. A roster's query
 * joins eleven tables, and planning it takes twice as long as running it.
 *
 * It also says for which request or job it asks. A comment in a statement that is prepared would be that of the first who
 * has asked, so it is said by the name of the connection: `honbu` and the id (docs/decisions/0060).
 */
export function preparingClient(nameOf: (text: string) => string | undefined): typeof pg.Client {
  return class extends pg.Client {
    #name = applicationName
    #canBeNamed = false

    // pg's query has many forms; Kysely uses (text, values), and every other one is passed on as it is.
    override query(...args: never[]): never {
      const [text, values] = args as unknown[]
      const send = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>
      if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return send(...args) as never
      const name = nameOf(text)
      const query = { ...(name !== undefined && { name }), text, values }
      return asStep(
        () => sqlStep(text),
        () => this.#ask(send, query),
      ) as never
    }

    #ask(send: (...all: unknown[]) => Promise<unknown>, query: Asked): Promise<unknown> {
      const id = whatIsDone()?.id
      const wanted = id === undefined ? applicationName : `${applicationName} ${id}`
      // Whatever has been named within the transaction goes with it.
      if (query.text === 'rollback') this.#name = ''
      // Within one it stays as it is: after a failure even the name would be refused, and the rollback behind it.
      if (wanted === this.#name || this.getTransactionStatus() !== 'I') return send(query)
      this.#name = wanted
      const lost = () => {
        this.#name = ''
      }
      if (!this.#canBeNamed || setsIsolation.test(query.text)) {
        this.#canBeNamed = true
        // Fails only with the whole connection, which the query behind it tells.
        void send(nameConnection(wanted), lost)
        return send(query)
      }
      return new Promise((resolve, reject) => {
        void send(new NamingQuery(query, wanted, lost), (error: Error | null, result: unknown) => {
          if (!error) return resolve(result)
          // From here on, and not from the socket: as pg does it itself.
          Error.captureStackTrace(error)
          reject(error)
        })
      })
    }
  } as typeof pg.Client
}

/** What says how a transaction is isolated has to be its first statement: even the name would come before it. */
const setsIsolation = /^(begin|start transaction) .*isolation level/i

interface Asked {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** The text has places for the values, and none of them. */
const sqlStep = (text: string): Step => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'sql',
  kind: 'CLIENT',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})

import pg from 'pg'

/** A query of pg with what its connection calls it for. The types of pg leave these out; pg-cursor is made of them too. */
interface Speaking {
  submit(connection: Wire): Error | null
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Wire): void
  handleError(error: Error, connection: Wire): void
}

/** What is written to the database, message by message. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  bind(message: { statement: string; values: readonly string[] }): void
  execute(message: object): void
}

const Query = pg.Query as unknown as new (query: object) => Speaking

/** Gives a connection its name in `pg_stat_activity`. Each connection has to have run it once before a `NamingQuery`. */
export const nameConnection = (name: string) => ({
  name: 'name connection',
  text: "select set_config('application_name', $1, false)",
  values: [name],
})

/**
 * A query that names its connection before it runs: in the same packet and with the same answer, for to ask twice would
 * cost every query of a request a way there and back. It runs outside of a transaction or begins one.
 */
export class NamingQuery extends Query {
  readonly #connectionName: string
  readonly #lost: () => void
  #isNamed = false

  /** @param lost is called when it fails: the database takes the name back then */
  constructor(query: { text: string; values: readonly unknown[] }, connectionName: string, lost: () => void) {
    // One that comes as a simple query would begin a conversation of its own.
    super({ ...query, queryMode: 'extended' })
    this.#connectionName = connectionName
    this.#lost = lost
  }

  override submit(connection: Wire) {
    const { name: statement, values } = nameConnection(this.#connectionName)
    connection.stream.cork()
    try {
      connection.bind({ statement, values })
      connection.execute({})
      return super.submit(connection)
    } finally {
      connection.stream.uncork()
    }
  }

  override handleDataRow(message: object) {
    if (this.#isNamed) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Wire) {
    if (this.#isNamed) super.handleCommandComplete(message, connection)
    this.#isNamed = true
  }

  override handleError(error: Error, connection: Wire) {
    this.#lost()
    super.handleError(error, connection)
  }
}

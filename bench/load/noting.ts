import type pg from 'pg'
import type { NotedQuery } from './wire.ts'

/** Writes down what is asked of the database, from one call to the next, until it is told to stop. */
export function noteQueries(pool: pg.Pool): { take(): NotedQuery[]; stop(): void } {
  let noted: NotedQuery[] = []
  let wave = -1
  let underWay = 0
  let stopped = false
  const numbers = new Map<pg.PoolClient, number>()
  pool.on('connect', client => {
    // pg's query has a dozen overloads; Kysely uses (text, values), and whatever else comes is passed on.
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
    const noting = (...args: unknown[]) => {
      const [text, values = []] = args
      if (stopped || typeof text !== 'string' || args.length > 2) return query(...args)
      if (underWay === 0) wave++
      const connection = numbers.get(client) ?? numbers.size
      numbers.set(client, connection)
      // What Kysely passes on as parameters is a list.
      noted.push({ text, values: values as unknown[], connection, wave })
      underWay++
      return query(...args).finally(() => {
        underWay--
      })
    }
    client.query = noting as typeof client.query
  })
  return {
    take() {
      const taken = noted
      noted = []
      wave = -1
      numbers.clear()
      return taken
    },
    stop() {
      stopped = true
    },
  }
}

/**
 * What differs between the parameters of two runs of the same request: ids made by chance, alone or within a text.
 */
export function freshIn(first: readonly NotedQuery[], second: readonly NotedQuery[]): string[] {
  const tokens = new Set<string>()
  second.forEach(({ values }, index) => {
    values.forEach((value, place) => {
      const before = tokensOf(first[index]?.values[place])
      for (const token of tokensOf(value)) if (!before.includes(token)) tokens.add(token)
    })
  })
  return [...tokens]
}

const tokensOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(tokensOf) : typeof value === 'string' ? (value.match(/[\w-]{20,}/g) ?? []) : []

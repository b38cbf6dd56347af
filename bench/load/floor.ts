import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The floor to compare with: a bare `node:http` server that, for each path, runs the SQL that the product ran for the
 * same call, with the same parameters, and returns the rows as JSON. No routing, no access, no validation.
 */
export interface FloorCall {
  readonly path: string
  readonly queries: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]
}

process.once('message', ({ connection, calls }: { connection: pg.ClientConfig; calls: FloorCall[] }) => {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const byPath = new Map(calls.map(call => [call.path, call.queries]))

  const server = createServer(async (request, response) => {
    const queries = byPath.get(request.url ?? '') ?? []
    request.resume()
    const answers: unknown[] = []
    for (const { sql, parameters } of queries) answers.push((await pool.query(sql, [...parameters])).rows)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers))
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }))
})

// Whatever becomes of the process that measures, this one does not stay.
process.once('disconnect', () => process.exit())

import type { Connection } from '../../src/platform/embedded-postgres.ts'

/** As DATABASE_URL has it; a host that is a folder stands behind the question mark. */
export function addressOf({ host, port, user, password, database }: Connection): string {
  const query = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}${password ? `:${password}` : ''}@localhost/${database}?${query}`
}

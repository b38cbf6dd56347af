import * as classes from './classes.ts'
import * as clubs from './clubs.ts'
import type { Endpoint } from './endpoint.ts'
import * as members from './members.ts'

/** Every endpoint of the API by its name: what documentation and the tests walk over. */
export const contract: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [clubs, classes, members].flatMap(area => Object.entries(area)).filter(isEndpoint),
)

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

import { checkMessage, getMessage } from '@honbu/contract/messages.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readQuery } from '../app/api.ts'
import { wholeOf } from './draft.ts'

/** How many people would get a message that has no recipients yet, if it left now. */
export async function whoGetsIt(client: QueryClient, id: number): Promise<number> {
  const message = await client.fetchQuery(readQuery(getMessage, { id }))
  const { reached, leftOut } = await client.fetchQuery({ ...readQuery(checkMessage, wholeOf(message)), staleTime: 0 })
  return reached - leftOut
}

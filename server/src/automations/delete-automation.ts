import type * as call from '@honbu/contract/automations.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { readAutomation } from './read-automations.ts'

export async function deleteAutomation({ tx, audit }: Write, { id }: Input<typeof call.deleteAutomation>) {
  await tx.selectFrom('automation').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const before = await readAutomation(tx, id)
  const message = 'Every club begins with this one: switch it off instead.'
  if (before.isBuiltIn) throw new Refused(409, message)
  await tx.deleteFrom('automation').where('id', '=', id).execute()
  audit({ clubId: before.clubId, subject: 'automation', subjectId: id, before, after: null })
  return { automationId: id }
}

import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import type { Write } from '../platform/route.ts'
import { auditPerson } from './audit-person.ts'
import { readPerson } from './person-record.ts'
import { placeOfPerson } from './place.ts'
import { updatePerson } from './update-person.ts'

export async function savePerson(write: Write, { personId, version, ...fields }: Input<typeof call.savePerson>) {
  const { tx } = write
  const place = await placeOfPerson(tx, write, personId)
  const current = () => readPerson(tx, personId, place.today)
  const { version: saved, ...change } = await updatePerson(tx, { personId, version, fields, place, current })
  await auditPerson(write, { personId, clubId: place.clubId, ...change })
  return { personId, version: saved }
}

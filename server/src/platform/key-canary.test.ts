import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createProviderAccount } from '../../test/factories/collections.ts'
import { createClub } from '../../test/factories/people.ts'
import { resealProviders } from '../providers/index.ts'
import { demandKey, forgetKey } from './key-canary.ts'
import { secretBox } from './secret-box.ts'

const { db } = await freshDatabase()
const [first, second, third] = [1, 2, 3].map(fill => Buffer.alloc(32, fill))

describe('the key of a database', () => {
  it('is the one that the first start had, or follows it', async () => {
    await demandKey(db, secretBox(first ?? Buffer.alloc(32)))
    await demandKey(db, secretBox(first ?? Buffer.alloc(32)))
    await expect(demandKey(db, secretBox(second ?? Buffer.alloc(32)))).rejects.toThrow(
      'is not the key with which this database was sealed. To change the key, set the one before as HONBU_KEY_OLD.',
    )
    await demandKey(db, secretBox(second ?? Buffer.alloc(32), first ? [first] : []))
    await demandKey(db, secretBox(second ?? Buffer.alloc(32)))
    await expect(demandKey(db, secretBox(first ?? Buffer.alloc(32)))).rejects.toThrow('is not the key')
  })

  it('may be lost, and then the next one counts', async () => {
    expect(await forgetKey(db)).toBe(true)
    expect(await forgetKey(db)).toBe(false)
    await demandKey(db, secretBox(third ?? Buffer.alloc(32)))
  })

  it('seals providers’ keys anew', async () => {
    const club = await createClub(db)
    const id = await createProviderAccount(db, { clubId: club.id })
    const older = secretBox(Buffer.alloc(32, 7))
    const sealed = { access_token: older.seal('token', `gocardless:${club.id}:token`) }
    await db.updateTable('provider_account').set(sealed).where('id', '=', id).execute()
    await resealProviders(db, secretBox(Buffer.alloc(32, 8), [Buffer.alloc(32, 7)]))
    const { access_token } = await db
      .selectFrom('provider_account')
      .select('access_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(secretBox(Buffer.alloc(32, 8)).open(access_token, `gocardless:${club.id}:token`)).toBe('token')
  })
})

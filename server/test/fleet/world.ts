import { sql } from 'kysely'
import { hashPassword } from '../../src/identity/index.ts'
import type { Db } from '../../src/platform/database.ts'
import { createClass, enrol } from '../factories/classes.ts'
import { createAccount, createClub, createMember } from '../factories/people.ts'
import { createProduct } from '../factories/shop.ts'
import { password } from './client.ts'

/** A club where much goes on, and one where nothing happens but what is looked for. */
export interface World {
  readonly clubId: number
  readonly classId: number
  readonly members: readonly number[]
  readonly productId: number
  /** E-mail addresses of admins, who have all one password. */
  readonly admins: readonly string[]
  readonly quiet: { readonly memberId: number; readonly writer: string; readonly watcher: string }
}

export async function fillWorld(db: Db, admins: number): Promise<World> {
  const passwordHash = await hashPassword(password)
  const signsIn = async (clubId: number) => {
    const { id, email } = await createAccount(db, { clubId, isAdmin: true })
    const values = { password_hash: passwordHash, email_confirmed_at: sql<Date>`now()` }
    await db.updateTable('account').set(values).where('id', '=', id).execute()
    return email
  }
  const { id: clubId } = await createClub(db)
  const { id: classId } = await createClass(db, { clubId, weekdays: [1, 2, 3, 4, 5, 6, 7] })
  const members: number[] = []
  for (let made = 0; made < 20; made += 1) {
    const { id: memberId } = await createMember(db, { clubId })
    await enrol(db, { classId, memberId })
    members.push(memberId)
  }
  const { id: productId } = await createProduct(db, { clubId, stock: 1_000_000, allowDiscount: false })
  const people: string[] = []
  for (let made = 0; made < admins; made += 1) people.push(await signsIn(clubId))
  const { id: quietClub } = await createClub(db)
  const { id: memberId } = await createMember(db, { clubId: quietClub })
  const quiet = { memberId, writer: await signsIn(quietClub), watcher: await signsIn(quietClub) }
  return { clubId, classId, members, productId, admins: people, quiet }
}

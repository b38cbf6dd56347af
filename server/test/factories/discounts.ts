import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database.ts'
import { inTree } from './in-tree.ts'

/** Ten per cent off everything in the club that makes it, unless told otherwise. */
export async function createDiscount(db: Db, { clubId, name = `Discount ${randomUUID()}`, ...rest }: DiscountInput) {
  return await db
    .insertInto('discount')
    .values({
      ...(await inTree(db, clubId)),
      name,
      code: rest.code ?? null,
      percent_hundredths: rest.pence ? null : (rest.percent ?? 10) * 100,
      amount_pence: rest.pence ?? null,
      for_plans: 'all',
      for_products: 'all',
      for_events: 'all',
      family: rest.family ?? 'any',
      max_uses: rest.maxUses ?? null,
      max_uses_per_member: rest.maxUsesPerMember ?? null,
      can_combine: rest.canCombine ?? false,
      reach: rest.reach ?? 'own',
    })
    .returning(['id', sql<string>`name::text`.as('name')])
    .executeTakeFirstOrThrow()
}

interface DiscountInput {
  clubId: number
  name?: string
  code?: string
  percent?: number
  pence?: number
  family?: string
  maxUses?: number
  maxUsesPerMember?: number
  canCombine?: boolean
  reach?: 'own' | 'below' | 'chosen'
}

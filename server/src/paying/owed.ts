import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { underWay } from './under-way.ts'

export interface OwedItem {
  readonly chargeId: number
  readonly description: string
  readonly dueOn: string
  readonly pence: number
}

export interface Owed {
  /** What can be paid, what fell due first first. */
  readonly items: readonly OwedItem[]
  readonly pence: number
  /** How many others are on their way already. */
  readonly underWay: number
}

interface Asked {
  readonly memberId: number
  readonly clubId: number
  /** Null: all that is owed. */
  readonly chargeId: number | null
  /** The payer himself asks: a page that he has opened may be opened again. */
  readonly isPayer?: boolean
}

/** What a link asks for: what is open now, and not on its way by another. */
export async function owedOf(db: Db, { memberId, clubId, chargeId, isPayer = false }: Asked): Promise<Owed> {
  const { rows } = await sql<OwedItem>`
    select charge.id as "chargeId", charge.description, charge.due_on as "dueOn", pence
    from open_charge join charge on charge.id = open_charge.charge_id
    where open_charge.member_id = ${memberId} and open_charge.club_id = ${clubId}
      and (${chargeId}::bigint is null or charge.id = ${chargeId})
    order by charge.due_on, charge.id limit 100`.execute(db)
  const busy = new Set(
    (await underWay(db, { chargeIds: rows.map(row => row.chargeId) }))
      .filter(({ isPage }) => !isPage || !isPayer)
      .map(each => each.chargeId),
  )
  const items = rows.filter(row => !busy.has(row.chargeId))
  return { items, pence: items.reduce((sum, { pence }) => sum + pence, 0), underWay: rows.length - items.length }
}

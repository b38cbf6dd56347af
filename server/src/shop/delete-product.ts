import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/shop.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { setArchived } from './rows.ts'

export async function deleteProduct(write: Write, { id }: Input<typeof call.deleteProduct>) {
  const { tx, audit } = write
  const product = await lockProduct(write, id)
  const { rows } = await sql<{ movements: number; clubs: number }>`
    select count(*) as movements, count(distinct club_id) as clubs from stock_movement where product_id = ${id}`.execute(
    tx,
  )
  const { movements = 0, clubs = 0 } = rows[0] ?? {}
  if (movements > 0) {
    const where = clubs > 1 ? ` in ${clubs} clubs` : ''
    throw refused(`${product.name} was sold or its stock counted${where}, which is kept. Archive it instead.`)
  }
  const used = `${product.name} was sold, which is kept. Archive it instead.`
  await refuseOn(
    {
      stock_movement_product_id_root_club_id_fkey: ['id', used],
      order_line_product_id_root_club_id_fkey: ['id', used],
    },
    () => tx.deleteFrom('product').where('id', '=', id).execute(),
  )
  const before = { productName: product.name }
  audit({ clubId: product.clubId, subject: 'product', subjectId: id, before, after: null })
  return { productId: id }
}

export async function archiveProduct(write: Write, { id, isArchived }: Input<typeof call.archiveProduct>) {
  const { clubId, name } = await lockProduct(write, id)
  await setArchived(write, { table: 'product', clubId, name, id, isArchived })
  return { productId: id, isArchived }
}

const lockProduct = ({ tx }: Write, id: number) =>
  tx
    .selectFrom('product')
    .select(['club_id as clubId', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

const refused = (message: string) => new Refused(409, message, { id: [message] })

import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/product-lists.ts'
import { productVariantColumns } from '@honbu/contract/product-lists.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { requireAbove, rootOf, setArchived } from './rows.ts'

type Variant = Output<typeof call.getProductVariants>['data'][number]

export async function getProductVariants({ db }: Read, input: Input<typeof call.getProductVariants>) {
  const { clubId, includeArchived = false, ...grid } = input
  const byPlace = grid.sort === undefined || grid.sort === ''
  return await gridQuery(
    variantsOf(db, clubId)
      .select(['entry.id', 'entry.clubId', 'entry.clubName', 'entry.isInherited', 'entry.productCategoryId'])
      .select(['entry.productCategoryName', 'entry.variantName', 'entry.position', 'entry.isArchived'])
      .select(['entry.version', 'entry.onHand'])
      .$if(!includeArchived, query => query.where('entry.isArchived', '=', false)),
    {
      columns: productVariantColumns,
      expressions: {
        variantName: 'entry.variantName',
        productCategoryName: 'entry.productCategoryName',
        onHand: 'entry.onHand',
        clubName: 'entry.clubName',
        isArchived: 'entry.isArchived',
      },
      // Sizes are in an order of their own, which is that of the ids only by chance.
      id: byPlace ? 'entry.place' : 'entry.id',
      sort: [],
    },
    grid,
  )
}

const variantsOf = (db: Db, clubId: number) =>
  db.selectFrom(
    sql<Variant & { place: number }>`(
      select variant.id, variant.club_id as "clubId", club.name as "clubName", above.distance > 0 as "isInherited",
        category.id as "productCategoryId", category.name::text as "productCategoryName",
        variant.name::text as "variantName", variant.position, variant.archived_at is not null as "isArchived",
        variant.version,
        (select coalesce(sum(on_hand), 0)::integer from stock_level
          where stock_level.variant_id = variant.id and stock_level.club_id = ${clubId}) as "onHand",
        row_number() over (order by category.name, category.id, variant.position, variant.name, variant.id) as place
      from club_and_above(${clubId}) above
      join product_variant variant on variant.club_id = above.club_id
      join product_category category on category.id = variant.product_category_id
      join club on club.id = above.club_id
    )`.as('entry'),
  )

const readVariant = (db: Db, clubId: number, id: number) =>
  variantsOf(db, clubId).selectAll('entry').where('entry.id', '=', id).executeTakeFirstOrThrow()

const taken = {
  product_variant_club_id_product_category_id_name_key: [
    'variantName',
    'The category has a variant of that name already.',
  ],
} as const

export async function saveProductVariant(write: Write, input: Input<typeof call.saveProductVariant>) {
  const { id, clubId, version, productCategoryId, variantName } = input
  const { tx, audit } = write
  const before = id === 0 ? null : await lockVariant(write, id)
  if (before && before.clubId !== clubId) throw refused(400, 'clubId', 'This variant belongs to another club.')
  if (before) {
    const current = () => readVariant(tx, clubId, id)
    await checkVersion(tx, { subject: 'product_variant', subjectId: id, is: before.version, given: version, current })
  }
  const message = 'Choose a category of this club or of one above it.'
  await requireAbove(tx, 'product_category', { id: productCategoryId, clubId, field: 'productCategoryId', message })
  if (before && before.categoryId !== productCategoryId && (await isUsed(tx, id)))
    throw refused(409, 'productCategoryId', `${before.name} was sold or counted, so it stays in its category.`)
  const position = input.position ?? before?.position ?? (await lastPlace(tx, productCategoryId))
  const values = { name: variantName, product_category_id: productCategoryId, position }
  const root_club_id = await rootOf(tx, clubId)
  const saved = await refuseOn(taken, () =>
    before
      ? tx
          .updateTable('product_variant')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('product_variant')
          .values({ ...values, club_id: clubId, root_club_id })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    clubId,
    subject: 'product_variant',
    subjectId: saved.id,
    before: before && { variantName: before.name, productCategoryId: before.categoryId, position: before.position },
    after: { variantName, productCategoryId, position },
  })
  return saved
}

export async function deleteProductVariant(write: Write, { id }: Input<typeof call.deleteProductVariant>) {
  const { tx, audit } = write
  const variant = await lockVariant(write, id)
  if (await isUsed(tx, id))
    throw refused(409, 'id', `${variant.name} was sold or counted, which is kept. Archive it instead.`)
  await refuseOn(
    { stock_movement_variant_id_root_club_id_fkey: ['id', `${variant.name} has just been sold or counted.`] },
    async () => {
      await tx.deleteFrom('stock_level').where('variant_id', '=', id).execute()
      await tx.deleteFrom('product_variant').where('id', '=', id).execute()
    },
  )
  const before = { variantName: variant.name }
  audit({ clubId: variant.clubId, subject: 'product_variant', subjectId: id, before, after: null })
  return { id }
}

export async function archiveProductVariant(write: Write, input: Input<typeof call.archiveProductVariant>) {
  const { clubId, name } = await lockVariant(write, input.id)
  await setArchived(write, { table: 'product_variant', clubId, name, ...input })
  return input
}

const lockVariant = ({ tx }: Write, id: number) =>
  tx
    .selectFrom('product_variant')
    .select(['id', 'club_id as clubId', 'name', 'product_category_id as categoryId', 'position', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Every sale leaves a movement or a promise. */
async function isUsed(tx: Write['tx'], id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select from stock_movement where variant_id = ${id})
      or exists (select from stock_level where variant_id = ${id} and promised > 0)`.execute(tx)
  return rows.length > 0
}

async function lastPlace(tx: Write['tx'], categoryId: number): Promise<number> {
  const last = await tx
    .selectFrom('product_variant')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('product_category_id', '=', categoryId)
    .executeTakeFirst()
  return Math.min((last?.position ?? 0) + 1, 10_000)
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })

import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/product-lists.ts'
import { productCategoryColumns } from '@honbu/contract/product-lists.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { numberOf, rootOf, setArchived } from './rows.ts'

type Category = Output<typeof call.getProductCategories>['data'][number]

export async function getProductCategories({ db }: Read, input: Input<typeof call.getProductCategories>) {
  const { clubId, includeArchived = false, ...grid } = input
  return await gridQuery(
    categoriesOf(db, clubId)
      .selectAll('entry')
      .$if(!includeArchived, query => query.where('entry.isArchived', '=', false)),
    {
      columns: productCategoryColumns,
      expressions: {
        categoryName: 'entry.categoryName',
        productCount: 'entry.productCount',
        variantCount: 'entry.variantCount',
        clubName: 'entry.clubName',
        isArchived: 'entry.isArchived',
      },
      id: 'entry.id',
      sort: [{ field: 'categoryName', dir: 'asc' }],
    },
    grid,
  )
}

const categoriesOf = (db: Db, clubId: number) =>
  db.selectFrom(
    sql<Category>`(
      select category.id, category.club_id as "clubId", club.name as "clubName", above.distance > 0 as "isInherited",
        category.name::text as "categoryName", category.archived_at is not null as "isArchived", category.version,
        (select count(*) from product where category_id = category.id and archived_at is null
          and product.club_id in (select club_id from club_and_above(${clubId}))) as "productCount",
        (select count(*) from product_variant variant where product_category_id = category.id and archived_at is null
          and variant.club_id in (select club_id from club_and_above(${clubId}))) as "variantCount"
      from club_and_above(${clubId}) above
      join product_category category on category.club_id = above.club_id
      join club on club.id = above.club_id
    )`.as('entry'),
  )

const readCategory = (db: Db, clubId: number, id: number) =>
  categoriesOf(db, clubId).selectAll('entry').where('entry.id', '=', id).executeTakeFirstOrThrow()

const taken = {
  product_category_club_id_name_key: ['categoryName', 'This club has a category of that name already.'],
} as const

export async function saveProductCategory(write: Write, input: Input<typeof call.saveProductCategory>) {
  const { id, clubId, version, categoryName } = input
  const { tx, audit } = write
  const before = id === 0 ? null : await lockCategory(write, id)
  if (before && before.clubId !== clubId) throw refused(400, 'clubId', 'This category belongs to another club.')
  if (before) {
    const current = () => readCategory(tx, clubId, id)
    await checkVersion(tx, { subject: 'product_category', subjectId: id, is: before.version, given: version, current })
  }
  const root_club_id = await rootOf(tx, clubId)
  const saved = await refuseOn(taken, () =>
    before
      ? tx
          .updateTable('product_category')
          .set({ name: categoryName, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('product_category')
          .values({ club_id: clubId, root_club_id, name: categoryName })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    clubId,
    subject: 'product_category',
    subjectId: saved.id,
    before: before && { categoryName: before.name },
    after: { categoryName },
  })
  return saved
}

export async function deleteProductCategory(write: Write, { id }: Input<typeof call.deleteProductCategory>) {
  const { tx, audit } = write
  const category = await lockCategory(write, id)
  // Of every club, not only of those that the caller sees.
  const { rows } = await sql<{ products: number; variants: number }>`
    select (select count(*) from product where category_id = ${id}) as products,
      (select count(*) from product_variant where product_category_id = ${id}) as variants`.execute(tx)
  const { products, variants } = rows[0] ?? { products: 0, variants: 0 }
  if (products + variants > 0) {
    const uses = [
      ...(products > 0 ? [numberOf(products, 'product')] : []),
      ...(variants > 0 ? [numberOf(variants, 'variant')] : []),
    ].join(' and ')
    throw refused(409, 'id', `${category.name} holds ${uses}, archived ones included. Archive the category instead.`)
  }
  await refuseOn(
    {
      product_category_id_root_club_id_fkey: ['id', 'A product has just been put into this category.'],
      product_variant_product_category_id_root_club_id_fkey: ['id', 'A variant has just been put into this category.'],
    },
    () => tx.deleteFrom('product_category').where('id', '=', id).execute(),
  )
  audit({
    clubId: category.clubId,
    subject: 'product_category',
    subjectId: id,
    before: { categoryName: category.name },
    after: null,
  })
  return { id }
}

export async function archiveProductCategory(write: Write, input: Input<typeof call.archiveProductCategory>) {
  const { clubId, name } = await lockCategory(write, input.id)
  await setArchived(write, { table: 'product_category', clubId, name, ...input })
  return input
}

const lockCategory = ({ tx }: Write, id: number) =>
  tx
    .selectFrom('product_category')
    .select(['id', 'club_id as clubId', 'name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })

import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/shop.ts'
import { productColumns } from '@honbu/contract/shop.ts'
import { type VatCode, vatWords } from '@honbu/contract/vat.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { stockOf } from './stock-of.ts'

type Product = Output<typeof call.getProducts>['data'][number]
interface ProductRow extends Omit<Product, 'currentPrice'> {
  pricePence: number
}

export async function getProducts({ db, now }: Read, input: Input<typeof call.getProducts>) {
  const { clubId, includeArchived = false, ...grid } = input
  const { data, total } = await gridQuery(
    productsOf(db, clubId, await todayOf(db, clubId, now))
      .selectAll('entry')
      .$if(!includeArchived, query => query.where('entry.isArchived', '=', false)),
    {
      columns: productColumns,
      expressions: {
        productName: 'entry.productName',
        categoryName: 'entry.categoryName',
        productCode: 'entry.productCode',
        currentPrice: sql`entry."pricePence" / 100.0`,
        onHand: 'entry.onHand',
        isLow: 'entry.isLow',
        promised: 'entry.promised',
        clubName: 'entry.clubName',
        isArchived: 'entry.isArchived',
      },
      id: 'entry.productId',
      sort: [
        { field: 'categoryName', dir: 'asc' },
        { field: 'productName', dir: 'asc' },
      ],
    },
    grid,
  )
  return { total, data: data.map(({ pricePence, ...row }) => ({ ...row, currentPrice: pounds(pricePence) })) }
}

export const getProduct = ({ db, now }: Read, { id, clubId }: Input<typeof call.getProduct>) =>
  readProduct(db, { id, clubId, now })

/** @throws Refused 404 for a product that is neither of the club nor of one above it */
export async function readProduct(db: Db, { id, clubId, now }: { id: number; clubId: number; now: Date }) {
  const today = await todayOf(db, clubId, now)
  const product = await productsOf(db, clubId, today)
    .innerJoin('product', 'product.id', 'entry.productId')
    .innerJoin('lookup', 'lookup.id', 'product.vat_code_id')
    .selectAll('entry')
    .select(['product.version', 'product.current_cost_pence as costPence', 'product.vat_code_id as vatCodeId'])
    .select(sql<number>`vat_rate_on(${clubId}, product.vat_code_id, ${today})`.as('vatRate'))
    .select(['lookup.name as vatName', 'product.allow_discount as allowDiscount', 'product.url', 'product.description'])
    .select('product.low_stock_at as lowStockAt')
    .where('entry.productId', '=', id)
    .executeTakeFirst()
  if (!product) throw new Refused(404, 'This club does not sell that product.')
  const { pricePence, costPence, vatCodeId, vatName, vatRate, ...rest } = product
  const { rows: prices } = await sql<{ pence: number; since: Date; by: string }>`
    select price_pence as pence, since, coalesce(trim(first_name || ' ' || last_name), '') as by
    from product_price
    left join account on account.id = product_price.account_id
    left join person on person.id = account.person_id
    where product_id = ${id} order by since desc, product_price.id desc limit 100`.execute(db)
  return {
    ...rest,
    vatCodeId: vatCodeId as VatCode,
    vatCode: vatWords({ name: vatName, percent: vatRate / 100 }),
    currentPrice: pounds(pricePence),
    currentCost: costPence === null ? null : pounds(costPence),
    prices: prices.map(({ pence, since, by }) => ({ price: pounds(pence), since: since.toISOString(), by })),
    stock: product.keepsStock ? await stockOf(db, { clubId, productId: id }) : [],
  }
}

export async function getProductChoices({ db }: Read, { clubId }: Input<typeof call.getProductChoices>) {
  const { rows: categories } = await sql<{
    id: number
    categoryName: string
    clubId: number
    clubName: string
    isInherited: boolean
  }>`
    select category.id, category.name::text as "categoryName", club.id as "clubId", club.name as "clubName",
      above.distance > 0 as "isInherited"
    from club_and_above(${clubId}) above
    join product_category category on category.club_id = above.club_id and archived_at is null
    join club on club.id = above.club_id
    order by category.name, category.id`.execute(db)
  return { categories }
}

async function todayOf(db: Db, clubId: number, now: Date): Promise<string> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  return todayIn(club.time_zone, now)
}

/** Every product that a club can use, archived ones too, with what lies on its own shelf. */
const productsOf = (db: Db, clubId: number, today: string) =>
  db.selectFrom(
    sql<ProductRow>`(
      select product.id as "productId", product.club_id as "clubId", club.name as "clubName",
        above.distance > 0 as "isInherited", category.id as "categoryId", category.name::text as "categoryName",
        product.name as "productName", product.code::text as "productCode",
        product.current_price_pence as "pricePence", product.available_from as "availableFrom",
        product.available_to as "availableTo", product.archived_at is not null as "isArchived",
        product.archived_at is null and category.archived_at is null
          and coalesce(available_from <= ${today}, true) and coalesce(available_to >= ${today}, true) as "isOffered",
        product.keeps_stock as "keepsStock", product.allow_pre_order as "allowPreOrder",
        case when keeps_stock then shelf.on_hand end as "onHand", shelf.promised,
        keeps_stock and low_stock_at is not null and shelf.least <= low_stock_at as "isLow"
      from club_and_above(${clubId}) above
      join product on product.club_id = above.club_id
      join product_category category on category.id = product.category_id
      join club on club.id = above.club_id
      cross join lateral (
        -- By variant where the category has any, so that a size that never came counts as none.
        select coalesce(sum(on_hand), 0)::integer as on_hand, coalesce(sum(promised), 0)::integer as promised,
          coalesce(min(coalesce(on_hand, 0) - coalesce(promised, 0)) filter (where is_sold), 0) as least
        from (
          select level.on_hand, level.promised, variant.archived_at is null as is_sold
          from club_and_above(${clubId}) whose
          join product_variant variant on variant.club_id = whose.club_id and variant.product_category_id = category.id
          left join stock_level level on level.club_id = ${clubId} and level.product_id = product.id
            and level.variant_id = variant.id
          union all
          select on_hand, promised, not exists (
            select from product_variant variant where variant.product_category_id = category.id
              and archived_at is null and variant.club_id in (select club_id from club_and_above(${clubId})))
          from stock_level where club_id = ${clubId} and product_id = product.id and variant_id is null
        ) part
      ) shelf
    )`.as('entry'),
  )

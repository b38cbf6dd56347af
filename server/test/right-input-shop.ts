import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createOrder, createProduct, createProductCategory, createVariant } from './factories/shop.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls of the shop take. A call that deletes makes the row that it deletes. */
export const shopInputs: Readonly<Record<string, RightInput>> = {
  saveProductCategory: () => ({ id: 0, categoryName: `Category ${randomUUID()}` }),
  deleteProductCategory: async ({ club }, db) => ({ id: (await createProductCategory(db, { clubId: club })).id }),
  archiveProductCategory: async ({ club }, db) => ({
    id: (await createProductCategory(db, { clubId: club })).id,
    isArchived: true,
  }),
  saveProductVariant: () => ({ id: 0, variantName: `Size ${randomUUID()}` }),
  deleteProductVariant: async ({ club, productCategory }, db) => ({
    id: (await createVariant(db, { clubId: club, categoryId: productCategory })).id,
  }),
  archiveProductVariant: async ({ club, productCategory }, db) => ({
    id: (await createVariant(db, { clubId: club, categoryId: productCategory })).id,
    isArchived: true,
  }),
  getProduct: ({ club }) => ({ clubId: club }),
  saveProduct: () => ({
    id: 0,
    productName: 'Mitts',
    productCode: '',
    availableFrom: null,
    availableTo: null,
    currentPrice: 19.5,
    currentCost: null,
    vatCodeId: 1601,
    allowDiscount: true,
    url: '',
    description: '',
    keepsStock: true,
    lowStockAt: 2,
    allowPreOrder: false,
  }),
  deleteProduct: async ({ club, productCategory }, db) => ({
    id: (await createProduct(db, { clubId: club, categoryId: productCategory })).id,
  }),
  archiveProduct: async ({ club, productCategory }, db) => ({
    id: (await createProduct(db, { clubId: club, categoryId: productCategory })).id,
    isArchived: true,
  }),
  saveStockMovement: () => ({ kind: 'received', quantity: 5, note: '' }),
  getAvailableEvents: () => ({ searchterm: 'sem' }),
  getAvailableProducts: () => ({ searchterm: 'gi' }),
  quoteOrder: rows => ({ clubId: rows.club, lines: [orderLine(rows)] }),
  placeOrder: async ({ club, member }, db) => {
    // At its full price, whatever discounts there are.
    const { id } = await createProduct(db, { clubId: club, allowDiscount: false, stock: 5 })
    return { clubId: club, lines: [{ memberId: member, productId: id, quantity: 1 }], total: 25, payments: [] }
  },
  emailOrderReceipt: () => ({ receiptTo: 'ann@mail.example' }),
  returnOrderLine: async ({ club, member, product, productVariant }, db) => ({
    orderLineId: (
      await createOrder(db, { clubId: club, memberId: member, productId: product, variantId: productVariant })
    ).lineId,
    reason: 'Too small',
    giveBack: true,
  }),
  handOutOrderLine: async ({ club, member, product, productVariant }, db) => ({
    id: (
      await createOrder(db, {
        clubId: club,
        memberId: member,
        productId: product,
        variantId: productVariant,
        isPreOrder: true,
      })
    ).lineId,
  }),
  getProductPrice: ({ product, productVariant, club }) => ({
    productId: product,
    variantId: productVariant,
    clubId: club,
  }),
}

const orderLine = ({ member, product, productVariant }: OurRows) => ({
  memberId: member,
  productId: product,
  variantId: productVariant,
  quantity: 1,
})

import * as productLists from '@honbu/contract/product-lists.ts'
import * as shop from '@honbu/contract/shop.ts'
import * as stock from '@honbu/contract/stock.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { getAvailableEvents } from './available-events.ts'
import { getAvailableProducts } from './available-products.ts'
import { archiveProduct, deleteProduct } from './delete-product.ts'
import { getProduct, getProductChoices, getProducts } from './get-products.ts'
import { getProductPrice } from './member-price.ts'
import {
  archiveProductCategory,
  deleteProductCategory,
  getProductCategories,
  saveProductCategory,
} from './product-categories.ts'
import {
  archiveProductVariant,
  deleteProductVariant,
  getProductVariants,
  saveProductVariant,
} from './product-variants.ts'
import { saveProduct } from './save-product.ts'
import { getStockMovements, saveStockMovement } from './stock-movements.ts'

export function serveShop(app: FastifyInstance, platform: Platform): void {
  for (const serveSome of [ofProducts, ofLists, ofStock]) serveSome(app, platform)
}

const ofProducts = serve(shop, {
  getProducts,
  getProduct,
  getProductChoices,
  saveProduct,
  deleteProduct,
  archiveProduct,
  getAvailableProducts,
  getProductPrice,
  getAvailableEvents,
})

const ofLists = serve(productLists, {
  getProductCategories,
  saveProductCategory,
  deleteProductCategory,
  archiveProductCategory,
  getProductVariants,
  saveProductVariant,
  deleteProductVariant,
  archiveProductVariant,
})

const ofStock = serve(stock, { getStockMovements, saveStockMovement })

export { type EventOffer, requireEvent } from './available-events.ts'
export { type Goods, requireGoods } from './goods.ts'
export { questionOf } from './member-price.ts'
export { sellingClub } from './selling-club.ts'
export { handOut, putBack, type Shelf, shelfOrder, stockOfShelf, takeFromShelf } from './shelf.ts'

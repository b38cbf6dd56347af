import * as z from 'zod/mini'
import { get, id, post, queryBoolean } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, orNew, productCategory, productVariant, treeProductCategory } from './guards.ts'
import { archived, named, owned } from './shop-fields.ts'

export const productCategoryColumns = columns({
  categoryName: { type: 'string', title: 'Category' },
  productCount: { type: 'number', title: 'Products' },
  variantCount: { type: 'number', title: 'Variants' },
  clubName: { type: 'string', title: 'Of' },
  isArchived: { type: 'boolean', title: 'Archived' },
})

export const ProductCategory = z.object({
  id,
  ...owned,
  categoryName: z.string(),
  ...archived,
  version: z.int(),
  /** Products and variants that can be used in the club that asks. */
  productCount: z.int(),
  variantCount: z.int(),
})

export const getProductCategories = get('/api/club/GetProductCategories/:clubId', {
  summary: 'The categories of products that a club can use, its own and those of the clubs above it, as a grid.',
  access: club('clubId'),
  input: { ...gridInput, includeArchived: z.optional(queryBoolean) },
  output: gridPage(ProductCategory),
})

const categoryFields = { categoryName: named(100) }

/** What a person edits of a category. */
export const ProductCategoryFields = z.object(categoryFields)

export const saveProductCategory = post('/api/club/SaveProductCategory/:id', {
  summary: 'Saves a category of products of a club (id 0: a new one).',
  access: [admin(orNew(productCategory('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...categoryFields },
  output: z.object({ id, version: z.int() }),
})

export const deleteProductCategory = post('/api/club/DeleteProductCategory/:id', {
  summary: 'Deletes a category without products and variants; otherwise refuses and says what is in it.',
  access: admin(productCategory('id')),
  output: z.object({ id }),
})

export const archiveProductCategory = post('/api/club/ArchiveProductCategory/:id', {
  summary: 'Takes a category with all of its products out of what is offered, or puts it back.',
  access: admin(productCategory('id')),
  input: archived,
  output: z.object({ id, ...archived }),
})

export const productVariantColumns = columns({
  variantName: { type: 'string', title: 'Variant' },
  productCategoryName: { type: 'string', title: 'Category' },
  onHand: { type: 'number', title: 'In stock' },
  clubName: { type: 'string', title: 'Of' },
  isArchived: { type: 'boolean', title: 'Archived' },
})

export const ProductVariant = z.object({
  id,
  ...owned,
  productCategoryId: id,
  productCategoryName: z.string(),
  variantName: z.string(),
  /** Place among the variants of the category; equal ones are ordered by name. */
  position: z.int(),
  ...archived,
  version: z.int(),
  /** Of all products of the category together, on the shelf of the club that asks. */
  onHand: z.int(),
})

export const getProductVariants = get('/api/club/GetProductVariants/:clubId', {
  summary:
    'The variants (sizes, for example) that a club can use, its own and those of the clubs above it, as a grid; by ' +
    'category and place.',
  access: club('clubId'),
  input: { ...gridInput, includeArchived: z.optional(queryBoolean) },
  output: gridPage(ProductVariant),
})

const variantFields = {
  productCategoryId: id,
  variantName: named(100),
  position: z.int({ error: 'A whole number' }).check(z.gte(0, { error: 'Not below 0' }), z.lte(10_000)),
}

/** What a person edits of a variant; without a place it is the last of its category. */
export const ProductVariantFields = z.object({
  ...variantFields,
  productCategoryId: z.pipe(
    z.nullable(id).check(z.refine(value => value !== null, { error: 'Choose a category' })),
    z.transform(value => value ?? 0),
  ),
  position: z.nullable(variantFields.position),
})

export const saveProductVariant = post('/api/club/SaveProductVariant/:id', {
  summary:
    'Saves a variant of a club (id 0: a new one, after the others of the category). One that was sold or has stock keeps ' +
    'its category.',
  access: [admin(orNew(productVariant('id'))), admin(club('clubId')), treeProductCategory('productCategoryId')],
  input: {
    clubId: id,
    version: z.optional(z.int()),
    ...variantFields,
    position: z.optional(z.nullable(variantFields.position)),
  },
  output: z.object({ id, version: z.int() }),
})

export const deleteProductVariant = post('/api/club/DeleteProductVariant/:id', {
  summary: 'Deletes a variant that was never sold or counted; otherwise refuses and says why.',
  access: admin(productVariant('id')),
  output: z.object({ id }),
})

export const archiveProductVariant = post('/api/club/ArchiveProductVariant/:id', {
  summary: 'Takes a variant out of what is offered, or puts it back.',
  access: admin(productVariant('id')),
  input: archived,
  output: z.object({ id, ...archived }),
})

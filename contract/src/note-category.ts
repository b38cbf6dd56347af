import * as z from 'zod/mini'

/** One of the categories that there are; which, the server knows. As large as the database's integers. */
export const noteCategoryId = z.int().check(z.gte(0), z.lte(2_147_483_647))

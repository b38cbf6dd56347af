/** What a club sells: its products, and the lists they are sorted by. */
export const productsAddress = (clubId: number) => `/clubadmin/${clubId}/product/index`
export const productCategoriesAddress = (clubId: number) => `/clubadmin/${clubId}/product/categories`
export const productVariantsAddress = (clubId: number) => `/clubadmin/${clubId}/product/variants`
export const productAddress = (clubId: number, productId: number) => `/clubadmin/${clubId}/product/view/${productId}`
export const newProductAddress = (clubId: number) => `/clubadmin/${clubId}/product/create`
export const editProductAddress = (clubId: number, productId: number) =>
  `/clubadmin/${clubId}/product/edit/${productId}`

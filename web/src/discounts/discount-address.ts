/** The discounts of all clubs of the user. */
export const discountsAddress = '/clubadmin/discounts'
export const discountAddress = (discountId: number) => `/clubadmin/discounts/view/${discountId}`
/** `?clubId=` says for which club; `?id=` which discount. */
export const newDiscountAddress = '/clubadmin/discounts/club/create'
export const editDiscountAddress = '/clubadmin/discounts/club/update'

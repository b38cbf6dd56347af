/** The desk for one member or a family; `?order=` shows the receipt of one order. */
export const memberOrderAddress = (memberId: number) => `/tasks/member-order/${memberId}`
/** What a club has sold ahead and has to hand out. */
export const handOutsAddress = (clubId: number) => `/clubadmin/${clubId}/product/hand-out`

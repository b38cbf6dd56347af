/** The member view. */
export const memberAddress = (memberId: number) => `/clubadmin/club/member/view/${memberId}`

/** The wizard that makes a member of a club; of one that is still to be chosen, where there are several. */
export const memberCreateAddress = (clubId?: number) =>
  clubId === undefined ? '/clubadmin/club/member/create' : `/clubadmin/club/member/create/${clubId}`

export const memberUpdateAddress = (memberId: number) => `/clubadmin/club/member/update/${memberId}`

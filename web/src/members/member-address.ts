/** The member view. */
export const memberAddress = (memberId: number) => `/clubadmin/club/member/view/${memberId}`

/** A tab of Club Admin. */
export const clubAddress = (clubId: number, tab = 'club-schedule') => `/clubadmin/${clubId}/${tab}`

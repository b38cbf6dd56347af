/** A tab of Club Admin. */
export const clubAddress = (clubId: number, tab = 'club-schedule') => `/clubadmin/${clubId}/${tab}`

export const editClubAddress = (clubId: number) => `/clubadmin/${clubId}/details/update`

/** Where the users of a club are edited; `?user=` chooses one of them. */
export const editUsersAddress = (clubId: number) => `/clubadmin/${clubId}/users/edit`

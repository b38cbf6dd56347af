/** Where files are chosen, and the earlier ones are. */
export const importsAddress = (clubId: number) => `/clubadmin/${clubId}/import`
export const importAddress = (clubId: number, importId: number) => `/clubadmin/${clubId}/import/${importId}`

/** The list of rooms and venues of a club. */
export const locationsAddress = (clubId: number) => `/clubadmin/${clubId}/locations`
export const locationAddress = (clubId: number, locationId: number) =>
  `/clubadmin/${clubId}/locations/view/${locationId}`
export const newLocationAddress = (clubId: number) => `/clubadmin/${clubId}/locations/create`
export const editLocationAddress = (clubId: number, locationId: number) =>
  `/clubadmin/${clubId}/locations/edit/${locationId}`

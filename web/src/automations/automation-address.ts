export const automationsAddress = (clubId: number) => `/messaging/automations/${clubId}`

/** One of the club's own, or of a club above it, which is only looked at. */
export const automationAddress = (clubId: number, id: number) => `${automationsAddress(clubId)}/edit/${id}`

export const newAutomationAddress = (clubId: number) => automationAddress(clubId, 0)

/** A new one that begins as a recipe. */
export const recipeAddress = (clubId: number, key: string) => `${newAutomationAddress(clubId)}?recipe=${key}`

/** A version of the club's own of one that it uses of a club above. */
export const ownVersionAddress = (clubId: number, id: number) => `${automationAddress(clubId, 0)}?instead=${id}`

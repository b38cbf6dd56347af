import { names, role } from '@honbu/contract/ids.ts'

/** The roles in a club, as a form offers them. */
export const roleOptions = Object.values(role).map(value => ({ value: value as number, text: names[value] ?? '' }))

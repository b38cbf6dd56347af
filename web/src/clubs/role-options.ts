import { names } from '@honbu/contract/ids.ts'
import { givenRoles } from '@honbu/contract/rights.ts'

/** The roles in a club, as a form offers them. */
export const roleOptions = givenRoles.map(value => ({ value, text: names[value] ?? '' }))

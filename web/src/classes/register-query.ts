import type { getClassMembers } from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { printGrid } from '@honbu/contract/grid.ts'

/** The longest page there is: a register is taken as a whole. */
const pageSize = 500

interface Asked {
  classId: number
  classDate: string
  includeEnquiries: boolean
}

/** The question for a whole register, the same wherever it is asked: by the screen, and ahead of time for the device. */
export const registerQuery = (asked: Asked): Input<typeof getClassMembers> => ({ ...asked, ...printGrid({ pageSize }) })

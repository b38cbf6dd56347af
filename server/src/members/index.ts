import * as members from '@honbu/contract/members.ts'
import { serve } from '../platform/route.ts'
import { saveAttendance } from './save-attendance.ts'
import { basicSearch, classSearch } from './search.ts'

export const serveMembers = serve(members, { saveAttendance, basicSearch, classSearch })

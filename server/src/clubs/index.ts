import * as clubs from '@honbu/contract/clubs.ts'
import { serve } from '../platform/route.ts'
import { getClub, getClubList, getParentClubList } from './clubs.ts'
import { getDashboard } from './dashboard.ts'
import { getClubSchedule } from './schedule.ts'
import { getSidebarConfig } from './sidebar.ts'
import { getUserClubs, getUserRoles } from './users.ts'

export const serveClubs = serve(clubs, {
  getSidebarConfig,
  getClubList,
  getClub,
  getParentClubList,
  getUserClubs,
  getUserRoles,
  getDashboard,
  getClubSchedule,
})

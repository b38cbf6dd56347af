import * as clubs from '@honbu/contract/clubs.ts'
import * as myClubs from '@honbu/contract/my-clubs.ts'
import * as myInvitations from '@honbu/contract/my-invitations.ts'
import * as roles from '@honbu/contract/roles.ts'
import * as users from '@honbu/contract/users.ts'
import { serve } from '../platform/route.ts'
import { saveClubSettings } from './club-settings.ts'
import { getClub, getClubList, getParentClubList } from './clubs.ts'
import { getUsers } from './get-users.ts'
import {
  answerInvitation,
  getInvitations,
  getMyInvitations,
  inviteUser,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts'
import { saveClubLogo } from './logo.ts'
import { getClubRoles, resetClubRole, saveClubRole } from './roles.ts'
import { saveClub } from './save-club.ts'
import { removeUser, removeUserEverywhere, saveUser } from './save-user.ts'
import { getSidebarConfig } from './sidebar.ts'
import { getUserClubs, getUserRoles } from './users.ts'
import { getViewersFromAbove } from './viewers.ts'

export const serveMyClubs = serve(myClubs, { getSidebarConfig, getClubList })

export const serveClubs = serve(clubs, {
  getClub,
  saveClub,
  saveClubLogo,
  saveClubSettings,
  getParentClubList,
  getUserClubs,
  getUserRoles,
})

export const serveUsers = serve(users, {
  getUsers,
  saveUser,
  removeUser,
  removeUserEverywhere,
  getViewersFromAbove,
  getInvitations,
  inviteUser,
  resendInvitation,
  revokeInvitation,
})

export const serveRoles = serve(roles, { getClubRoles, saveClubRole, resetClubRole })

export const serveMyInvitations = serve(myInvitations, { getMyInvitations, answerInvitation })

export { deleteClubAndBelow, deleteClubs } from './delete-clubs.ts'

import * as audience from '@honbu/contract/audience.ts'
import { serve } from '../platform/route.ts'
import { getAudienceChoices } from './audience-choices.ts'
import { getChosenClubs } from './chosen-clubs.ts'
import { countAudience, getAudienceMembers } from './count-audience.ts'
import { deleteAudience, getSavedAudiences, saveAudience } from './saved-audiences.ts'

export const serveAudience = serve(audience, {
  countAudience,
  getAudienceMembers,
  getChosenClubs,
  getAudienceChoices,
  getSavedAudiences,
  saveAudience,
  deleteAudience,
})

export { clubsBelow } from './audience-choices.ts'
export { countRecipients } from './count-audience.ts'
export { type AudienceFrame, membersOf, staffOf } from './members-of.ts'
export { type Recipient, type Recipients, recipientsOf } from './recipients-of.ts'

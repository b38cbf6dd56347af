import * as joining from '@honbu/contract/joining.ts'
import { serve } from '../platform/route.ts'
import { addWalkIn } from './add-walk-in.ts'
import { create } from './create.ts'
import { deleteDraft, getDraft, getDrafts, saveDraft } from './drafts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getJoiningChoices } from './joining-choices.ts'
import { findKnownContacts } from './known-contacts.ts'
import { previewFirstBill } from './preview-first-bill.ts'

export const serveJoining = serve(joining, {
  create,
  addWalkIn,
  previewFirstBill,
  findDuplicates,
  findKnownContacts,
  getJoiningChoices,
  saveDraft,
  getDrafts,
  getDraft,
  deleteDraft,
})

export { create } from './create.ts'
export { forgetDrafts } from './forget-drafts.ts'
export type { Created } from './joiner.ts'
export type { JoiningWrite } from './joining-write.ts'
export { recordConsents } from './record-consents.ts'
export { addContact, secondContactOf } from './second-contact.ts'

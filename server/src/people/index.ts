import * as consents from '@honbu/contract/consents.ts'
import * as memberLinks from '@honbu/contract/member-links.ts'
import * as people from '@honbu/contract/people.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { getConsents } from './consents.ts'
import { getContactOffers } from './contact-offers.ts'
import { getContacts } from './contacts.ts'
import { deleteContact } from './delete-contact.ts'
import { getLinkOffers } from './link-offers.ts'
import { deleteLink, getLinkedMembers, saveMemberLink } from './links.ts'
import { getPerson } from './person-record.ts'
import { removePhoto, savePhoto } from './photo.ts'
import { saveConsent } from './save-consent.ts'
import { saveContact } from './save-contact.ts'
import { saveContactOrder } from './save-contact-order.ts'
import { savePerson } from './save-person.ts'

export function servePeople(app: FastifyInstance, platform: Platform): void {
  for (const serveSome of [ofPersons, ofLinks, ofConsents]) serveSome(app, platform)
}

const ofPersons = serve(people, {
  getPerson,
  savePerson,
  savePhoto,
  removePhoto,
  getContacts,
  getContactOffers,
  saveContact,
  deleteContact,
  saveContactOrder,
})

const ofLinks = serve(memberLinks, { getLinkedMembers, getLinkOffers, saveMemberLink, deleteLink })

const ofConsents = serve(consents, { getConsents, saveConsent })

export { getLinkOffers } from './link-offers.ts'
export { getLinkedMembers } from './links.ts'
export { payerOf } from './payer-of.ts'
export { isUnder18, type Place, placeOfMember } from './place.ts'
export { type NewConsent, recordConsent } from './record-consent.ts'
export { insertPerson, lockMembers as lockPersonOf, type PersonInput, updatePerson } from './update-person.ts'

import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idOrNew, post } from './endpoint.ts'
import { member, memberLink } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { written } from './written.ts'

/** Offered for a link, each with what the other side reads. Any other word reads the same from both. */
export const linkRelationships = [
  ['Sibling', 'Sibling'],
  ['Twin', 'Twin'],
  ['Parent', 'Child'],
  ['Child', 'Parent'],
  ['Guardian', 'Ward'],
  ['Ward', 'Guardian'],
  ['Grandparent', 'Grandchild'],
  ['Grandchild', 'Grandparent'],
  ['Partner', 'Partner'],
  ['Cousin', 'Cousin'],
  ['Friend', 'Friend'],
  ['Same household', 'Same household'],
] as const

/** How the other of two linked members names the relationship. */
export const fromOtherSide = (relationship: string): string =>
  linkRelationships.find(([here]) => here.toLowerCase() === relationship.toLowerCase())?.[1] ?? relationship

const memberLinkFields = {
  /** What the linked member is to this one. */
  relationship: written(60).check(z.minLength(1, { error: 'Say how they belong together' })),
  linkedSince: date,
}

/** What a person edits of a link. */
export const MemberLinkFields = z.object(memberLinkFields)

export const LinkedMember = z.object({
  memberLinkId: id,
  version: z.int(),
  /** The other member, seen from the one who was asked for. */
  memberId: id,
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(photoAddress),
  dob: z.nullable(date),
  clubName: z.string(),
  memberStatusId: z.int(),
  relationship: z.string(),
  linkedSince: date,
  /** May the caller open him? A member of a sister club is only named. */
  isOurs: z.boolean(),
})

export const getLinkedMembers = get('/api/member/GetLinkedMembers/:id', {
  summary: 'The members a member is linked with, as seen from him.',
  access: member('id'),
  output: z.array(LinkedMember),
})

export const getLinkOffers = get('/api/member/GetLinkOffers/:id', {
  summary: 'Members who share a contact with a member, or are one, and are not linked with him yet.',
  access: member('id'),
  output: z.array(
    z.object({
      memberId: id,
      firstName: z.string(),
      lastName: z.string(),
      code: z.string(),
      photoUrl: z.nullable(photoAddress),
      /** What he most likely is to the member. */
      relationship: z.string(),
      /** Whom they share; empty where he is the contact himself. */
      through: z.string(),
    }),
  ),
})

export const saveMemberLink = post('/api/member/SaveMemberLink/:id', {
  summary:
    'Links two members of one tree of clubs, once a pair, or changes their link (memberLinkId; 0 or left out: new).',
  access: [member('id'), member('linkedMemberId'), memberLink('memberLinkId')],
  input: { memberLinkId: idOrNew, version: z.optional(z.int()), linkedMemberId: id, ...memberLinkFields },
  output: z.object({ memberLinkId: id, version: z.int() }),
})

export const deleteLink = post('/api/member/DeleteLink/:id', {
  summary: 'Takes the link of two members away, from both sides.',
  access: memberLink('id'),
  output: z.object({ memberLinkId: id }),
})

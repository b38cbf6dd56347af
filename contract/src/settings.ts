import * as z from 'zod/mini'
import { get, id, post, queryInt } from './endpoint.ts'
import { admin, category, club, marketingSource, notInterestedReason, orNew } from './guards.ts'
import { written } from './written.ts'

/** Of an entry that a club uses: whose it is. One of a club above it is inherited, and changed only there. */
const owned = { clubId: id, clubName: z.string(), isInherited: z.boolean() }

export const MemberCategory = z.object({
  categoryId: id,
  version: z.int(),
  categoryName: z.string(),
  /** Whole years, both included; null: no limit. */
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  ...owned,
  /** Memberships (of the user's clubs) and grades that have it. */
  memberCount: z.int(),
  gradeCount: z.int(),
})

export const getMemberCategories = get('/api/club/GetMemberCategories/:clubId', {
  summary:
    'The categories of members, with their ages, that a club can use: those of the clubs above it, the topmost first, and ' +
    'its own, each in order.',
  access: club('clubId'),
  output: z.array(MemberCategory),
})

const age = (error: string) => z.nullable(z.int({ error }).check(z.gte(0, { error }), z.lte(150, { error })))

const categoryFields = {
  categoryName: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  minAge: age('An age in whole years, or none'),
  maxAge: age('An age in whole years, or none'),
}

const agesInOrder = ({ minAge, maxAge }: { minAge: number | null; maxAge: number | null }) =>
  minAge === null || maxAge === null || minAge <= maxAge

/** What a person edits of a category. */
export const MemberCategoryFields = z
  .object(categoryFields)
  .check(z.refine(agesInOrder, { path: ['maxAge'], error: 'Should not be below the youngest' }))

export const saveMemberCategory = post('/api/club/SaveMemberCategory/:id', {
  summary: 'Saves a category of a club; 0: a new one, after all others of the club.',
  access: [admin(orNew(category('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...categoryFields },
  output: z.object({ categoryId: id, version: z.int() }),
})

export const deleteMemberCategory = post('/api/club/DeleteMemberCategory/:id', {
  summary: 'Deletes a category that no membership and no grade has; otherwise refuses and says how many do.',
  access: admin(category('id')),
  output: z.object({ categoryId: id }),
})

const positions = { positions: queryInt.check(z.gte(-1000), z.lte(1000)) }

export const moveMemberCategory = post('/api/club/MoveMemberCategory/:id', {
  summary: 'Moves a category among those of its club: 1 is one later, -1 one earlier; not beyond the first or last.',
  access: admin(category('id')),
  inQuery: ['positions'],
  input: positions,
  output: z.object({ categoryId: id, position: z.int() }),
})

export const NotInterestedReason = z.object({
  id,
  version: z.int(),
  name: z.string(),
  ...owned,
  /** How often somebody of the user's clubs did not join for it. */
  useCount: z.int(),
})

export const getNotInterestedReasons = get('/api/club/GetNotInterestedReasons/:id', {
  summary:
    'Why people do not join this club: the reasons of the clubs above it, the topmost first, and its own, each in order.',
  access: club('id'),
  output: z.array(NotInterestedReason),
})

const reasonFields = { name: written(200).check(z.minLength(1, { error: 'Give it a name' })) }

/** What a person edits of a reason. */
export const NotInterestedReasonFields = z.object(reasonFields)

export const saveNotInterestedReason = post('/api/club/SaveNotInterestedReason/:id', {
  summary: 'Saves a reason of a club; 0: a new one, after all others of the club.',
  access: [admin(orNew(notInterestedReason('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...reasonFields },
  output: z.object({ id, version: z.int() }),
})

export const deleteNotInterestedReason = post('/api/club/DeleteNotInterestedReason/:id', {
  summary: 'Deletes a reason that nobody has been given; otherwise refuses and says how many have.',
  access: admin(notInterestedReason('id')),
  output: z.object({ id }),
})

export const moveNotInterestedReason = post('/api/club/MoveNotInterestedReason/:id', {
  summary: 'Moves a reason among those of its club: 1 is one later, -1 one earlier; not beyond the first or last.',
  access: admin(notInterestedReason('id')),
  inQuery: ['positions'],
  input: positions,
  output: z.object({ id, position: z.int() }),
})

export const MarketingSource = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  /** Null: it is the product's own, and every club uses it. */
  clubId: z.nullable(id),
  clubName: z.string(),
  isInherited: z.boolean(),
  /** Memberships (of the user's clubs) that came by it. */
  useCount: z.int(),
})

export const getMarketingSources = get('/api/club/GetMarketingSources/:id', {
  summary:
    'The ways by which people come to a club: those of the product, those of the clubs above it, the topmost first, and ' +
    'its own.',
  access: club('id'),
  output: z.array(MarketingSource),
})

const sourceFields = { name: written(100).check(z.minLength(1, { error: 'Give it a name' })) }

/** What a person edits of a source. */
export const MarketingSourceFields = z.object(sourceFields)

export const saveMarketingSource = post('/api/club/SaveMarketingSource/:id', {
  summary: 'Saves a source of a club; 0: a new one.',
  access: [admin(orNew(marketingSource('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...sourceFields },
  output: z.object({ id: z.int(), version: z.int() }),
})

export const deleteMarketingSource = post('/api/club/DeleteMarketingSource/:id', {
  summary: 'Deletes a source by which nobody came and for which nothing was paid; otherwise refuses and says why.',
  access: admin(marketingSource('id')),
  output: z.object({ id: z.int() }),
})

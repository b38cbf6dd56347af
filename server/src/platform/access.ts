import type { Access } from '@honbu/contract/endpoint.ts'
import type { Guard, Subject } from '@honbu/contract/guards.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { clubsOf } from './clubs-of.ts'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

/** The signed-in user, with what he may touch: his clubs and all clubs below them. */
export interface User {
  readonly accountId: number
  readonly personId: number
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly clubs: ReadonlyMap<number, { readonly isAdmin: boolean }>
  /** Clubs whose admin he is, and which he may not touch until he signs in with two factors. */
  readonly closed?: ReadonlySet<number>
  /** He has shown his password and nothing else. */
  readonly isByPassword?: boolean
}

export type Authenticate = (request: FastifyRequest) => Promise<User | null>

/** Refuses, before the handler runs, who may not touch what the input points at: 404 for no such row, 403 otherwise. */
export async function allow(db: Kysely<Tables>, access: Access, user: User, input: Record<string, unknown>) {
  if (typeof access === 'string') return
  for (const guard of Array.isArray(access) ? access : [access as Guard]) await pass(db, guard, user, input)
}

async function pass(db: Kysely<Tables>, guard: Guard, user: User, input: Record<string, unknown>) {
  const { subject, id: name, admin } = guard
  // The user's own clubs need no query: the database signals when rights change.
  const ids = idsAt(guard, input).filter(id => subject !== 'club' || !mayTouch(user, id, admin))
  if (ids.length === 0) return
  const clubIds = Map.groupBy(await clubsOf[subject](db, ids), row => row.id)
  for (const id of ids) {
    const clubs = clubIds.get(id)
    if (!clubs) throw unknownRow(subject, name, id)
    if (clubs.some(({ clubId }) => mayTouch(user, clubId, admin))) continue
    if (clubs.some(({ clubId }) => user.closed?.has(clubId))) throw twoFactorRequired()
    throw new Refused(403, 'Not authorised!')
  }
}

/** Its code is what the web turns into a screen that leads to where two-factor sign-in is set up. */
const twoFactorRequired = () =>
  new Refused(
    403,
    'This club asks its admins for two-factor sign-in. Set it up under “Your account”.',
    undefined,
    undefined,
    'two_factor_required',
  )

/** An input that may be left out points at nothing then; that it may is the endpoint's declaration. */
function idsAt({ id: name, orNew }: Guard, input: Record<string, unknown>): number[] {
  let given: unknown[] = [input]
  for (const step of name.split('.'))
    given = given.flatMap(each => (each as Record<string, unknown> | null | undefined)?.[step])
  // The contract has checked that they are ids.
  const ids = given.filter(id => id !== undefined && id !== null && !(orNew && id === 0)) as number[]
  return [...new Set(ids)]
}

export const mayTouch = (user: User, clubId: number, admin = false): boolean => {
  const rights = user.clubs.get(clubId)
  return rights !== undefined && (!admin || rights.isAdmin)
}

function unknownRow(subject: Subject, name: string, id: unknown) {
  const message = `There is no ${subjectNames[subject] ?? subject} ${id}.`
  return new Refused(404, message, { [name.split('.')[0] ?? name]: [message] })
}

const subjectNames: { readonly [S in Subject]?: string } = {
  treeDiscipline: 'discipline',
  treeGrade: 'grade',
  treeCategory: 'category',
  treePlan: 'training plan',
  trainingPlan: 'training plan',
  priceChange: 'price change',
  notInterestedReason: 'reason',
  marketingSource: 'source of a club',
  enquiry: 'enquiry',
  slot: 'slot',
  clubUser: 'club user',
  treeClub: 'club',
  staff: 'user with the person',
  gradingResult: 'grading result',
  memberLink: 'link',
  treeNotInterestedReason: 'reason',
  treeAttribute: 'attribute',
  memberAttribute: 'value of an attribute',
  clubMember: 'membership',
  planChange: 'change of plan',
  memberDiscipline: 'discipline of a member',
  joiningDraft: 'draft',
  treeDocument: 'document',
  treeDocumentVersion: 'version of a document',
  memberCertificate: 'certificate',
  staffCertificate: 'certificate',
  importBatch: 'import',
  chargingRun: 'charging run',
  externalPayment: 'payment',
  externalSubscription: 'subscription',
  payout: 'payout',
  foundMandate: 'mandate',
  payLink: 'link',
  savedCard: 'card',
  treeTag: 'tag',
  offeredDiscount: 'discount',
  treeProduct: 'product',
  productCategory: 'product category',
  treeProductCategory: 'product category',
  productVariant: 'product variant',
  treeProductVariant: 'product variant',
  orderLine: 'line of an order',
  usedTemplate: 'template',
  usedLayout: 'layout',
  chosenMember: 'member',
  messageRecipient: 'recipient of a message',
  treeAutomation: 'automation',
  reportSchedule: 'report to be sent',
}

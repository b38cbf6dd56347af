import { randomUUID } from 'node:crypto'
import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { readPersonalData } from '../src/privacy/personal-data.ts'
import { createDiscipline, study } from './factories/disciplines.ts'
import { createClub, createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about a member's whole record take, his tags, and what a club asks of him. */
export const recordInputs: Readonly<Record<string, RightInput>> = {
  mergeMembers: async ({ club }, db) => {
    const [stays, goes] = [await createMember(db, { clubId: club }), await createMember(db, { clubId: club })]
    return { id: stays.id, otherMemberId: goes.id }
  },
  undoMerge: async ({ club }, db) => {
    const [stays, goes] = [await createMember(db, { clubId: club }), await createMember(db, { clubId: club })]
    const merge = await db
      .insertInto('member_merge')
      .values(eb => ({
        root_club_id: eb.selectFrom('club').select('root_club_id').where('id', '=', club),
        member_id: stays.id,
        merged_member_id: goes.id,
        merged_at: '2026-05-01T00:00Z',
        undo_until: '2026-06-01T00:00Z',
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: stays.id, mergeId: merge.id }
  },
  exportPersonalData: async ({ club }, db) => {
    const { id } = await createMember(db, { clubId: club })
    const reader = { accountId: 0, clubIds: [club], adminIds: [club], welfareIds: [], healthIds: [club] }
    const { digest } = await readPersonalData(db, { memberId: id, reader, timeZone: 'Europe/London' })
    return { id, digest, blackedOut: [], words: [], withPhoto: false }
  },
  erasePersonalData: async ({ club }, db) => {
    const { id, code } = await createMember(db, { clubId: club, statusId: memberStatus.lapsed })
    return { id, code }
  },
  saveMembership: async ({ club, clubMember }, db) => ({
    ...noMembership,
    clubId: club,
    clubMemberId: clubMember,
    trainingPlanId: null,
    trialPlanId: null,
    categoryId: null,
    version: await versionOf(db, clubMember),
  }),
  previewMembership: async ({ club, clubMember }, db) => ({
    ...noMembership,
    clubId: club,
    clubMemberId: clubMember,
    trainingPlanId: null,
    trialPlanId: null,
    categoryId: null,
    version: await versionOf(db, clubMember),
  }),
  renewMembership: (rows, db) => aMembership(rows, db, memberStatus.lapsed),
  lapseMembership: async (rows, db) => ({
    ...(await aMembership(rows, db, memberStatus.active)),
    reason: 'Moved away',
  }),
  previewLapse: (rows, db) => aMembership(rows, db, memberStatus.active),
  notInterested: async (rows, db) => ({
    ...(await aMembership(rows, db, memberStatus.prospect)),
    reasonId: rows.notInterestedReason,
  }),
  reopenMembership: async (rows, db) => ({
    ...(await aMembership(rows, db, memberStatus.unconverted)),
    as: 'enquiry',
  }),
  toggleIssueStatus: (rows, db) => aMembership(rows, db, memberStatus.active),
  deleteMembership: async ({ club }, db) => {
    const tree = await inTree(db, club)
    const branch = await createClub(db, { parentClubId: club })
    const { id: memberId } = await createMember(db, { clubId: branch.id })
    const row = { ...tree, member_id: memberId, member_status_id: memberStatus.enquiry }
    return { id: (await db.insertInto('club_member').values(row).returning('id').executeTakeFirstOrThrow()).id }
  },
  previewPlanChange: (rows, db) => aPlanChange(rows, db),
  changePlan: (rows, db) => aPlanChange(rows, db),
  cancelPlanChange: ({ planChange }) => ({ id: planChange }),
  saveMemberDiscipline: async ({ club, member }, db) => ({
    id: member,
    disciplineId: (await createDiscipline(db, { clubId: club })).id,
    currentGradeId: null,
    lastGrading: null,
    studiedSince: '2025-01-01',
  }),
  removeDiscipline: async ({ club, member }, db) => {
    const { id: disciplineId } = await createDiscipline(db, { clubId: club })
    await study(db, { memberId: member, disciplineId })
    const { id } = await db
      .selectFrom('member_discipline')
      .select('id')
      .where('member_id', '=', member)
      .where('discipline_id', '=', disciplineId)
      .executeTakeFirstOrThrow()
    return { memberDisciplineId: id }
  },
  addTags: ({ member }) => ({ members: [member], filter: undefined, tags: ['Squad'] }),
  removeTags: ({ member }) => ({ members: [member], filter: undefined, tags: ['Squad'] }),
  startExport: ({ member }) => ({ members: [member], filter: undefined, columns: ['code'], format: 'csv' }),
  getExport: async (rows, db) => ({ exportKey: await anExport(rows, db) }),
  openExport: async (rows, db) => ({ exportKey: await anExport(rows, db) }),
  getLabels: ({ member }) => ({ members: [member], filter: undefined }),
  saveTag: () => ({ id: 0, name: `Tag ${randomUUID()}`, colour: '#1f6b3a' }),
  mergeTags: async ({ club, tag }, db) => ({ id: await aTag(db, club), intoTagId: tag }),
  deleteTag: async ({ club }, db) => ({ id: await aTag(db, club) }),
  saveAttributeDefinition: () => ({
    id: 0,
    name: `Attribute ${randomUUID()}`,
    type: 'text',
    choices: [],
    isRequired: false,
  }),
  deleteAttributeDefinition: async ({ club }, db) => ({ id: await anAttribute(db, club) }),
  saveAttribute: async ({ club }, db) => ({
    attributeId: await anAttribute(db, club),
    memberAttributeId: null,
    value: '38',
  }),
  deleteAttribute: async ({ club, member }, db) => ({
    id: await aValue(db, club, member, await anAttribute(db, club)),
  }),
}

const inTree = async (db: Db, club: number) =>
  await db.selectFrom('club').select(['id as club_id', 'root_club_id']).where('id', '=', club).executeTakeFirstOrThrow()

async function aTag(db: Db, club: number): Promise<number> {
  const values = { ...(await inTree(db, club)), name: `Tag ${randomUUID()}` }
  return (await db.insertInto('tag').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function anAttribute(db: Db, club: number): Promise<number> {
  const values = { ...(await inTree(db, club)), name: `Attribute ${randomUUID()}`, type: 'text' }
  return (await db.insertInto('attribute').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function aValue(db: Db, club: number, memberId: number, attributeId: number): Promise<number> {
  const values = { ...(await inTree(db, club)), attribute_id: attributeId, member_id: memberId, value: '38' }
  return (await db.insertInto('member_attribute').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function anExport({ admin, club }: OurRows, db: Db): Promise<string> {
  const file = await db
    .insertInto('export_file')
    .values(eb => ({
      account_id: eb.selectFrom('account').select('id').where('sub', '=', admin),
      club_ids: [club],
      columns: ['code'],
      format: 'csv',
      dates: 'iso',
      state: 'done',
      folder: `exports/${randomUUID()}`,
      expires_at: '2026-06-01T00:00Z',
    }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return file.key
}

const noMembership = {
  subFrequencyId: null,
  paymentMethodId: null,
  nextPayment: null,
  marketingSourceId: null,
  memberSince: null,
  memberUntil: null,
  nextRenewal: null,
  trialStart: null,
}

async function versionOf(db: Db, clubMemberId: number): Promise<number> {
  const row = await db.selectFrom('club_member').select('version').where('id', '=', clubMemberId).executeTakeFirst()
  return row?.version ?? 1
}

async function aMembership({ club }: OurRows, db: Db, statusId: number) {
  const { id } = await createMember(db, { clubId: club, statusId })
  const row = await db.selectFrom('club_member').select('id').where('member_id', '=', id).executeTakeFirstOrThrow()
  return { id, clubMemberId: row.id }
}

async function aPlanChange(rows: OurRows, db: Db) {
  await db
    .insertInto('training_plan_price')
    .values({ training_plan_id: rows.treePlan, sub_frequency_id: subFrequency.monthly, price_pence: 2900 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return {
    ...(await aMembership(rows, db, memberStatus.active)),
    trainingPlanId: rows.treePlan,
    subFrequencyId: subFrequency.monthly,
    subPrice: 29,
    paymentMethodId: null,
    nextPayment: '2026-06-01',
  }
}

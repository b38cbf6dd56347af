import { randomUUID } from 'node:crypto'
import { subFrequency } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about joining take. */
export const joiningInputs: Readonly<Record<string, RightInput>> = {
  create: newMembers,
  previewFirstBill: newMembers,
  answerEnquiry: async ({ club }, db) => {
    const { id } = await createMember(db, { clubId: club, email: `${randomUUID()}@mail.example` })
    return { id, message: 'Come on Tuesday.', by: 'email', classId: null }
  },
  addWalkIn: () => ({ classDate: '2026-05-12', firstName: 'Ben', lastName: 'Carter' }),
  findDuplicates: () => ({
    people: [{ firstName: 'Ann', lastName: 'Lee', dob: '2012-03-04', phoneMob: '07700 900123' }],
  }),
  findKnownContacts: () => ({ contact: { firstName: 'Ann', lastName: 'Lee', email: 'ann@mail.example' } }),
  saveDraft: () => ({ id: 0, title: 'Ann Lee', content: { step: 'who' } }),
  deleteDraft: async ({ club, admin }, db) => ({ id: await aDraft(db, club, admin) }),
}

async function newMembers(rows: OurRows, db: Db): Promise<object> {
  const { club, class: classId, grade, category } = rows
  const terms = { categoryId: category, trainingPlanId: rows.treePlan, subFrequencyId: subFrequency.monthly }
  await db
    .insertInto('training_plan_price')
    .values({ training_plan_id: rows.treePlan, sub_frequency_id: subFrequency.monthly, price_pence: 3000 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const joiner = () => ({ person: aPerson(), classId, gradeId: grade, notes: [{ subject: 'Shy at first' }] })
  return {
    ...joiner(),
    membership: { clubId: club, ...terms },
    secondContact: { personId: rows.person, relationship: 'Mother', isGuardian: true, isEmergency: true },
    siblings: [{ ...joiner(), membership: terms }],
    linkedMemberIds: [rows.member],
    communicationFlags: 3,
    draftId: null,
  }
}

const aPerson = () => ({
  firstName: 'Ann',
  lastName: `Lee ${randomUUID()}`,
  gender: '-',
  dob: '2015-06-07',
  email: null,
  phoneMob: null,
  phoneDay: null,
  phoneEve: null,
  address: { line: null, town: null, postcode: null },
})

async function aDraft(db: Db, club: number, sub: string): Promise<number> {
  const account = await db.selectFrom('account').select('id').where('sub', '=', sub).executeTakeFirstOrThrow()
  const at = '2026-05-12T17:00Z'
  const values = {
    club_id: club,
    account_id: account.id,
    title: 'Ann Lee',
    content: '{}',
    created_at: at,
    saved_at: at,
  }
  return (await db.insertInto('joining_draft').values(values).returning('id').executeTakeFirstOrThrow()).id
}

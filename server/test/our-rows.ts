import { randomUUID } from 'node:crypto'
import type { Subject } from '@honbu/contract/guards.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { createAudience } from './factories/audiences.ts'
import { createAutomation } from './factories/automations.ts'
import { createBulkEdit } from './factories/bulk-edits.ts'
import { createClass, enrol } from './factories/classes.ts'
import {
  createCollectionHold,
  createExternalPayment,
  createFoundMandate,
  createMandate,
  createPayout,
  createSubscription,
} from './factories/collections.ts'
import { createDiscipline, study } from './factories/disciplines.ts'
import { createDiscount } from './factories/discounts.ts'
import { createImport } from './factories/imports.ts'
import { createMessage, createMessageDraft, createRecipient } from './factories/messages.ts'
import { createDocument, sign } from './factories/papers.ts'
import { createPayLink, createSavedCard } from './factories/paying.ts'
import { createAccount, createClub, createMember, createOperator, link } from './factories/people.ts'
import { createReportSchedule } from './factories/reports.ts'
import { createOrder, createProduct, createProductCategory, createVariant } from './factories/shop.ts'
import { createLayout, createTemplate } from './factories/templates.ts'

/** The id of a row for every subject of a guard, all of one club, and who may and may not touch them. */
export type OurRows = Readonly<Record<Subject, number>> & {
  readonly admin: string
  readonly coach: string
  /** Of the installation; of no club. */
  readonly operator: string
  /** The owner of another club, and someone whose userUntil was yesterday. */
  readonly stranger: string
  readonly former: string
}

/** @param parentClubId of our club; without it, ours is the topmost */
export async function createOurRows(db: Db, parentClubId: number | null = null): Promise<OurRows> {
  const { id: clubId, rootClubId } = await createClub(db, { parentClubId })
  const elsewhere = await createClub(db)
  const tree = { club_id: clubId, root_club_id: rootClubId }
  const discipline = await createDiscipline(db, { clubId })
  const grade = discipline.gradeIds[0] ?? 0
  const klass = await createClass(db, { clubId, disciplineId: discipline.id })
  const prebooked = await createClass(db, { clubId, classTypeId: classType.prebooked, weekdays: [] })
  const member = await createMember(db, { clubId })
  await enrol(db, { classId: klass.id, memberId: member.id })
  await study(db, { memberId: member.id, disciplineId: discipline.id, gradeId: grade })
  const worker = await createAccount(db, { clubId })
  const admin = await createAccount(db, { clubId, isAdmin: true })
  const inserted = async (row: Promise<{ id: number }>) => (await row).id
  const location = await inserted(
    db.insertInto('location').values({ club_id: clubId, name: 'Hall' }).returning('id').executeTakeFirstOrThrow(),
  )
  const category = await inserted(
    db
      .insertInto('member_category')
      .values({ ...tree, name: 'Juniors' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const plan = await inserted(
    db
      .insertInto('training_plan')
      .values({ ...tree, name: 'Two a week' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const priceChange = await inserted(
    db
      .insertInto('price_change')
      .values({
        ...tree,
        training_plan_id: plan,
        sub_frequency_id: 1102,
        price_pence: 3100,
        from_date: '2026-07-01',
        created_at: '2026-05-01T00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const slot = await inserted(
    db
      .insertInto('class_availability')
      .values({
        class_id: prebooked.id,
        club_id: clubId,
        class_date: '2026-05-20',
        start_time: '18:00',
        finish_time: '19:00',
        capacity: 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const booking = await inserted(
    db
      .insertInto('booking')
      .values({ ...tree, class_id: prebooked.id, member_id: member.id, booking_date: '2026-05-20' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const gradingResult = await inserted(
    db
      .insertInto('grading_result')
      .values({
        ...tree,
        member_id: member.id,
        discipline_id: discipline.id,
        grade_id: grade,
        graded_on: '2026-03-01',
        passed: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const invitation = await inserted(
    db
      .insertInto('club_invitation')
      .values({ club_id: clubId, email: 'invited@mail.example', invited_by: admin.id, expires_at: '2026-06-30T00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { person_id: person } = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const memberLink = await link(db, { memberId: member.id, linkedMemberId: (await createMember(db, { clubId })).id })
  const tag = await inserted(
    db
      .insertInto('tag')
      .values({ ...tree, name: 'Squad' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const attribute = await inserted(
    db
      .insertInto('attribute')
      .values({ ...tree, name: 'Shoe size', type: 'text' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const memberAttribute = await inserted(
    db
      .insertInto('member_attribute')
      .values({ ...tree, attribute_id: attribute, member_id: member.id, value: '38' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const transaction = await inserted(
    db
      .insertInto('charge')
      .values({
        ...tree,
        member_id: member.id,
        amount_pence: 3500,
        transaction_date: '2026-05-01',
        due_on: '2026-05-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const payment = await inserted(
    db
      .insertInto('payment')
      .values({
        ...tree,
        member_id: member.id,
        amount_pence: 1000,
        payment_date: '2026-05-01',
        payment_method_id: 1401,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { id: merged } = await createMember(db, { clubId })
  const merge = await inserted(
    db
      .insertInto('member_merge')
      .values({
        root_club_id: rootClubId,
        member_id: member.id,
        merged_member_id: merged,
        merged_at: '2026-05-01T00:00Z',
        undo_until: '2026-06-01T00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const note = await inserted(
    db
      .insertInto('member_note')
      .values({ ...tree, member_id: member.id, subject: 'Knee' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const task = await inserted(
    db
      .insertInto('task')
      .values({ ...tree, kind: 'todo', subject: 'Order belts', due_on: '2026-05-20' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { id: clubMember } = await db
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const planChange = await inserted(
    db
      .insertInto('plan_change')
      .values({
        ...tree,
        club_member_id: clubMember,
        applies_on: '2026-07-01',
        training_plan_id: plan,
        sub_frequency_id: 1102,
        sub_price_pence: 2900,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { id: memberDiscipline } = await db
    .selectFrom('member_discipline')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const joiningDraft = await inserted(
    db
      .insertInto('joining_draft')
      .values({
        club_id: clubId,
        account_id: admin.id,
        title: 'Ann Lee',
        content: '{}',
        created_at: '2026-05-12T17:00Z',
        saved_at: '2026-05-12T17:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const chargingRun = await inserted(
    db
      .insertInto('charging_run')
      .values({
        club_id: clubId,
        run_on: '2026-05-11',
        due_until: '2026-05-18',
        state: 'done',
        created_at: '2026-05-11T02:00Z',
        moved_at: '2026-05-11T02:00Z',
        finished_at: '2026-05-11T02:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const freeze = await inserted(
    db
      .insertInto('membership_freeze')
      .values({
        club_id: clubId,
        club_member_id: clubMember,
        frozen_from: '2026-08-01',
        frozen_until: '2026-08-31',
        reason: 'Summer',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const notInterestedReason = await inserted(
    db
      .insertInto('not_interested_reason')
      .values({ ...tree, name: 'The bus goes no more' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const one = (table: 'class_member' | 'club_user') =>
    inserted(db.selectFrom(table).select('id').where('club_id', '=', clubId).orderBy('id').executeTakeFirstOrThrow())
  const document = await createDocument(db, { clubId })
  const { id: signature } = await sign(db, { memberId: member.id, documentId: document.id })
  const memberCertificate = await inserted(
    db
      .insertInto('member_certificate')
      .values({ ...tree, member_id: member.id, kind: 'licence', number: '1234' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const clubUser = await one('club_user')
  const staffCertificate = await inserted(
    db
      .insertInto('staff_certificate')
      .values({ club_id: clubId, club_user_id: clubUser, kind: 'firstAid' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await createClub(db, { parentClubId: clubId })
  const { id: discount } = await createDiscount(db, { clubId, reach: 'below' })
  const { id: productCategory } = await createProductCategory(db, { clubId })
  const { id: productVariant } = await createVariant(db, { clubId, categoryId: productCategory })
  const { id: product } = await createProduct(db, {
    clubId,
    categoryId: productCategory,
    variantId: productVariant,
    stock: 1000,
  })
  const { id: layout } = await createLayout(db, { clubId })
  const { id: template } = await createTemplate(db, { clubId, layoutId: layout })
  const order = await createOrder(db, { clubId, memberId: member.id, productId: product, variantId: productVariant })
  const message = await createMessage(db, { clubId, status: 'done' })
  const messageRecipient = await createRecipient(db, { messageId: message, memberId: member.id })
  const messageDraft = await createMessageDraft(db, { clubId, accountId: admin.id })
  const { id: automation } = await createAutomation(db, { clubId, trigger: { kind: 'birthday' }, isOn: false })
  return {
    message,
    messageRecipient,
    messageDraft,
    club: clubId,
    class: klass.id,
    member: member.id,
    account: worker.id,
    location,
    discipline: discipline.id,
    treeDiscipline: discipline.id,
    grade,
    treeGrade: grade,
    category,
    treeCategory: category,
    treePlan: plan,
    trainingPlan: plan,
    priceChange,
    slot,
    booking,
    enrolment: await one('class_member'),
    clubUser,
    invitation,
    treeClub: clubId,
    staff: worker.personId,
    gradingResult,
    notInterestedReason,
    enquiry: await inserted(
      db
        .insertInto('enquiry')
        .values({ ...tree, token: randomUUID(), was_known: true, referrer_id: member.id })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    marketingSource: await inserted(
      db
        .insertInto('lookup')
        .values({ kind: 'marketing_source', name: 'Open day', club_id: clubId })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    treeNotInterestedReason: notInterestedReason,
    note,
    task,
    person,
    memberLink: memberLink.id,
    tag,
    treeTag: tag,
    discount,
    offeredDiscount: discount,
    attribute,
    treeAttribute: attribute,
    memberAttribute,
    joiningDraft,
    transaction,
    payment,
    clubMember,
    planChange,
    memberDiscipline,
    merge,
    document: document.id,
    treeDocument: document.id,
    treeDocumentVersion: document.versionId,
    signature,
    memberCertificate,
    product,
    treeProduct: product,
    productCategory,
    treeProductCategory: productCategory,
    productVariant,
    treeProductVariant: productVariant,
    order: order.id,
    orderLine: order.lineId,
    layout,
    usedLayout: layout,
    chosenMember: member.id,
    registerMember: member.id,
    template,
    usedTemplate: template,
    importBatch: await createImport(db, { clubId }),
    bulkEdit: await createBulkEdit(db, { clubId, accountId: admin.id, memberId: member.id }),
    chargingRun,
    freeze,
    mandate: await createMandate(db, { clubId, memberId: member.id, state: 'cancelled' }),
    externalPayment: await createExternalPayment(db, { clubId, memberId: member.id }),
    timetableBatch: await inserted(
      db
        .insertInto('timetable_batch')
        .values({ club_id: clubId, created_at: '2026-05-01T00:00Z', class_ids: [], location_ids: [] })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    collectionHold: await createCollectionHold(db, { clubId, memberId: member.id }),
    externalSubscription: await createSubscription(db, { clubId, memberId: member.id }),
    payout: await createPayout(db, { clubId }),
    foundMandate: await createFoundMandate(db, { clubId }),
    audience: await createAudience(db, clubId),
    payLink: await createPayLink(db, { clubId, memberId: member.id }),
    savedCard: await createSavedCard(db, { clubId, memberId: member.id }),
    staffCertificate,
    automation,
    reportSchedule: (await createReportSchedule(db, { clubIds: [clubId], accountIds: [worker.id] })).id,
    treeAutomation: automation,
    admin: admin.sub,
    coach: worker.sub,
    stranger: (await createAccount(db, { clubId: elsewhere.id, isAdmin: true })).sub,
    operator: (await createOperator(db)).sub,
    former: (await createAccount(db, { clubId, userSince: '2024-01-01', userUntil: '2026-05-11' })).sub,
  }
}

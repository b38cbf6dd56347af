import type { Subject } from '@honbu/contract/guards.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Places, type Query, statement } from './statement.ts'
import type { Tables } from './tables.ts'

interface RowClub {
  readonly id: number
  readonly clubId: number
}

/**
 * The clubs that rows belong to, in one query however many they are; nothing for an id of no row. A member who has been
 * erased counts as none: what is left of them are figures, which nobody opens, changes or books.
 */
export const clubsOf: Readonly<Record<Subject, Clubs>> = {
  club: clubsBy((ids, db) =>
    db.selectFrom('club').select(['id', 'id as clubId']).where('id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  class: clubsBy((ids, db) =>
    db.selectFrom('class').select(['id', 'club_id as clubId']).where('id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  member: clubsBy((ids, db) =>
    db
      .selectFrom('club_member')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .select(['club_member.member_id as id', 'club_member.club_id as clubId'])
      .where('club_member.member_id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('member.erased_at', 'is', null),
  ),
  registerMember: clubsBy(
    ids => sql<RowClub>`
      select shown.id, shown.club_id as "clubId"
      from (
        select member_id as id, club_id from club_member where member_id = any(${ids}::bigint[])
        union select member_id, club_id from class_member where member_id = any(${ids}::bigint[])
        union select member_id, club_id from booking where member_id = any(${ids}::bigint[])
        union select member_id, club_id from attendance where member_id = any(${ids}::bigint[])
      ) shown
      join member on member.id = shown.id and member.erased_at is null`,
  ),
  chosenMember: clubsBy(
    ids => sql<RowClub>`
      with recursive meant (id, now_id) as (
        select id, id from member where id = any(${ids}::bigint[])
        union
        select meant.id, member.merged_into_id from meant join member on member.id = meant.now_id
        where member.merged_into_id is not null
      )
      select meant.id, club_member.club_id as "clubId"
      from meant join club_member on club_member.member_id = meant.now_id
      join member on member.id = meant.now_id and member.erased_at is null`,
  ),
  location: ownRows('location'),
  reportSchedule: clubsBy((ids, db) =>
    db
      .selectFrom('report_schedule_club')
      .select(['report_schedule_id as id', 'club_id as clubId'])
      .where('report_schedule_id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  message: ownRows('message'),
  messageDraft: ownRows('club_message_draft'),
  messageRecipient: clubsBy(
    ids => sql<RowClub>`
      select recipient.id, club.id as "clubId" from message_recipient recipient
      join message on message.id = recipient.message_id
      join club on club.id in (recipient.club_id, message.club_id)
      where recipient.id = any(${ids})`,
  ),
  slot: ownRows('class_availability'),
  booking: ownRows('booking'),
  enrolment: ownRows('class_member'),
  clubUser: ownRows('club_user'),
  invitation: ownRows('club_invitation'),
  treeClub: treeRows('club'),
  gradingResult: ownRows('grading_result'),
  discipline: ownRows('discipline'),
  category: ownRows('member_category'),
  grade: clubsBy((ids, db) =>
    db
      .selectFrom('grade')
      .innerJoin('discipline', 'discipline.id', 'grade.discipline_id')
      .select(['grade.id', 'discipline.club_id as clubId'])
      .where('grade.id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  treeDiscipline: treeRows('discipline'),
  treeGrade: treeRows('grade'),
  treeCategory: treeRows('member_category'),
  treePlan: treeRows('training_plan'),
  trainingPlan: ownRows('training_plan'),
  priceChange: ownRows('price_change'),
  notInterestedReason: ownRows('not_interested_reason'),
  enquiry: ownRows('enquiry'),
  marketingSource: clubsBy(
    ids => sql<RowClub>`
      select id, club_id as "clubId" from lookup
      where id = any(${ids}::bigint[]) and kind = 'marketing_source' and club_id is not null`,
  ),
  treeNotInterestedReason: treeRows('not_interested_reason'),
  note: ownRows('member_note'),
  task: ownRows('task'),
  merge: clubsBy((ids, db) =>
    db
      .selectFrom('member_merge')
      .innerJoin('club_member', 'club_member.member_id', 'member_merge.member_id')
      .select(['member_merge.id', 'club_member.club_id as clubId'])
      .where('member_merge.id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  transaction: ownRows('charge'),
  payment: ownRows('payment'),
  clubMember: clubsBy((ids, db) =>
    db
      .selectFrom('club_member')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .select(['club_member.id', 'club_member.club_id as clubId'])
      .where('club_member.id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('member.erased_at', 'is', null),
  ),
  planChange: ownRows('plan_change'),
  memberDiscipline: clubsBy((ids, db) =>
    db
      .selectFrom('member_discipline')
      .innerJoin('club_member', 'club_member.member_id', 'member_discipline.member_id')
      .select(['member_discipline.id', 'club_member.club_id as clubId'])
      .where('member_discipline.id', '=', sql<number>`any(${ids}::bigint[])`),
  ),
  tag: ownRows('tag'),
  attribute: ownRows('attribute'),
  treeAttribute: treeRows('attribute'),
  memberAttribute: ownRows('member_attribute'),
  joiningDraft: ownRows('joining_draft'),
  document: ownRows('document'),
  treeDocument: treeRows('document'),
  treeDocumentVersion: treeRows('document_version'),
  memberCertificate: ownRows('member_certificate'),
  staffCertificate: ownRows('staff_certificate'),
  // What the head office asks for is signed once for all clubs of the member.
  signature: clubsBy(
    ids => sql<RowClub>`
      select id, club_id as "clubId" from document_signature where id = any(${ids})
      union
      select document_signature.id, club_member.club_id
      from document_signature
      join club_member on club_member.member_id = document_signature.member_id
      join document_in_force on document_in_force.club_id = club_member.club_id
        and document_in_force.document_id = document_signature.document_id
      where document_signature.id = any(${ids})`,
  ),
  importBatch: ownRows('import_batch'),
  bulkEdit: ownRows('bulk_edit'),
  mandate: ownRows('mandate'),
  externalPayment: ownRows('external_payment'),
  externalSubscription: ownRows('external_subscription'),
  foundMandate: ownRows('found_mandate'),
  payout: clubsBy(
    ids => sql<RowClub>`
      select id, club_id as "clubId" from payout where id = any(${ids})
      union
      select payout.id, payment.club_id from payout
      join payout_item item on item.payout_id = payout.id
      join external_payment payment
        on payment.provider_account_id = payout.provider_account_id and payment.reference = item.payment_reference
      where payout.id = any(${ids})`,
  ),
  payLink: ownRows('pay_link'),
  audience: ownRows('audience'),
  savedCard: ownRows('saved_card'),
  collectionHold: ownRows('collection_hold'),
  timetableBatch: ownRows('timetable_batch'),
  treeTag: treeRows('tag'),
  discount: ownRows('discount'),
  // Whether a club below has switched it off or not.
  offeredDiscount: clubsBy(
    ids => sql<RowClub>`
      select id, club_id as "clubId" from discount where id = any(${ids})
      union
      select discount.id, below.club_id from discount cross join lateral club_and_below(discount.club_id) below
      where discount.id = any(${ids}) and discount.reach = 'below'
      union
      select discount_club.discount_id, discount_club.club_id
      from discount_club join discount on discount.id = discount_club.discount_id and discount.reach = 'chosen'
      where discount.id = any(${ids})`,
  ),
  chargingRun: ownRows('charging_run'),
  freeze: ownRows('membership_freeze'),
  product: ownRows('product'),
  treeProduct: treeRows('product'),
  productCategory: ownRows('product_category'),
  treeProductCategory: treeRows('product_category'),
  productVariant: ownRows('product_variant'),
  treeProductVariant: treeRows('product_variant'),
  order: ownRows('member_order'),
  orderLine: ownRows('order_line'),
  automation: ownRows('automation'),
  treeAutomation: treeRows('automation'),
  // As a member, and as the contact of members.
  person: clubsBy(
    ids => sql<RowClub>`
      select member.person_id as id, club_member.club_id as "clubId"
      from member join club_member on club_member.member_id = member.id
      where member.person_id = any(${ids}) and member.erased_at is null
      union
      select member_contact.person_id, club_member.club_id
      from member_contact join club_member using (member_id) where member_contact.person_id = any(${ids})`,
  ),
  memberLink: clubsBy(
    ids => sql<RowClub>`
      select member_link.id, club_member.club_id as "clubId"
      from member_link
      join club_member on club_member.member_id in (member_link.member_id, member_link.linked_member_id)
      where member_link.id = any(${ids})`,
  ),
  staff: clubsBy(
    ids => sql<RowClub>`
      select account.person_id as id, club_user.club_id as "clubId"
      from club_user join account on account.id = club_user.account_id where account.person_id = any(${ids})
      union
      select person.id, club.id from person
      join club on person.id in (club.owner_id, club.admin_id, club.instructor_id)
      where person.id = any(${ids})
      union
      select person_id, club_id from club_invitation where person_id = any(${ids})`,
  ),
  template: ownRows('message_template'),
  usedTemplate: rowsBelow('message_template'),
  layout: ownRows('message_layout'),
  usedLayout: rowsBelow('message_layout'),
  // Where he works: as a user of the club, or as its owner, admin or instructor.
  account: clubsBy((ids, db) =>
    db
      .selectFrom('club_user')
      .select(['account_id as id', 'club_id as clubId'])
      .where('account_id', '=', sql<number>`any(${ids}::bigint[])`)
      .union(
        db
          .selectFrom('account')
          .innerJoin('club', join =>
            join.on(({ eb, ref }) =>
              eb(ref('account.person_id'), 'in', [
                ref('club.owner_id'),
                ref('club.admin_id'),
                ref('club.instructor_id'),
              ]),
            ),
          )
          .select(['account.id', 'club.id as clubId'])
          .where('account.id', '=', sql<number>`any(${ids}::bigint[])`),
      ),
  ),
}

type Clubs = (db: Kysely<Tables>, ids: readonly number[]) => Promise<RowClub[]>

function clubsBy(query: (ids: RawBuilder<readonly number[]>, db: Kysely<Tables>) => Query<RowClub>): Clubs {
  const clubs = statement((db, { ids }: Places<{ readonly ids: readonly number[] }>) => query(ids, db))
  return (db, ids) => clubs(db, { ids })
}

/** Rows that one club owns. */
function ownRows(
  table:
    | 'location'
    | 'class_availability'
    | 'timetable_batch'
    | 'booking'
    | 'class_member'
    | 'club_user'
    | 'club_invitation'
    | 'enquiry'
    | 'grading_result'
    | 'payment'
    | 'found_mandate'
    | 'pay_link'
    | 'audience'
    | 'saved_card'
    | 'collection_hold'
    | 'not_interested_reason'
    | 'member_note'
    | 'task'
    | 'discipline'
    | 'member_category'
    | 'tag'
    | 'attribute'
    | 'member_attribute'
    | 'joining_draft'
    | 'club_message_draft'
    | 'document'
    | 'member_certificate'
    | 'staff_certificate'
    | 'charge'
    | 'club_member'
    | 'plan_change'
    | 'training_plan'
    | 'price_change'
    | 'import_batch'
    | 'bulk_edit'
    | 'charging_run'
    | 'membership_freeze'
    | 'mandate'
    | 'external_payment'
    | 'external_subscription'
    | 'discount'
    | 'product'
    | 'product_category'
    | 'member_order'
    | 'order_line'
    | 'product_variant'
    | 'message_template'
    | 'message_layout'
    | 'message'
    | 'automation',
) {
  return clubsBy(
    ids => sql<RowClub>`
      select id, club_id as "clubId" from ${sql.table(table)} where id = any(${ids})`,
  )
}

/** Rows that the club that has made them uses, and every club below it. */
function rowsBelow(table: 'message_template' | 'message_layout') {
  return clubsBy(
    ids => sql<RowClub>`
      select used.id, below.club_id as "clubId" from ${sql.table(table)} used, club_and_below(used.club_id) below
      where used.id = any(${ids})`,
  )
}

/** Rows that every club of a tree may use. */
function treeRows(
  table:
    | 'club'
    | 'discipline'
    | 'grade'
    | 'member_category'
    | 'training_plan'
    | 'tag'
    | 'attribute'
    | 'not_interested_reason'
    | 'document'
    | 'document_version'
    | 'product'
    | 'product_category'
    | 'product_variant'
    | 'message'
    | 'automation',
) {
  return clubsBy(
    ids => sql<RowClub>`
      select used.id, club.id as "clubId" from ${sql.table(table)} used
      join club on club.root_club_id = used.root_club_id where used.id = any(${ids})`,
  )
}

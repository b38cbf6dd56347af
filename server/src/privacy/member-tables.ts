import type { PersonalTable } from './personal-columns.ts'

/** What hangs on a member: a test compares this list with the foreign keys of the database, so that none is forgotten. */
export interface MemberTable {
  readonly table: PersonalTable
  /** The column that names the member. */
  readonly column: string
  /** What the rows are called in an export of personal data. */
  readonly title: string
  /** The primary key without the member. */
  readonly key: readonly string[]
  /** A member has each combination of these once: of two records that become one, the one that stays keeps its row. */
  readonly once?: readonly string[]
  /** Of which rows `once` speaks, as SQL; all of them when left out. */
  readonly onceWhere?: string
  /** Two records' rows are put together by a rule of their own (merge-rules.ts) before the rest moves. */
  readonly hasRule?: true
  /** When the person is erased: rows that are figures are kept, with words emptied (personal-columns.ts). */
  readonly erase: 'keep' | 'delete'
}

const rows = (table: PersonalTable, title: string, rest: Partial<MemberTable> = {}): MemberTable => ({
  table,
  title,
  column: 'member_id',
  key: ['id'],
  erase: 'keep',
  ...rest,
})

export const memberTables: readonly MemberTable[] = [
  rows('club_member', 'Memberships', { hasRule: true }),
  rows('member_discipline', 'Disciplines', { hasRule: true }),
  rows('class_member', 'Enrolments', { hasRule: true }),
  rows('attendance', 'Attendance', { hasRule: true }),
  rows('attendance_mark', 'Marks sent by devices', { key: ['mark_id'] }),
  rows('booking', 'Bookings', { hasRule: true }),
  rows('waiting_list_entry', 'Waiting lists', { hasRule: true }),
  rows('grading_result', 'Gradings', {
    once: ['class_id', 'graded_on', 'discipline_id'],
    onceWhere: 'class_id is not null',
  }),
  rows('charge', 'Charges'),
  rows('payment', 'Payments'),
  rows('allocation', 'What payments settled'),
  rows('discount_use', 'Discounts given'),
  rows('member_order', 'Orders'),
  rows('order_line', 'What was ordered'),
  rows('member_contact', 'Contacts', { once: ['person_id'], erase: 'delete' }),
  rows('member_note', 'Notes', { erase: 'delete' }),
  rows('message_recipient', 'Messages sent', {
    once: ['message_id'],
    onceWhere: 'cause is null',
    erase: 'delete',
  }),
  rows('member_text', 'Text messages received', { erase: 'delete' }),
  rows('enquiry', 'Enquiries from the website'),
  rows('enquiry', 'Enquiries by the own link', { column: 'referrer_id' }),
  rows('automation_run', 'Automations', { once: ['automation_id', 'cause'], erase: 'delete' }),
  rows('task', 'Tasks', { erase: 'delete' }),
  rows('form_draft', 'Begun forms', {
    once: ['account_id', 'club_id', 'form', 'record'],
    erase: 'delete',
  }),
  rows('member_tag', 'Tags', { key: ['tag_id'], once: ['tag_id'], erase: 'delete' }),
  rows('member_attribute', 'Attributes', { once: ['attribute_id'], erase: 'delete' }),
  rows('document_signature', 'Signatures', {
    once: ['document_version_id'],
    onceWhere: "answer = 'signed' and withdrawn_at is null",
    erase: 'delete',
  }),
  rows('document_request', 'Links to sign', { once: ['club_id'], onceWhere: 'ended_at is null', erase: 'delete' }),
  rows('member_certificate', 'Licences and insurance', { erase: 'delete' }),
  rows('import_line', 'Lines of imported lists', { key: ['import_batch_id', 'line'], erase: 'delete' }),
  rows('import_change', 'What an import changed', { erase: 'delete' }),
  rows('bulk_edit_member', 'Changes to many people', { erase: 'delete' }),
  rows('bulk_edit_row', 'What those changed', { erase: 'delete' }),
  rows('mandate', 'Direct debit mandates'),
  rows('imported_member', 'What imports have stored', { once: ['club_id'], erase: 'delete' }),
  rows('imported_mandate', 'Mandates in another system', { once: ['reference'], erase: 'delete' }),
  rows('mandate_request', 'Links to set up a direct debit', {
    once: ['club_id'],
    onceWhere: 'ended_at is null',
    erase: 'delete',
  }),
  rows('external_subscription', 'Subscriptions at a provider'),
  rows('external_payment', 'Payments through a provider'),
  rows('external_payment_part', 'What those payments were for', { key: ['external_payment_id', 'charge_id'] }),
  rows('external_payment_change', 'What became of those payments'),
  rows('external_refund', 'Refunds through a provider'),
  rows('collection_hold', 'Holds on collecting'),
  rows('recovery', 'Payments that failed'),
  rows('found_mandate', 'Mandates to be taken over', { column: 'for_member_id', erase: 'delete' }),
  rows('saved_card', 'Saved cards', { hasRule: true }),
  rows('pay_link', 'Links to pay'),
  rows('checkout', 'Pages opened to pay'),
  rows('member_link', 'Linked members', { hasRule: true, erase: 'delete' }),
  rows('member_link', 'Linked by others', { column: 'linked_member_id', erase: 'delete' }),
]

/** Rows that hang on a membership (`club_member_id`): with two memberships in one club they go to the one that stays. */
export const membershipTables: readonly {
  readonly table: PersonalTable
  readonly title: string
}[] = [
  { table: 'member_status_change', title: 'Changes of status' },
  { table: 'plan_change', title: 'Changes of plan' },
  { table: 'membership_period', title: 'Days that were charged' },
  { table: 'membership_gap', title: 'Days that were not charged in time' },
  { table: 'membership_freeze', title: 'Freezes' },
  { table: 'membership_terms', title: 'What was paid until it changed' },
]

/**
 * Point at a member and are no data of their own: the merges themselves, the audit (which keeps who did what), and what
 * triggers keep from other rows.
 */
export const notMoved: readonly string[] = [
  'member_merge',
  'audit',
  'member',
  'directory_entry',
  'member_month',
  'membership_span',
  'membership_piece',
]

import type { ActivityKind } from './activity-tabs.ts'

interface Known {
  /** The tab of Activity that it is on; null for what is nobody else's business. */
  readonly kind: ActivityKind | null
  /** What it is called in a sentence: "changed the …". */
  readonly noun: string
}

const of = (kind: ActivityKind | null, nouns: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(nouns).map(([subject, noun]) => [subject, { kind, noun }]))

const members = {
  attribute: 'kind of attribute',
  bulk_edit: 'change to many people',
  booking: 'booking',
  consent: 'consent',
  document_request: 'request to sign',
  document_signature: 'signature',
  enquiry: 'enquiry',
  member: 'member',
  member_attribute: 'attribute',
  member_certificate: 'certificate',
  member_contact: 'contact',
  member_discipline: 'discipline',
  member_link: 'link',
  member_merge: 'merged record',
  member_note: 'note',
  member_tag: 'tag',
  club_member: 'membership',
  person: 'details',
  person_photo: 'photo',
  referral: 'referral',
  task: 'task',
  waiting_list_entry: 'place on the waiting list',
} as const

const money = {
  charge: 'charge',
  charging_run: 'charging run',
  checkout: 'page to pay',
  collection_hold: 'hold on collecting',
  external_payment: 'collection',
  external_refund: 'refund',
  external_subscription: 'subscription',
  found_mandate: 'mandate found at the provider',
  mandate: 'direct debit',
  mandate_request: 'request for a direct debit',
  member_order: 'order',
  membership_freeze: 'freeze',
  order_line: 'part of an order',
  pay_link: 'link to pay',
  payment: 'payment',
  payout: 'payout',
  plan_change: 'change of plan',
  recovery: 'recovery of a failed payment',
  saved_card: 'saved card',
  stock_movement: 'stock',
} as const

const messages = {
  audience: 'saved audience',
  message: 'message',
  message_image: 'image for messages',
  message_layout: 'layout',
  message_template: 'template',
  undeliverable: 'stopped address',
} as const

const classes = {
  attendance: 'mark in the register',
  class: 'class',
  class_availability: 'bookable date',
  class_cover: 'cover for a class',
  class_member: 'place in the class',
  class_session: 'session',
  timetable_batch: 'week of classes',
  club_closure: 'closure',
  grading_result: 'grading result',
} as const

const security = { account: 'account' } as const

const changes = {
  automation: 'automation',
  calendar_feed: 'calendar address',
  charging_setting: 'charging settings',
  vat_setting: 'VAT settings',
  club: 'club',
  club_invitation: 'invitation',
  club_user: 'user of the club',
  role_rights: 'rights of a role',
  discipline: 'discipline',
  discount: 'discount',
  discount_off: 'discount of the head office',
  document: 'document',
  enquiry_form: 'enquiry form',
  export_file: 'export',
  family_price: 'family prices',
  grade: 'grade',
  import_batch: 'import',
  location: 'location',
  marketing_cost: 'marketing cost',
  marketing_source: 'marketing source',
  member_category: 'member category',
  message_setting: 'message settings',
  not_interested_reason: 'reason for not joining',
  price_change: 'change of prices',
  product: 'product',
  product_category: 'product category',
  product_variant: 'product variant',
  failed_work: 'failed work',
  provider_account: 'payment provider',
  recovery_plan: 'plan for failed payments',
  report_schedule: 'report that is sent by e-mail',
  staff_certificate: 'certificate of a coach',
  tag: 'tag',
  training_plan: 'training plan',
} as const

const own = {
  directory_view: 'view of the directory',
  first_hour: 'first steps of a new club',
  form_draft: 'unsaved form',
  help_vote: 'vote on an article',
  joining_draft: 'begun registration',
  message_draft: 'draft of a message',
  operator_log: 'installation',
  support_request: 'message to support',
  test_message: 'test message',
} as const

type Subjects<T> = keyof T
export type AuditSubject =
  | Subjects<typeof members>
  | Subjects<typeof money>
  | Subjects<typeof messages>
  | Subjects<typeof classes>
  | Subjects<typeof security>
  | Subjects<typeof changes>
  | Subjects<typeof own>

/** What a write can leave word of: the tables whose rows people change. A write names one, or it does not compile. */
export const auditSubjects: Readonly<Record<string, Known>> = {
  ...of('members', members),
  ...of('money', money),
  ...of('messages', messages),
  ...of('classes', classes),
  ...of('security', security),
  ...of('changes', changes),
  ...of(null, own),
}

/** The subjects of a tab; of all of them. */
export const subjectsOf = (kind: ActivityKind | 'all'): string[] =>
  Object.keys(auditSubjects).filter(subject => {
    const its = auditSubjects[subject]?.kind
    return its && (kind === 'all' || its === kind)
  })

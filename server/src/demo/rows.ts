import type { Insertable } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** The tables the demo fills, parents before children: this is the order of insertion. */
export const tableNames = [
  'person',
  'account',
  'club',
  'club_user',
  'club_user_role',
  'club_invitation',
  'club_invitation_role',
  'location',
  'discipline',
  'member_category',
  'grade',
  'training_plan',
  'training_plan_price',
  'training_plan_discipline',
  'club_closure',
  'charging_setting',
  'product_category',
  'product_variant',
  'product',
  'product_price',
  'stock_level',
  'stock_movement',
  'member',
  'member_contact',
  'member_link',
  // Before the memberships, whose flags follow from it.
  'consent',
  'club_member',
  'document',
  'document_version',
  'document_signature',
  'member_certificate',
  'staff_certificate',
  'member_status_change',
  'member_discipline',
  'class',
  'class_discipline',
  'class_timetable',
  'class_instructor',
  'class_cover',
  'class_availability',
  'class_member',
  'booking',
  'waiting_list_entry',
  'attendance',
  'grading_result',
  'charge',
  'payment',
  'allocation',
  'charging_run',
  'membership_period',
  'membership_gap',
  'membership_gap_period',
  'membership_freeze',
  'member_order',
  'order_line',
  'order_payment',
  'audience',
  'undeliverable',
  'member_note',
  'note_message',
  'task',
  'tag',
  'member_tag',
  'discount',
  'discount_choice',
  'discount_club',
  'discount_use',
  'enquiry_form',
  'enquiry',
  'marketing_cost',
  'attribute',
  'member_attribute',
  'message_layout',
  'message_template',
  'message_setting',
] as const satisfies readonly (keyof Tables)[]

export type TableName = (typeof tableNames)[number]

/**
 * A row as the database takes it: dates YYYY-MM-DD, instants as `at` writes them, money in pence. A column whose value
 * the database would make up is left out or given.
 */
export type Row<T extends TableName> = {
  [Column in keyof Insertable<Tables[T]>]: Exclude<Insertable<Tables[T]>[Column], Date>
}

export type DemoRows = { readonly [T in TableName]: Row<T>[] }

export function noRows(): DemoRows {
  // One empty list for each name: fromEntries only knows that its keys are strings.
  return Object.fromEntries(tableNames.map(name => [name, []])) as unknown as DemoRows
}

/** A local time of the demo's clubs as an instant. Postgres knows the zone, also when the clocks change. */
export const at = (day: string, time: string) => `${day} ${time} Europe/London`

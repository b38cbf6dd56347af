/** How a merge fills a column of the record that stays. Rows of other tables move as they are. */
export type MergeRule =
  /** Its own value stays. */
  | 'own'
  /** The other record's value, if it has none of its own. */
  | 'filled'
  /** The other record's values of all these columns, if it has none in any of them: half of two addresses is no address. */
  | 'filledTogether'
  /** The value of the membership that counts: active before prospect before lapsed. */
  | 'livelier'
  | 'earlier'
  /** True, or each flag, if either has it. */
  | 'either'
  /** The value beside the higher grade. */
  | 'higher'

/** Each column of a table about a person is in exactly one of the first four. A test compares them with the database. */
export interface PersonalColumns {
  /** Exported. Kept when the person is erased, unless their rows are deleted: ids, numbers, dates and flags. */
  readonly shown: string
  /** Exported and kept: texts from a fixed list, texts of the club's own, and references of a provider. */
  readonly codes?: string
  /** Exported, and set to this value when the person is erased. */
  readonly words?: Readonly<Record<string, string | number | null>>
  /** Not exported: internal use, keys, hashes and random ids. Kept unless `words` or deleted rows say otherwise. */
  readonly internal?: string
  /** Not exported, and emptied when the person is erased. */
  readonly internalWords?: Readonly<Record<string, null>>
  /** For tables of which a merge makes one row out of two. */
  readonly merge?: Readonly<Partial<Record<MergeRule, string>>>
}

/**
 * What export, merge and erasure do with each column of each table about a person. Whether erasing deletes the rows or
 * keeps them as figures is in member-tables.ts.
 */
export const personalColumns = {
  person: {
    shown: 'id created_at',
    words: {
      first_name: 'Erased',
      last_name: '',
      gender: '-',
      dob: null,
      email: null,
      phone_day: null,
      phone_eve: null,
      phone_mob: null,
      address_line: null,
      town: null,
      postcode: null,
    },
    // The last three are computed from the names and phones.
    internal: 'version search phones sms_number',
    internalWords: { photo_url: null },
    merge: {
      own: 'id created_at version first_name last_name',
      filled: 'email phone_day phone_eve phone_mob dob gender photo_url',
      filledTogether: 'address_line town postcode',
    },
  },
  member: {
    shown: 'id person_id created_at merged_into_id erased_at',
    // The number that is left on charges and payments, which says nothing without a name.
    codes: 'code',
    words: { belt_size: '' },
    internal: 'root_club_id',
    merge: { own: 'id person_id created_at merged_into_id erased_at code root_club_id', filled: 'belt_size' },
  },
  club_member: {
    shown: `id member_id club_id member_status_id category_id training_plan_id sub_frequency_id sub_price_pence
      payment_method_id marketing_source_id member_since member_until next_renewal next_payment trial_start
      is_grading_candidate date_added trial_plan_id trial_charge_id lapse_gives_back lapse_bound_until
      attended_before`,
    codes: 'lapse_term',
    words: { communication_flags: 0, lapse_reason: null },
    internal: 'root_club_id version',
    merge: {
      own: 'id member_id club_id root_club_id version',
      filled: 'marketing_source_id attended_before',
      livelier: `member_status_id category_id training_plan_id sub_frequency_id sub_price_pence payment_method_id
        member_until next_renewal next_payment trial_start trial_plan_id trial_charge_id lapse_reason lapse_gives_back
        lapse_bound_until lapse_term`,
      earlier: 'member_since date_added',
      either: 'communication_flags is_grading_candidate',
    },
  },
  member_discipline: {
    shown: `id member_id discipline_id current_grade_id last_grading studied_since earlier_classes
      earlier_classes_on`,
    internal: 'root_club_id version',
    merge: {
      own: 'id member_id discipline_id root_club_id version',
      higher: 'current_grade_id last_grading earlier_classes earlier_classes_on',
      earlier: 'studied_since',
    },
  },
  class_member: { shown: 'id member_id class_id club_id date_added removed_on', internal: 'root_club_id' },
  attendance: {
    shown: 'id member_id club_id class_id class_date attended marked_by marked_at charge_id',
    internal: 'root_club_id',
  },
  attendance_mark: {
    shown: 'member_id club_id class_id class_date attended marked_at received_at account_id',
    internal: 'mark_id root_club_id',
  },
  booking: { shown: 'id member_id class_id club_id booking_date cancelled_at created_at', internal: 'root_club_id' },
  waiting_list_entry: {
    shown: 'id member_id class_id club_id class_date joined_at account_id offered_at offer_until closed_at',
    codes: 'closed_as',
    internal: 'root_club_id secret_hash',
  },
  grading_result: {
    shown: `id member_id club_id discipline_id class_id from_grade_id grade_id graded_on passed account_id created_at
      last_grading_before added_discipline`,
    codes: 'mark_before',
    words: { note: '', reason: '', progress: '' },
    internal: 'root_club_id requirement_flags candidate_before',
  },
  charge: {
    shown: `id member_id club_id amount_pence transaction_date due_on created_at category_id event_id event_date
      period_from period_until full_pence payment_method_id reverses_id account_id part_of_id`,
    words: { description: '' },
    internal: 'root_club_id vat_code_id vat_rate',
  },
  payment: {
    shown: 'id member_id club_id amount_pence payment_date payment_method_id created_at returns_id account_id',
    codes: 'return_reason',
    words: { description: '', reference: '' },
    internal: 'root_club_id',
  },
  allocation: { shown: 'id member_id club_id charge_id payment_id amount_pence created_at credit_id' },
  discount_use: { shown: 'id member_id discount_id club_id charge_id amount_pence used_at order_line_id ended_at' },
  member_order: { shown: 'id member_id club_id ordered_on account_id created_at', internal: 'root_club_id' },
  order_line: {
    shown: `id member_id order_id club_id product_id variant_id event_id event_date quantity full_pence pence taken
      pre_ordered handed_out_at handed_out_by charge_id booking_id returned_at returned_by returned_quantity
      returned_pence returned_taken`,
    // What the club calls the product and its discounts.
    codes: 'label discounts',
    words: { return_reason: '' },
    internal: 'root_club_id',
  },
  member_contact: {
    shown: 'id member_id person_id relationship is_guardian is_emergency position',
    internal: 'root_club_id',
  },
  member_note: {
    shown: `id member_id club_id category_id subject note reminder completed is_pinned has_sms has_email account_id
      created_at`,
    internal: 'root_club_id version',
  },
  message_recipient: {
    shown: `id member_id message_id club_id person_id to_name to_address state refusal failure cause cause_name
      booking_id copy_id handed_at sent_at delivered_at segments`,
    internal: 'root_club_id member_ids provider_id tries not_before is_urgent claim claimed_at',
  },
  // Not what it says: a note that isn't saved has no category yet, so nobody can tell who may read it.
  form_draft: { shown: 'id member_id club_id account_id form saved_at', internal: 'root_club_id record draft' },
  imported_member: { shown: 'id member_id club_id created_by_id', internal: 'root_club_id digests' },
  imported_mandate: { shown: 'id member_id', codes: 'reference', internal: 'root_club_id' },
  member_text: { shown: 'id member_id club_id from_number at text', internal: 'root_club_id' },
  enquiry: {
    shown: `id member_id referrer_id club_id was_known booking_id class_id class_date created_at rewarded_at
      reward_charge_id reward_task_id`,
    // Of the advertisement that led to the form.
    codes: 'source campaign',
    words: { referral: '' },
    internal: 'root_club_id token',
  },
  automation_run: {
    shown: `id member_id automation_id club_id cause booking_id happened_at step due_at state because sent_at
      started_at ended_at`,
    internal: 'version root_club_id',
  },
  task: {
    shown: `id member_id club_id account_id kind subject event due_on completed_at created_at cause details note_id
      mention_id created_by completed_by closed_because`,
    internal: 'root_club_id version',
  },
  member_tag: { shown: 'member_id tag_id club_id added_at account_id', internal: 'root_club_id' },
  member_attribute: { shown: 'id member_id attribute_id club_id value', internal: 'root_club_id version' },
  document_signature: {
    shown: `id member_id club_id document_id document_version_id answer how person_id signer_name relationship
      drawing signed_at recorded_at account_id withdrawn_at withdrawn_by withdrawn_reason`,
    internal: 'root_club_id',
  },
  document_request: {
    shown: 'id member_id club_id person_id email account_id created_at expires_at ended_at used_at',
    internal: 'root_club_id secret_hash',
  },
  member_certificate: {
    shown: 'id member_id club_id kind number issuer issued_on expires_on note created_at',
    internal: 'root_club_id version',
  },
  import_line: {
    shown: 'member_id import_batch_id line outcome name problems stored',
    internal: 'root_club_id',
  },
  bulk_edit_member: {
    shown: 'id bulk_edit_id member_id club_id outcome why',
  },
  bulk_edit_row: {
    shown: 'id bulk_edit_id member_id club_id table_name before after',
  },
  import_change: {
    shown: 'id member_id import_batch_id table_name what before after',
    internal: 'root_club_id key',
  },
  mandate: {
    shown: 'id member_id club_id provider_account_id next_possible_charge_date created_at cancel_requested_at',
    codes: 'reference customer_reference state cause',
    words: { problem: '' },
    internal: 'root_club_id checked',
  },
  mandate_request: {
    shown: `id member_id club_id email to_name account_id created_at expires_at ended_at provider_account_id
      billing_request mandate_id`,
    internal: 'root_club_id secret_hash idempotency_key',
  },
  external_subscription: {
    shown: `id member_id club_id mandate_id provider_account_id amount_pence created_at start_date next_payment
      cancel_requested_at`,
    codes: 'reference frequency state',
    words: { name: '', problem: '' },
    internal: 'root_club_id checked hold_id',
  },
  external_payment: {
    shown: `id member_id club_id provider_account_id payment_method_id mandate_id external_subscription_id charge_id
      amount_pence charge_date will_retry created_at sent_at payment_id cancel_requested_at answer_by`,
    codes: 'state cause reference cause_code',
    words: { description: '', problem: '' },
    internal: 'root_club_id idempotency_key claimed_until checked refunds_checked hold_id is_made_anew',
  },
  external_payment_part: {
    shown: 'external_payment_id charge_id member_id club_id amount_pence',
    internal: 'is_in_flight',
  },
  external_payment_change: {
    shown: 'id member_id external_payment_id club_id at payment_id return_id',
    codes: 'state',
  },
  external_refund: {
    shown: `id member_id external_payment_id club_id amount_pence account_id created_at return_id restored_id
      is_still_owed`,
    codes: 'state cause reference',
    words: { description: '' },
    internal: 'idempotency_key',
  },
  collection_hold: {
    shown: 'id member_id club_id mandate_id saved_card_id external_payment_id opened_at released_at released_by',
    words: { release_reason: '' },
    internal: 'root_club_id',
  },
  recovery: {
    shown: `id member_id club_id charge_id external_payment_id amount_pence failures failed_on retry_on opened_at
      closed_at`,
    codes: 'reason step task_cause',
    words: { told: '' },
    internal: 'root_club_id',
  },
  found_mandate: {
    shown: `id for_member_id club_id provider_account_id reference state created_at name email marks found_at
      for_club_id problem subscriptions subscription_pence next_payment`,
    internal: 'root_club_id',
  },
  saved_card: {
    shown: 'id member_id club_id provider_account_id created_at ended_at forgotten_at',
    codes: 'customer_reference reference',
    internal: 'root_club_id',
  },
  pay_link: {
    shown: 'id member_id club_id charge_id account_id created_at expires_at ended_at led_on led_on_since',
    codes: 'purpose sent_by',
    words: { sent_to: '', to_name: '', problem: '' },
    internal: 'root_club_id secret_hash',
  },
  checkout: {
    shown: `id member_id club_id pay_link_id provider_account_id payment_method_id keeps_card amount_pence created_at
      expires_at external_payment_id receipted_at`,
    codes: 'reference customer_reference state',
    internal: 'root_club_id idempotency_key',
  },
  member_link: {
    shown: 'id member_id linked_member_id relationship linked_since created_at',
    internal: 'root_club_id version',
  },
  member_status_change: {
    shown: `id club_member_id club_id from_status_id to_status_id changed_on account_id created_at
      not_interested_reason_id`,
    words: { reason: null },
    internal: 'root_club_id',
  },
  plan_change: {
    shown: `id club_member_id club_id applies_on training_plan_id sub_frequency_id sub_price_pence payment_method_id
      next_payment account_id created_at applied_at cancelled_at before_pence told_at recalled_at
      has_no_address is_pro_rata term_until term_pence`,
    // Ids and prices of the plan before.
    codes: 'before term',
    words: { exception: '', term_reason: '', reason: '' },
    internal: 'root_club_id price_change_id',
  },
  membership_period: {
    shown: `id club_member_id club_id period_from period_until anchor_on anchor_day sub_frequency_id full_pence
      whole_days list_pence discount_pence pence charge_id joining_fee_charge_id is_double created_at`,
    internal: 'charging_run_id',
  },
  membership_gap: {
    shown: `id club_member_id club_id is_before_entry joining_fee_pence created_at settled_at account_id charged_pence
      waived_pence elsewhere_pence waived_charge_id`,
    words: { reason: '' },
  },
  membership_freeze: {
    shown: 'id club_member_id club_id frozen_from frozen_until price_pence account_id created_at',
    words: { reason: '-' },
    internal: 'version',
  },
  membership_terms: {
    shown: 'id club_member_id club_id until_on training_plan_id sub_frequency_id sub_price_pence created_at',
  },
  consent: {
    shown: `id person_id club_id flag is_given given_on given_by_person_id account_id recorded_at import_batch_id`,
    codes: 'how',
    words: { wording: '' },
  },
  audit: {
    shown: 'id member_id at account_id club_id',
    codes: 'action subject',
    words: { before: null, after: null },
    internal: 'subject_id',
  },
} as const satisfies Readonly<Record<string, PersonalColumns>>

/** Exported beside a person's own rows, and deleted with the row they belong to, if that is theirs. */
export const columnsBeside = {
  note_message: {
    shown: 'id note_id club_id channel to_name to_address text state failure account_id created_at sent_at',
  },
  note_mention: { shown: 'id note_id club_id account_id name created_at' },
  message_copy: { shown: 'id message_id subject text', internal: 'digest html' },
  message_reply: { shown: 'id recipient_id at subject text' },
  // The club's own text, which the person has signed.
  document_version: {
    shown: 'id document_id club_id kind number title text published_at published_by',
    internal: 'root_club_id',
  },
} as const satisfies Readonly<Record<string, PersonalColumns>>

export type PersonalTable = keyof typeof personalColumns

/** The columns in a declaration, by name. */
export const namesIn = (columns = ''): string[] => columns.split(/\s+/).filter(name => name !== '')

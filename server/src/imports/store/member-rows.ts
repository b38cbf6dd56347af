import { memberStatus } from '@honbu/contract/ids.ts'
import type { Tables } from '../../platform/tables.ts'
import type { ListedMember } from '../plan/listed-member.ts'
import { insertRows, type Logged, newIds } from './rows.ts'
import type { Store } from './store.ts'

/** Who was made from a line. */
export interface MadeMember {
  readonly line: number
  readonly memberId: number
  readonly personId: number
  readonly clubMemberId: number
}

/** How the rows of a table are recorded, and which of its columns holds the member. */
export const logged = ({ importId, rootClubId }: Store, key: readonly string[] = ['id']): Logged => ({
  importId,
  rootClubId,
  key,
  memberIdOf: row => Number(row.member_id),
})

/** Adds rows that have an id and name their member. `unless`: what makes a row superfluous. */
export async function addRows(
  store: Store,
  table: keyof Tables,
  rows: readonly Readonly<Record<string, unknown>>[],
  how: { readonly unless?: string } = {},
): Promise<void> {
  const ids = await newIds(store.tx, table, rows.length)
  const withIds = rows.map((row, index) => ({ id: ids[index], ...row }))
  await insertRows(store.tx, table, withIds, logged(store), how)
}

export const personRow = (listed: ListedMember) => ({
  first_name: listed.firstName,
  last_name: listed.lastName,
  gender: listed.gender ?? '-',
  dob: listed.dob,
  email: listed.email,
  phone_mob: listed.mobile,
  phone_day: listed.phoneDay,
  phone_eve: listed.phoneEve,
  address_line: listed.address.line,
  town: listed.address.town,
  postcode: listed.address.postcode,
  ...freshPerson,
})

/** What every row says that is inserted with all its columns. */
export const freshPerson = { version: 1, created_at: 'now' }

export function membershipRow(listed: ListedMember) {
  const isTrial = listed.statusId === memberStatus.prospect || listed.statusId === memberStatus.enquiry
  return {
    member_status_id: listed.statusId,
    member_since: isTrial ? null : listed.joined,
    trial_start: isTrial ? listed.joined : null,
    member_until: listed.left,
    attended_before: listed.lastAttended,
    category_id: listed.categoryId,
    training_plan_id: listed.planId,
    sub_price_pence: listed.pricePence,
    sub_frequency_id: listed.frequencyId,
    payment_method_id: listed.paymentMethodId,
    next_payment: listed.nextPayment,
    next_renewal: listed.renewal,
    marketing_source_id: listed.sourceId,
  }
}

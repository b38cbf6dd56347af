import type { BulkKind } from '@honbu/contract/bulk.ts'

/** As the menu and the dialog call each change. */
export const bulkTitles: Readonly<Record<BulkKind, string>> = {
  plan: 'Plan and price',
  paymentMethod: 'Way to pay',
  nextPayment: 'Next payment',
  status: 'Status',
  category: 'Category',
  tags: 'Tags',
  class: 'Class',
  freeze: 'Freeze',
  end: 'End membership',
  invite: 'Invite to Direct Debit',
  document: 'Send documents',
}

/** The first of each group of the menu. */
export const groupStarts: readonly BulkKind[] = ['status', 'freeze', 'invite']

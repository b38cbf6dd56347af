import type { BulkChange, BulkKind } from '@honbu/contract/bulk.ts'
import type { ChangeOf, Kind } from './kind.ts'
import { category } from './kinds/category.ts'
import { klass } from './kinds/class.ts'
import { document } from './kinds/document.ts'
import { end } from './kinds/end.ts'
import { freeze } from './kinds/freeze.ts'
import { invite } from './kinds/invite.ts'
import { nextPayment, paymentMethod } from './kinds/payment.ts'
import { plan } from './kinds/plan.ts'
import { status } from './kinds/status.ts'
import { tags } from './kinds/tags.ts'

const kinds: { readonly [Name in BulkKind]: Kind<ChangeOf<Name>> } = {
  status,
  category,
  tags,
  plan,
  paymentMethod,
  nextPayment,
  class: klass,
  freeze,
  end,
  invite,
  document,
}

// The type of the table pairs a change with its kind; an index can't carry that.
export const kindOf = ({ kind }: Pick<BulkChange, 'kind'>) => kinds[kind] as Kind<BulkChange>

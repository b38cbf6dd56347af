import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { inFlight } from '../collections/index.ts'
import type { Db } from '../platform/database.ts'

export interface UnderWay {
  readonly chargeId: number
  /** 'by direct debit since 12 May 2026, to be taken on 15 May 2026' */
  readonly how: string
  /** Known in a moment; a direct debit takes days. */
  readonly isQuick: boolean
  /** A page that the payer has opened, and not paid on yet. */
  readonly isPage: boolean
  /** A debit that the bank hasn't got yet. */
  readonly canStop: boolean
}

interface Row {
  chargeId: number
  methodId: number
  since: Date
  chargeDate: string | null
  isPage: boolean
  canStop: boolean
  problem: string
  timeZone: string
}

interface Asked {
  readonly chargeIds?: readonly number[]
  readonly memberId?: number
}

/** What is being paid just now: by a provider, or on the page that a payer has opened. One line a charge. */
export async function underWay(db: Db, { chargeIds = [], memberId = 0 }: Asked): Promise<UnderWay[]> {
  const { rows } = await sql<Row>`
    select distinct on (charge_id) charge_id as "chargeId", method_id as "methodId", since, charge_date as "chargeDate",
      is_page as "isPage", can_stop as "canStop", problem, club.time_zone as "timeZone"
    from (
      select part.charge_id, part.club_id, payment_method_id as method_id, created_at as since, charge_date,
        false as is_page, problem, mandate_id is not null and state in ('waiting', 'pending_submission') as can_stop
      from external_payment_part part join external_payment on external_payment.id = part.external_payment_id
      where (part.charge_id = any(${[...chargeIds]}::bigint[]) or part.member_id = ${memberId}) and ${inFlight}
      union all
      select charge_id, club_id, payment_method_id, created_at, null, true, '', false
      from checkout_charge join checkout on checkout.id = checkout_charge.checkout_id
      where (charge_id = any(${[...chargeIds]}::bigint[]) or member_id = ${memberId}) and is_open
    ) something join club on club.id = something.club_id
    order by charge_id, is_page`.execute(db)
  return rows.map(({ chargeId, methodId, since, chargeDate, isPage, canStop, problem, timeZone }) => {
    const isQuick = isPage || methodId !== paymentMethod.directDebit
    const day = longDate(todayIn(timeZone, since))
    const time = timeIn(timeZone, since)
    if (isPage) return { chargeId, isPage, isQuick, canStop, how: `the payer has opened a page to pay at ${time}` }
    const taken = chargeDate && methodId === paymentMethod.directDebit ? `, to be taken on ${longDate(chargeDate)}` : ''
    return {
      chargeId,
      isPage,
      isQuick,
      canStop,
      how: `${words[methodId] ?? 'through a provider'} since ${day}${taken}${problem && `. ${problem}`}`,
    }
  })
}

const words: Readonly<Record<number, string>> = {
  [paymentMethod.directDebit]: 'by direct debit',
  [paymentMethod.card]: 'by card',
  [paymentMethod.instantBankPay]: 'by instant bank pay',
}

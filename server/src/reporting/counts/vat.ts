import { sql } from 'kysely'
import { type Facts, isIn, these } from './by-bucket.ts'

/** Charges with VAT, and what takes them back, on the day of each entry; pence with VAT, vat_pence of them. */
export const vatFacts: Facts = of => sql`(
  select charge.id, charge.club_id, charge.member_id, vat.day, charge.description, charge.amount_pence as pence,
    vat.vat_code_id, vat.rate, vat.pence as vat_pence
  from charge_vat vat join club on club.id = vat.club_id join charge on charge.id = vat.charge_id
  where vat.club_id = ${these(of.clubIds)} and ${isIn(sql`vat.day`, of)}
)`

import { currency, longDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { vatRows } from '@honbu/contract/vat.ts'
import { writeVatNumber } from '@honbu/contract/vat-number.ts'
import { sql } from 'kysely'
import { type Taxed, vatSums } from '../ledger/index.ts'
import { recipientsOf } from '../notes/index.ts'
import type { Db } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'
import { drawReceipt } from '../platform/pdf-receipt.ts'
import { endPdf, openPdf } from '../platform/pdf-text.ts'
import { job, type PayingParts } from './parts.ts'

/** Each minute: a receipt for whoever has paid online, once the money is in the ledger; of each payment one. */
export async function queueReceipts({ db, jobs, now }: PayingParts): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ checkoutId: number }>`
      update checkout set receipted_at = ${now()}
      from external_payment payment
      where payment.id = checkout.external_payment_id and payment.payment_id is not null and receipted_at is null
      returning checkout.id as "checkoutId"`.execute(tx)
    for (const data of rows) await jobs.enqueue(tx, job.receipt, data)
  })
}

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'send'>
}

/** Sends it to the address that the link went to, or else to whom messages about the member go. */
export async function sendOnlineReceipt(
  { db, now, mail }: Parts,
  { checkoutId }: { checkoutId: number },
): Promise<void> {
  const receipt = await readReceipt(db, checkoutId)
  if (!receipt) return
  const to = receipt.sentTo || (await recipientsOf(db, { ...receipt, now: now() })).email.to?.address
  if (!to) return
  const pdf = await pdfOf(receipt)
  await mail.send({
    ...{ letter: 'onlineReceipt', clubId: receipt.clubId },
    to,
    subject: `Receipt from ${receipt.clubName}: ${receipt.total}`,
    text: textOf(receipt),
    attachments: [
      { filename: `receipt-${receipt.paymentId}.pdf`, contentType: 'application/pdf', base64: pdf.toString('base64') },
    ],
  })
}

interface Paid {
  paymentId: number
  memberId: number
  clubId: number
  clubName: string
  clubAddress: string
  memberName: string
  sentTo: string
  methodId: number
  pence: number
  paidOn: string
  vatNumber: string
  parts: ({ description: string } & Taxed)[]
}

type Receipt = Awaited<ReturnType<typeof readReceipt>> & object

async function readReceipt(db: Db, checkoutId: number) {
  const { rows } = await sql<Paid>`
    select paid.id as "paymentId", paid.member_id as "memberId", club.id as "clubId", club.name as "clubName",
      concat_ws(', ', nullif(club.address_line, ''), nullif(club.town, ''), nullif(club.postcode, '')) as "clubAddress",
      trim(person.first_name || ' ' || person.last_name) as "memberName", paid.payment_method_id as "methodId",
      case when pay_link.sent_by = 'email' then pay_link.sent_to else '' end as "sentTo",
      coalesce(setting.number, '') as "vatNumber", paid.amount_pence as pence, paid.payment_date as "paidOn",
      (select coalesce(json_agg(json_build_object('description', coalesce(nullif(charge.description, ''), 'Payment'),
          'pence', settled.pence, 'vatName', code.name, 'vatRate', vat.rate,
          'vatPence', vat_within(settled.pence, vat.rate)) order by charge.due_on, charge.id), '[]')
        from (select charge_id, sum(amount_pence)::integer as pence from allocation where payment_id = paid.id
          group by charge_id having sum(amount_pence) > 0) settled
        join charge on charge.id = settled.charge_id
        left join charge_vat vat on vat.charge_id = charge.id
        left join lookup code on code.id = vat.vat_code_id) as parts
    from checkout
    join external_payment payment on payment.id = checkout.external_payment_id
    join payment paid on paid.id = payment.payment_id
    join pay_link on pay_link.id = checkout.pay_link_id
    join club on club.id = paid.club_id
    left join vat_setting setting on setting.club_id = club.id
    join member on member.id = paid.member_id
    join person on person.id = member.person_id
    where checkout.id = ${checkoutId}`.execute(db)
  const [paid] = rows
  if (!paid) return undefined
  const rest = paid.pence - paid.parts.reduce((sum, { pence }) => sum + pence, 0)
  const vat = vatSums(paid.parts)
  return {
    ...paid,
    vatNumber: vat.length > 0 ? writeVatNumber(paid.vatNumber) : '',
    vatRows: vatRows(vat),
    total: currency(pounds(paid.pence)),
    day: longDate(paid.paidOn),
    by: paid.methodId === paymentMethod.card ? 'Paid by card' : 'Paid from your bank',
    lines: [...paid.parts, ...(rest > 0 ? [{ description: 'Credit', pence: rest }] : [])].map(
      ({ description, pence }): [string, string] => [description, currency(pounds(pence))],
    ),
  }
}

async function pdfOf(receipt: Receipt): Promise<Buffer> {
  const { paymentId, clubName, clubAddress, vatNumber, day, memberName, lines, total, vatRows, by } = receipt
  const title = `Receipt ${paymentId}`
  const { pdf, done } = await openPdf({ size: 'A5', title, author: clubName })
  const forWhom = `For ${memberName}`
  const { row, line } = drawReceipt(pdf, { clubName, clubAddress, vatNumber, title, day, forWhom, servedBy: '' })
  for (const [what, amount] of lines) row(what, amount)
  line()
  row('Total', total, { weight: 600 })
  for (const [what, amount] of vatRows) row(what, amount)
  row(by, total)
  endPdf(pdf)
  return await done
}

const textOf = ({ paymentId, clubName, clubAddress, vatNumber, day, memberName, lines, total, vatRows, by }: Receipt) =>
  [
    clubName,
    ...(clubAddress ? [clubAddress] : []),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
    `Receipt ${paymentId}, ${day}, for ${memberName}`,
    '',
    ...lines.map(([what, amount]) => `${what}: ${amount}`),
    '',
    `Total: ${total}`,
    ...vatRows.map(([what, amount]) => `${what}: ${amount}`),
    `${by}: ${total}`,
    '',
    'Thank you.',
  ].join('\n')

import { vatCode } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { cash, openShop } from '../../test/open-shop.ts'
import { readOrder } from './read-order.ts'
import { receiptText } from './receipt-text.ts'

const database = await freshDatabase()
const { db } = database
const { aShop } = await openShop(database)

it('shows the VAT number, the rate of each line, and the VAT in what is left of the total', async () => {
  const { club, desk, ann, mitts, giLine, mittsLine, place, read } = await aShop()
  await db
    .insertInto('vat_setting')
    .values({ club_id: club.id, registered_from: '2026-01-01', number: 'GB123456782' })
    .execute()
  await db.updateTable('product').set({ vat_code_id: vatCode.zero }).where('id', '=', mitts.id).execute()
  const { body } = await place([giLine(ann.id, 2), mittsLine(ann.id)], 72.5, [cash(72.5)])
  const receipt = async () => {
    const order = await readOrder(db, body.orderId)
    return order && receiptText(order).split('\n').slice(1, -2)
  }
  // £60.00 ÷ 6 = £10.00
  expect(await receipt()).toEqual([
    ...['VAT number GB 123 4567 82', expect.stringContaining('Receipt '), ''],
    ...['2 × Gi, 140 cm: £60.00', '   20% VAT', 'Mitts: £12.50', '   Zero-rated', ''],
    ...['Total: £72.50', 'Includes 20% VAT on £50.00: £10.00', 'Zero-rated: £12.50', 'Paid by cash: £72.50'],
  ])
  const { lines } = await read(body.orderId)
  await desk.post(`/api/member/ReturnOrderLine/${ann.id}`, {
    ...{ orderLineId: lines[0].orderLineId, quantity: 1, reason: 'Too small', giveBack: false },
  })
  expect(await receipt()).toEqual(expect.arrayContaining(['Total: £42.50', 'Includes 20% VAT on £25.00: £5.00']))
  expect(await read(body.orderId)).toMatchObject({
    vatNumber: 'GB 123 4567 82',
    vat: [
      { name: 'Standard rate', percent: 20, amount: 30, vat: 5 },
      { name: 'Zero-rated', percent: 0, amount: 12.5, vat: 0 },
    ],
  })
})

it('says nothing of VAT for a club that isn’t registered', async () => {
  const { ann, giLine, place } = await aShop()
  const { body } = await place([giLine(ann.id)], 30, [cash(30)])
  const order = await readOrder(db, body.orderId)
  expect(order).toMatchObject({ vatNumber: '', vat: [], lines: [{ vatRate: '' }] })
  expect(order && receiptText(order)).not.toContain('VAT')
})

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

test('an admin says when a failed payment is collected again', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/settings'))
  const panel = page.getByRole('region', { name: 'When a payment fails' })
  await expect(panel.getByLabel('First retry, days after')).toHaveValue('5')
  await panel.getByLabel('First retry, days after').fill('')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Leave out the later ones first')).toBeVisible()
  await panel.getByLabel('First retry, days after').fill('3')
  await panel.getByLabel('Third retry, days after').fill('12')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(panel.getByLabel('First retry, days after')).toHaveValue('3')
  await expect(panel.getByLabel('Third retry, days after')).toHaveValue('12')
})

test('payouts, failed payments and the file for the books', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/payouts'))
  const payouts = page.getByRole('table', { name: 'What was paid out' })
  await expect(payouts.getByRole('row', { name: /HONBU-260508.*1 not matched/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('01/01/2020')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  await expect(dialog.getByText('Should not be before the first day.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Until' }).fill('12/05/2026')
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^payouts-.*\.csv$/)
  await page.getByRole('link', { name: 'Failed payments' }).click()
  await expect(page.getByText('Nothing has failed')).toBeVisible()
  await expectAccessible(page)
})

test('mandates are looked for by the club whose account it is', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/payouts?view=mandates'))
  await expect(page.getByText('No mandate is waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Look at GoCardless' }).click()
  await expect(page.getByText('As of')).toBeVisible()
  await expectAccessible(page)
  await page.goto(address('/clubadmin/2/payouts?view=mandates'))
  await expect(page.getByText('The account belongs to')).toBeVisible()
})

test('a coach sees no payouts', async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/2/payouts'))
  await expect(page.getByText('Payouts aren’t shown to you')).toBeVisible()
})

/** What takes days at the bank is told as the server would tell it (payouts.test.ts proves that it does). */
const tell = (page: Page, call: string, body: object) =>
  page.route(new RegExp(`/api/billing/${call}/`), route => route.fulfill({ json: body }))

test('a payout with what does not match, failed payments, and mandates with suggestions', async ({ page }) => {
  const payout = {
    ...{ payoutId: 7, provider: 'gocardless', arrivalDate: '2026-05-11', bankReference: 'HONBU-1', state: 'paid' },
    ...{ collected: 70, fees: 1.1, net: 68.9, mismatches: 1, isShare: false },
  }
  const line = { reference: 'PM1', memberId: 76, memberName: 'Ann Reed', clubName: 'Harrogate', description: 'May' }
  const lines = [
    {
      ...{
        ...line,
        position: 3,
        kind: 'payment_paid_out',
        amount: 35,
        memberId: null,
        memberName: '',
        description: '',
      },
      mismatch: 'No such payment is known here: it was made at the provider itself, or by another program.',
    },
    { ...line, position: 1, kind: 'payment_paid_out', amount: 35, mismatch: '' },
    { ...line, position: 2, kind: 'gocardless_fee', amount: -0.55, mismatch: '' },
  ]
  const failed = {
    ...{ recoveryId: 1, memberId: 76, memberName: 'Ann Reed', description: 'May', amount: 35, failedOn: '2026-05-11' },
    ...{ failures: 1, reason: 'there was not enough money in the account', step: 'retry', retryOn: '2026-05-18' },
    told: 'ann@mail.example',
  }
  const suggestion = { memberId: 76, memberName: 'Ann Reed', clubId: 2, clubName: 'Harrogate', by: 'emailAndName' }
  const found = {
    ...{ reference: 'MD1', stateName: 'Active', createdAt: '2025-01-01T00:00:00Z', isUnderWay: false, problem: '' },
    ...{ foundMandateId: 1, name: 'Ann Reed', email: 'ann@mail.example', suggestions: [suggestion], sure: 76 },
  }
  const nobody = {
    ...found,
    foundMandateId: 2,
    name: 'Zed Nobody',
    email: '',
    reference: 'MD2',
    suggestions: [],
    sure: null,
  }
  const look = { doneAt: '2026-05-12T17:00:00Z', isUnderWay: false, problem: '' }
  await tell(page, 'GetPayouts', { data: [payout], total: 1 })
  await tell(page, 'GetPayout', { ...payout, reference: 'PO1', lines })
  await tell(page, 'GetRecoveries', { data: [failed], total: 1 })
  await tell(page, 'GetFoundMandates', { ownerName: null, look, total: 2, mandates: [found, nobody] })
  await signIn(page, hq, address('/clubadmin/1/payouts'))
  await expect(page.getByText('1 not matched')).toBeVisible()
  await expect(page.getByRole('cell', { name: '£68.90' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '11 May 2026' }).click()
  await expect(page.getByRole('heading', { name: 'Payout of 11 May 2026' })).toBeVisible()
  await expect(page.getByText('No such payment is known here')).toBeVisible()
  await expectAccessible(page)
  await page.goto(address('/clubadmin/1/payouts?view=failed'))
  await expect(page.getByText('There was not enough money in the account')).toBeVisible()
  await expect(page.getByText('Collected again by itself')).toBeVisible()
  await expectAccessible(page)
  await page.goto(address('/clubadmin/1/payouts?view=mandates'))
  await expect(page.getByRole('button', { name: 'Take over 1 mandate' })).toBeEnabled()
  const row = page.getByRole('listitem').filter({ hasText: 'Ann Reed' })
  await expect(row.getByRole('combobox')).toHaveValue('76')
  await expectAccessible(page)
  await row.getByRole('combobox').selectOption('Nobody for now')
  await expect(page.getByRole('button', { name: 'Take over 0 mandates' })).toBeDisabled()
  await page.getByRole('button', { name: 'Another member for Zed Nobody' }).click()
  await expect(page.getByRole('dialog').getByPlaceholder('Member Search')).toBeVisible()
})

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

/** Of Harrogate. */
const member = 76
const harrogate = 2
const money = address(`/clubadmin/club/member/view/${member}/money`)
const settings = address(`/clubadmin/${harrogate}/settings`)
const dialog = (page: Page) => page.getByRole('dialog')

test('a direct debit is set up at the bank together, is seen, and is cancelled', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await signIn(page, admin, money)
  const panel = page.getByRole('region', { name: 'Direct debit' })
  await panel.getByRole('button', { name: 'E-mail a link' }).click()
  await expect(page.getByText(/The link is on its way to .+@/)).toBeVisible()
  await expect(panel.getByText(/A link was sent to .+; it works until 11 June 2026/)).toBeVisible()

  await panel.getByRole('button', { name: /Set up (now|another)/ }).click()
  const open = dialog(page).getByRole('link', { name: 'Open GoCardless' })
  await expect(open).toBeVisible()
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await open.click()
  const bank = await opened
  await expect(bank.getByRole('heading', { name: 'Set up a Direct Debit' })).toBeVisible()
  for (const name of ['Address', 'Town', 'Postcode']) await bank.getByLabel(name, { exact: true }).fill('N1 1AA')
  const email = bank.getByLabel('E-mail')
  if ((await email.inputValue()) === '') await email.fill('payer@mail.example')
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(bank.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectAccessible(bank)
  await bank.close()

  await page.reload()
  await expect(panel.getByText('Being set up')).toBeVisible()
  await expect(panel.getByText('Set up on 12 May 2026')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'More for the direct debit of 12 May 2026' }).click()
  await page.getByRole('menuitem', { name: 'Cancel direct debit' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel direct debit' }).click()
  await expect(panel.getByText(/Being cancelled|Cancelled/)).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      await expect(panel.getByText(/Being cancelled|Cancelled/)).toBeVisible()
      return await panel.getByText('Cancelled', { exact: true }).count()
    })
    .toBe(1)
})

test('an admin enters the keys of a provider, and tests the connection; nobody sees them', async ({ page }) => {
  await signIn(page, admin, settings)
  const panel = page.getByRole('region', { name: 'Payment providers' })
  const stripe = panel.getByRole('region', { name: 'GoCardless' })
  await expect(stripe.getByText('/webhooks/gocardless')).toBeVisible()
  await stripe.getByRole('button', { name: 'Enter the club’s own account' }).click()
  await dialog(page).getByRole('button', { name: 'Save account' }).click()
  await expect(dialog(page).getByText('Enter the access token.')).toBeVisible()
  await dialog(page).getByLabel('Access token').fill('sandbox_of-harrogate-A1B2')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save account' }).click()
  await expect(stripe.getByText('ends in A1B2')).toBeVisible()
  await expect(stripe.getByText('Without the webhook secret')).toBeVisible()
  await stripe.getByRole('button', { name: 'Test the connection' }).click()
  await expect(stripe.getByText('GoCardless accepts the key: the account of Sandbox club.')).toBeVisible()
  await stripe.getByRole('button', { name: 'Change the keys' }).click()
  await dialog(page).getByLabel('Access token').fill('live_that-nobody-knows-C3D4')
  await dialog(page).getByRole('button', { name: 'Save account' }).click()
  await expect(stripe.getByText('ends in C3D4')).toBeVisible()
  await stripe.getByRole('button', { name: 'Test the connection' }).click()
  await expect(stripe.getByText(/does not accept the access token/)).toBeVisible()
  await expectAccessible(page)
  await stripe.getByRole('button', { name: 'Remove' }).click()
  await dialog(page).getByRole('button', { name: 'Remove account' }).click()
  await expect(stripe.getByText('ends in C3D4')).toBeHidden()
})

test('who is no admin does not see the providers', async ({ page }) => {
  await signIn(page, coach, settings)
  await expect(page.getByRole('heading', { name: 'Days closed' })).toBeVisible()
  await expect(page.getByText('Payment providers')).toBeHidden()
})

test('a payer who disputes a debit is not collected from until an admin releases it', async ({ page }) => {
  await signIn(page, hq, address(`/clubadmin/3/payouts?view=debt`))
  const debtor = page.getByRole('row').filter({ hasText: 'Disputed' })
  await expect(debtor).toContainText('Lily Booth')
  await expectAccessible(page)
  await debtor.getByRole('link').first().click()
  const hold = page.getByRole('region', { name: 'Collecting is on hold' })
  await expect(hold).toContainText('The payer disputes a direct debit of £26.00, since 12 May 2026.')
  await expect(hold).toContainText('£26.00 is disputed and on hold')
  await expect(page.getByRole('row').filter({ hasText: '£26.00 disputed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next charges' })).toContainText('collecting is on hold')
  await hold.getByRole('button', { name: 'Release' }).click()
  await expect(dialog(page)).toContainText('We won’t collect anything that is owed now. £26.00 stays with you')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(dialog(page).getByText('Say what you agreed with the payer')).toBeVisible()
  await dialog(page).getByLabel('What you agreed with the payer').fill('They pay in cash on Monday')
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Released.')).toBeVisible()
  await expect(hold).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: '£26.00 overdue' })).toBeVisible()
})

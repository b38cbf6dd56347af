import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

const users = address('/clubadmin/2/users')
const money = address('/clubadmin/club/member/view/61/money')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a coach takes no money until an admin says that coaches may', { tag: '@journey' }, async ({ page, browser }) => {
  await signIn(page, coach, money)
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible()
  for (const name of ['Charge', 'Take payment']) await expect(button(page, name)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Sell' })).toHaveCount(0)
  await page.goto(address('/tasks/member-order/61'))
  await expect(page.getByText('You may not charge members or take payments.')).toBeVisible()
  await expectAccessible(page)

  const office = await browser.newPage()
  await signIn(office, admin, users)
  const roles = office.getByRole('region', { name: 'What roles may do' })
  await expect(roles.getByRole('listitem').filter({ hasText: 'Instructor' })).toContainText('See health notes')
  await button(office, 'Edit Instructor').click()
  await expectAccessible(office)
  await dialog(office)
    .getByLabel(/^Take payments/)
    .check()
  await dialog(office)
    .getByLabel(/^Give credit and refund/)
    .check()
  await dialog(office).getByLabel('Most for one credit or refund').fill('20')
  await dialog(office).getByRole('button', { name: 'Save role' }).click()
  await expect(office.getByText('Instructor saved')).toBeVisible()
  await expect(roles).toContainText('Take payments · Give credit and refund up to £20.00 · See health notes')

  await page.goto(money)
  await button(page, 'Charge').click()
  await dialog(page).getByLabel('What for').fill('Thank you')
  await dialog(page).getByLabel('Amount').fill('-25')
  await dialog(page).getByRole('button', { name: 'Charge' }).click()
  await expect(dialog(page)).toContainText('You may give back up to £20.00 at once.')
  await dialog(page).getByLabel('Amount').fill('-20')
  await dialog(page).getByRole('button', { name: 'Charge' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Thank you' })).toContainText('£20.00')

  await button(office, 'Edit Instructor').click()
  await dialog(office).getByRole('button', { name: 'Reset to default' }).click()
  await expect(office.getByText('Instructor reset')).toBeVisible()
  await page.reload()
  await expect(button(page, 'Charge')).toHaveCount(0)
})

test('a form that someone may not save says so and whom to ask, and cannot be filled in', async ({ page }) => {
  await signIn(page, coach)
  for (const path of [
    '/clubadmin/2/details/update',
    '/clubadmin/2/locations/create',
    '/clubadmin/2/classes-and-events/create',
    '/clubadmin/2/users/edit',
    '/clubadmin/2/disciplines/create',
    '/clubadmin/2/product/create',
    '/clubadmin/discounts/club/create?clubId=2',
    '/messaging/templates/2/create/0',
    '/messaging/layouts/2/create/0',
    '/messaging/automations/2/edit',
    '/training-plan/create/2',
    '/training-plan/prices/2/1',
    '/settings/member-categories/2/create',
    '/settings/enquiry-form/2',
    '/clubadmin/2/import',
  ]) {
    await page.goto(address(path))
    const main = page.getByRole('main')
    await expect(main, path).toContainText(/You can’t (change|import) .+Ask Graham Ellwood/)
    await expect(main.locator('input:not([readonly]), textarea:not([readonly])'), path).toHaveCount(0)
    await expect(main.getByRole('button', { name: /^(Save|Create)/ }), path).toHaveCount(0)
  }
  await expectAccessible(page)
})

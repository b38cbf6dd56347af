import { expect, type Page, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

const club = 2
const products = address(`/clubadmin/${club}/product/index`)
const dialog = (page: Page) => page.getByRole('dialog')

async function inBothThemes(page: Page) {
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
}

test('a product is made, priced, counted and archived', async ({ page }) => {
  await signIn(page, admin, products)
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Harrogate hoodie' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Student gi/ })).toContainText('From Shirokawa Martial Arts')
  await inBothThemes(page)

  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Give it a name')).toBeVisible()
  await expect(page.getByText('Choose a category')).toBeVisible()
  await page.getByLabel('Name').fill('Skipping rope')
  await page.getByLabel('Category').selectOption({ label: 'Refreshments' })
  await page.getByLabel('Code', { exact: true }).fill('HGT-WB')
  await page.getByRole('textbox', { name: 'Price', exact: false }).first().fill('4.50')
  await page.getByLabel('Low from').fill('3')
  await expect(page.getByText('No tax is added to what a member is charged.')).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('This club has a product with that code already.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('HGT-SR')
  await page.getByRole('button', { name: 'Save product' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Skipping rope' })).toBeVisible()
  await expect(page.getByText('Low', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Received or counted' }).click()
  await dialog(page).getByLabel('How many').fill('12')
  await dialog(page).getByLabel('Note').fill('Delivery note 7')
  await dialog(page).getByRole('button', { name: 'Save stock' }).click()
  await expect(page.getByText('Skipping rope: 12 in stock.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Stock movements' })).toContainText('Delivery note 7')
  await inBothThemes(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Price', exact: false }).first().fill('5')
  await page.getByRole('button', { name: 'Save product' }).click()
  const prices = page.getByRole('region', { name: 'Prices' })
  await expect(prices.getByRole('listitem')).toHaveCount(2)
  await expect(prices).toContainText('£5.00')

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await dialog(page).getByRole('button', { name: 'Delete product' }).click()
  await expect(dialog(page)).toContainText('Archive it instead.')
  await dialog(page).getByRole('button', { name: 'All right' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await page.goto(products)
  await expect(page.getByRole('link', { name: 'Harrogate hoodie' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skipping rope' })).toHaveCount(0)
  await page.getByText('Also archived ones').click()
  await expect(page.getByRole('link', { name: 'Skipping rope' })).toBeVisible()
})

test('categories and variants are kept; what is used is not deleted, what is inherited not changed', async ({
  page,
}) => {
  await signIn(page, admin, address(`/clubadmin/${club}/product/categories`))
  await expect(page.getByRole('row', { name: /Uniforms/ })).toContainText('From Shirokawa Martial Arts')
  await expect(page.getByRole('button', { name: 'Edit Uniforms' })).toHaveCount(0)
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Edit Club wear' }).click()
  await dialog(page).getByRole('button', { name: 'Delete category' }).click()
  await dialog(page).last().getByRole('button', { name: 'Delete category' }).click()
  await expect(dialog(page).last()).toContainText('Club wear holds 1 product and 4 variants')
  await page.getByRole('button', { name: 'All right' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Variants' }).click()
  await page.getByRole('button', { name: 'New variant' }).click()
  await dialog(page).getByLabel('Category').selectOption({ label: 'Club wear' })
  await dialog(page).getByLabel('Name').fill('m')
  await dialog(page).getByRole('button', { name: 'Save variant' }).click()
  await expect(dialog(page)).toContainText('The category has a variant of that name already.')
  await inBothThemes(page)
  await dialog(page).getByLabel('Name').fill('XXL')
  await dialog(page).getByRole('button', { name: 'Save variant' }).click()
  await expect(page.getByRole('row', { name: /XXL/ })).toContainText('Club wear')
})

test('who is no admin reads the shop and counts stock, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, coach, address(`/clubadmin/${club}/products`))
  await page.getByRole('link', { name: 'Water bottle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Water bottle' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Received or counted' }).click()
  await dialog(page).getByLabel('What').selectOption('Counted: this many are there')
  await dialog(page).getByLabel('How many').fill('40')
  await dialog(page).getByRole('button', { name: 'Save stock' }).click()
  await expect(page.getByText('Water bottle: 40 in stock.')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  await page.goto(address(`/clubadmin/${club}/product/create`))
  await expect(page.getByText('Only admins change products')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save product' })).toHaveCount(0)
})

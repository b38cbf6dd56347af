import { expect, type Page, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, coach, signIn } from './support/people.ts'

/** Of Harrogate: brother and sister, who share a mother. */
const [joseph, grace] = [87, 88]
const desk = (memberId: number) => address(`/tasks/member-order/${memberId}`)
const dialog = (page: Page) => page.getByRole('dialog')
const basket = (page: Page) => page.getByRole('list', { name: 'Basket' })

async function inBothThemes(page: Page) {
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
}

const noSidewaysScroll = async (page: Page) =>
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

test('a family buys at the desk: split payment, receipt, and a line taken back', async ({ page }) => {
  await signIn(page, coach, address(`/clubadmin/club/member/view/${joseph}`))
  await page.getByRole('link', { name: 'Sell' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order for Joseph/ })).toBeVisible()
  await expect(page.getByText('Nothing in the basket yet')).toBeVisible()

  await page.getByLabel('Find products').fill('licence')
  await page.getByRole('button', { name: 'Add Annual licence' }).click()
  await expect(basket(page).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Find products').fill('water')
  await page.getByLabel('For whom', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Add Water bottle' }).click()
  await page.getByRole('button', { name: 'Add Water bottle' }).click()
  await expect(page.getByLabel('How many: Water bottle')).toHaveValue('2')
  await expect(page.getByRole('button', { name: 'Complete order, £50.00' })).toBeVisible()
  await inBothThemes(page)

  await page.getByLabel('How many: Water bottle').fill('900')
  await expect(page.getByText(/Only \d+ left\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /Complete order/ })).toBeDisabled()
  await page.getByLabel('How many: Water bottle').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('2')
  await expect(page.getByLabel('How many: Water bottle')).toHaveValue('2')

  await page.getByLabel('Discount code').fill('nonsense')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No discount of this club has that code.')).toBeVisible()
  await page.getByLabel('Discount code').fill('')

  await page.getByLabel('Cash given').fill('20')
  await expect(page.getByText('£30.00 short.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Complete order/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Split' }).click()
  await page.getByLabel('Cash', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'On account' }).click()
  await page.getByRole('button', { name: 'Split' }).click()
  await expect(page.getByText('£50.00 stays on account')).toBeVisible()
  await page.getByLabel('Cash', { exact: true }).fill('4o')
  await expect(page.getByText('Give an amount in pounds')).toBeVisible()
  await expect(page.getByRole('button', { name: /Complete order/ })).toBeDisabled()
  await page.getByLabel('Cash', { exact: true }).fill('40')
  await page.getByLabel('Card reader', { exact: true }).fill('20')
  await expect(page.getByText('That is £10.00 more than is due.')).toBeVisible()
  await page.getByLabel('Card reader', { exact: true }).fill('5')
  await expect(page.getByText('£5.00 stays on account and is owed from today.')).toBeVisible()
  await page.getByRole('button', { name: 'Complete order, £50.00' }).click()

  const receipt = page.getByRole('article', { name: /^Receipt/ })
  await expect(receipt).toContainText('2 × Water bottle')
  await expect(receipt).toContainText('Paid by cash')
  await expect(receipt).toContainText('Still to pay')
  await inBothThemes(page)
  await page.reload()
  await expect(receipt).toContainText('Annual licence')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/)
  await page.getByRole('button', { name: 'E-mail' }).click()
  await dialog(page).getByLabel('To').fill('nobody')
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(dialog(page)).toContainText('An e-mail address')
  await dialog(page).getByLabel('To').fill('parent@mail.example')
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The receipt is on its way to parent@mail.example.')).toBeVisible()

  await expect
    .poll(async () => await (await page.request.get(address('/sandbox/mail'))).text())
    .toContain('Receipt from Shirokawa Harrogate')

  await page.getByRole('button', { name: 'Take back 2 × Water bottle' }).click()
  await dialog(page).getByLabel('Why').fill('Wrong colour')
  await inBothThemes(page)
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(receipt).toContainText('Taken back: Wrong colour')
  await expect(receipt).toContainText('given back')
})

test('what is ordered ahead waits on the list, and is handed out when it has come', async ({ page }) => {
  await signIn(page, coach, desk(grace))
  await page.getByLabel('Find products').fill('competition gi')
  const variants = page.getByLabel('Variant of Competition gi')
  await expect(page.getByRole('button', { name: 'Add Competition gi' })).toBeDisabled()
  await variants.selectOption({ index: 5 })
  await page.getByRole('button', { name: 'Add Competition gi' }).click()
  const label = 'Competition gi, 150 cm'
  await page.getByLabel(`How many: ${label}`).fill('20')
  await expect(page.getByText(/pre-order/i).first()).toBeVisible()
  await page.getByRole('button', { name: 'On account' }).click()
  await page.getByRole('button', { name: /Complete order/ }).click()
  await expect(page.getByRole('article', { name: /^Receipt/ })).toContainText('to be handed out when it comes')

  await page.goto(address('/clubadmin/2/product/hand-out'))
  const row = page.getByRole('row').filter({ hasText: label })
  await expect(row).toContainText('Grace')
  await expect(row.getByRole('button', { name: /^Hand out/ })).toBeDisabled()
  await inBothThemes(page)
  await page.goto(address('/clubadmin/2/product/index'))
  await page.getByRole('link', { name: 'Competition gi' }).click()
  await page.getByRole('button', { name: 'Received or counted' }).click()
  await dialog(page).getByLabel('Variant').selectOption({ index: 4 })
  await dialog(page).getByLabel('How many').fill('25')
  await dialog(page).getByRole('button', { name: 'Save stock' }).click()
  await expect(page.getByText(/Competition gi: \d+ in stock\./)).toBeVisible()
  await page.goto(address('/clubadmin/2/product/hand-out'))
  await row.getByRole('button', { name: /^Hand out/ }).click()
  await expect(row).toHaveCount(0)
})

test('classes and events are offered too, and the desk fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, coach, `${desk(joseph)}?mode=event`)
  await expect(page.getByRole('heading', { level: 2, name: 'Classes and events' })).toBeVisible()
  await noSidewaysScroll(page)
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Products' }).click()
  await page.getByLabel('Find products').fill('water')
  await page.getByRole('button', { name: 'Add Water bottle' }).click()
  await page.getByLabel('Find products').fill('')
  // What is in the basket stays in sight, and is one press away.
  const bar = page.getByRole('button', { name: 'Basket: 1, £9.00' })
  await expect(bar).toBeInViewport()
  await inBothThemes(page)
  await expect(basket(page)).not.toBeInViewport()
  await bar.click()
  await expect(basket(page)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Complete order, £9.00' })).toBeEnabled()
  await page.getByLabel('Cash given').fill('10')
  await expect(page.getByText('Change: £1.00')).toBeVisible()
  await noSidewaysScroll(page)
})

import { expect, type Page } from '@playwright/test'

export const dialog = (page: Page) => page.getByRole('dialog')
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** On the Payments tab of a member: a charge of so many pounds, due today unless a day is given (20/05/2026). */
export async function chargeFor(page: Page, what: string, pounds: string, due?: string) {
  await page.getByRole('button', { name: 'Charge', exact: true }).click()
  await dialog(page).getByLabel('What for').fill(what)
  await dialog(page).getByLabel('Amount').fill(pounds)
  if (due) await dialog(page).getByRole('textbox', { name: 'To be paid by' }).fill(due)
  await dialog(page).getByLabel('Amount').press('Enter')
  await expect(row(page, what)).toContainText(`£${pounds}`)
}

/** An item of the menu of a charge or payment. */
export async function choose(page: Page, what: string, menuItem: string) {
  await page.getByRole('button', { name: `More for ${what}` }).click()
  await page.getByRole('menuitem', { name: menuItem }).click()
}

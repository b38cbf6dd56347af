import { expect, type Page } from '@playwright/test'

/** The members on the register that is open. */
export const rows = (page: Page) => page.locator('[data-member]')

/** Waits until all of a register is there: its rows come some at a time. */
export async function expectWholeRegister(page: Page) {
  const register = page.getByRole('grid', { name: /^Register of / })
  await expect(rows(page).first()).toBeVisible()
  await expect
    .poll(async () => (await rows(page).count()) - Number(await register.getAttribute('aria-rowcount')))
    .toBe(0)
}

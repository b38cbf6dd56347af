import { expect, test } from '@playwright/test'
import { address, hq, signIn } from './support/people.ts'

// They only look: each goes to whichever worker is free.
test.describe.configure({ mode: 'parallel' })

/** A screen, the call of it that is answered last, and what would be pushed away under the finger by what that brings. */
for (const [path, late, pressed] of [
  ['/clubadmin/club/member/view/61/money', 'member/GetCreditBalance/', 'Charge'],
  ['/clubadmin/club/member/view/61/money', 'member/GetNextCharges/', 'Take payment'],
  ['/clubadmin/club/member/view/61/documents', 'member/GetMemberDocuments/', 'Add a certificate'],
  ['/tasks/member-task-list/0', 'club/GetTaskChoices/', 'Done'],
  ['/clubadmin/2/members', 'club/GetClub/', 'Filter'],
  ['/clubadmin/2/product/index', 'club/GetClub/', 'Filter'],
  ['/reporting/finance', 'reporting/GetReportClubs', 'Period'],
] as const)
  test(`${path} shows “${pressed}” once ${late.split('/')[1]} is known, which stands above it`, async ({ page }) => {
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(`**/api/${late}**`, async route => {
      await asked
      await route.continue()
    })
    await signIn(page, hq, address(path))
    const name = { name: pressed, includeHidden: true }
    const control = page
      .getByRole('main')
      .getByRole('button', name)
      .or(page.getByRole('radio', name))
      .or(page.getByRole('combobox', name))
      .first()
    await expect(control).toBeAttached()
    await expect(control).toBeHidden()
    answer()
    await expect(control).toBeVisible()
  })

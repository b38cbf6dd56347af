import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const view = (id: number, tab = '') => address(`/clubadmin/club/member/view/${id}${tab && `/${tab}`}`)

/** Opens the first active member of the list. */
async function openMember(page: Page, email: string): Promise<number> {
  await signIn(page, email, address('/member/search?filter=memberStatusId~eq~21'))
  await page.getByRole('table', { name: 'Members' }).getByRole('link').first().click()
  await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible()
  return Number(/view\/(\d+)/.exec(page.url())?.[1])
}

test('a member is one page of tabs, each a link that loads on its own', async ({ page }) => {
  const calls: string[] = []
  const id = await openMember(page, hq)
  // A page that is being left can go on asking until the next one has come, so leave it first.
  await page.goto('about:blank')
  page.on('request', request => {
    if (request.url().includes('/api/member/')) calls.push(request.url())
  })
  await page.goto(view(id))
  await expect(page.getByRole('heading', { name: 'What has happened' })).toBeVisible()
  await expect(page).toHaveTitle(`${await page.getByRole('heading', { level: 1 }).textContent()} · Honbu`)
  await expect(page.getByText(/^Paid £/).first()).toBeVisible()
  const names = calls.map(url => /member\/(\w+)/.exec(url)?.[1])
  expect(names.toSorted()).toEqual([
    ...['GetDetails', 'GetDisciplines', 'GetMemberReferrals', 'GetNextCharges', 'GetNextSession', 'GetTimeline'],
  ])
  const tabs = page.getByRole('navigation', { name: 'Member' })
  for (const [tab, heading] of [
    ['Membership', 'History'],
    ['Grades', 'Gradings'],
    ['Attendance', 'Every mark'],
    ['Payments', 'Transactions'],
    ['Bookings', 'To come'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  }
  // A name where a tab could stand is the summary.
  await page.goto(view(id, 'jane-smith'))
  await expect(page.getByRole('heading', { name: 'What has happened' })).toBeVisible()
})

test('a member leaves with a reason and comes back, by the keyboard', { tag: '@journey' }, async ({ page }) => {
  const id = await openMember(page, hq)
  await page.goto(view(id, 'membership'))
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'End membership' }).focus()
  await page.keyboard.press('Enter')
  const reason = dialog(page).getByLabel('Reason')
  await expect(reason).toBeFocused()
  // In pounds before anything is chosen.
  await expect(dialog(page).getByRole('region', { name: 'What changes' })).toContainText('£0.00')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'End membership' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Say why')
  await reason.selectOption('Other')
  await dialog(page).getByLabel('In your words').fill('Moved away')
  await dialog(page).getByRole('button', { name: 'End membership' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Left on \d/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Moved away' })).toBeVisible()
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Renew membership' }).click()
  await expect(page.getByText('The membership is renewed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change plan' })).toBeVisible()
})

test('a member who left returns for a trial, and a save without a change saves nothing', async ({ page }) => {
  await signIn(page, hq, address('/member/search?filter=memberStatusId~eq~23'))
  await page.getByRole('table', { name: 'Members' }).getByRole('link').first().click()
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Membership' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Save membership' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing to save')
  await expect(page.getByText('The membership is saved.')).toHaveCount(0)
  await expectAccessible(page)
  await dialog(page).getByLabel('Came by').selectOption({ index: 2 })
  await expect(dialog(page).getByRole('status')).toBeEmpty()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Start trial' }).click()
  await dialog(page).getByLabel('Reason (optional)').fill('Saw us at the fair')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Start trial' }).click()
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Saw us at the fair' })).toContainText('Prospect')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(dialog(page).getByRole('region', { name: 'First bill' })).toContainText('£')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Join club' }).click()
  await expect(page.getByRole('button', { name: 'End membership' })).toBeVisible()
})

test('a change of plan says beforehand what changes when', async ({ page }) => {
  const id = await openMember(page, hq)
  await page.goto(view(id, 'membership'))
  await page.getByRole('button', { name: 'Change plan' }).first().click()
  const plan = dialog(page).getByLabel(/^Plan/)
  const other = await plan.locator('option:not(:checked)').first().textContent()
  await plan.selectOption({ label: other ?? '' })
  const paid = dialog(page).getByLabel(/^Paid \(/)
  const monthly = (await paid.locator('option', { hasText: 'Monthly' }).textContent()) ?? ''
  await paid.selectOption({ label: monthly })
  // What the plan costs, rather than what was agreed for the one before.
  await expect(dialog(page).getByLabel('Price')).toHaveValue(monthly.replace('Monthly, £', ''))
  await dialog(page).getByLabel('Price').fill('41.50')
  await dialog(page).getByLabel('Paid by').selectOption({ label: 'Card' })
  await dialog(page).getByRole('textbox', { name: 'Next payment' }).fill('01/07/2026')
  await dialog(page).getByRole('textbox', { name: 'From' }).fill('01/06/2026')
  await dialog(page).getByRole('textbox', { name: 'From' }).press('Tab')
  const changes = dialog(page).getByRole('region', { name: 'What changes' })
  await dialog(page).getByLabel('Days already charged').selectOption({ label: 'Credit the unused days' })
  await expect(changes).toContainText('What changes from 1 June 2026')
  await expect(changes.getByRole('row').filter({ hasText: 'Not used, plan changed' })).toContainText('(£')
  await expect(changes.getByRole('row', { name: /^Price/ })).toContainText('£41.50')
  await expect(changes.getByRole('row', { name: /^1 Jul 2026 Honbu pass, 1 Jul/ })).toContainText('£41.50')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText(/^From 1 June 2026:/)).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(/^From 1 June 2026:/)).toHaveCount(0)
})

test('a cheaper plan within the minimum term is charged to its end, or waived with a reason', async ({ page }) => {
  // Of Harrogate: Unlimited since 4 April, for at least six months.
  await signIn(page, admin, view(165, 'membership'))
  await page.getByRole('button', { name: 'Change plan' }).first().click()
  await dialog(page).getByLabel(/^Plan/).selectOption({ label: 'One class a week' })
  await dialog(page)
    .getByLabel(/^Days already charged/)
    .selectOption({ label: 'Credit the unused days' })
  const term = dialog(page).getByLabel('Minimum term to 3 Oct 2026')
  await expect(term).toContainText('Charge £')
  const changes = dialog(page).getByRole('region', { name: 'What changes' })
  await expect(changes.getByRole('row').filter({ hasText: 'Minimum term of Unlimited to 3 Oct 2026' })).toContainText(
    '£',
  )
  await expectAccessible(page)
  await term.selectOption({ index: 1 })
  await expect(changes.getByRole('row').filter({ hasText: 'Minimum term of Unlimited' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Change plan' }).click()
  await expect(dialog(page)).toContainText('Say why it’s waived')
  await dialog(page).getByLabel('Reason for waiving').fill('Broken wrist')
  await dialog(page).getByLabel('Reason (optional)').selectOption({ label: 'Injury or illness' })
  await dialog(page).getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('The plan is changed.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Injury or illness')
  await page.goto(view(165, 'money'))
  await expect(page.getByRole('row').filter({ hasText: 'Waived: Broken wrist' })).toContainText('£')
})

test('tags and attributes', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/settings'))
  await page.getByRole('button', { name: 'New attribute' }).click()
  await dialog(page).getByLabel('Name').fill('House')
  await dialog(page).getByLabel('Kind of answer').selectOption({ label: 'Choice' })
  await dialog(page).getByRole('button', { name: 'Save attribute' }).click()
  await expect(dialog(page)).toContainText('Give at least two choices')
  await dialog(page).getByLabel('Choices').fill('Red\nBlue')
  await dialog(page).getByRole('button', { name: 'Save attribute' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(address('/member/search?filter=memberStatusId~eq~21'))
  await page.getByRole('table', { name: 'Members' }).getByRole('link').nth(1).click()
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Tags' }).click()
  await page.getByLabel('New tag').fill('Display team')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags of this member' })).toContainText('Display team')
  await page.getByRole('button', { name: 'Change House' }).click()
  await dialog(page).getByLabel('House').selectOption({ label: 'Blue' })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Blue', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the tag Display team away' }).click()
  await expect(page.getByRole('list', { name: 'Tags of this member' })).not.toContainText('Display team')
})

test('two records become one, and two again', async ({ page }) => {
  const id = await openMember(page, hq)
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Merge with another record' }).click()
  await dialog(page).getByPlaceholder('Member Search').fill('smith')
  await dialog(page).getByRole('option').first().click()
  await expect(dialog(page).getByRole('columnheader', { name: /Goes into it/ })).toBeVisible()
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: `Merge into ${name}` })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText('These look like two people.')
  await dialog(page).getByRole('button', { name: 'Merge anyway' }).click()
  await expect(page.getByText('The two records are one now.')).toBeVisible()
  await page.goto(view(id))
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Merge with another record' }).click()
  await dialog(page).getByRole('button', { name: 'Take apart' }).click()
  await expect(page.getByText('There are two records again.')).toBeVisible()
})

test('personal data is read, blacked out and handed over', async ({ page }) => {
  await openMember(page, hq)
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Hand out personal data' }).click()
  await expect(
    dialog(page)
      .getByRole('group')
      .filter({ hasText: /^Contacts \(\d+\)/ }),
  ).toHaveAttribute('open')
  const save = dialog(page).getByRole('button', { name: 'Download ZIP' })
  await expect(save).toBeDisabled()
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing is blacked out.')
  await dialog(page).getByRole('button', { name: 'Black out Relationship' }).first().click()
  await expect(dialog(page).getByRole('status')).toHaveText('1 place blacked out.')
  await dialog(page).getByRole('button', { name: 'Show Relationship' }).click()
  await dialog(page).getByLabel('Names to black out everywhere').fill('Mother, Father')
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ places? blacked out\.$/)
  await expect(dialog(page)).not.toContainText(/mother|father/i)
  await expectAccessible(page)
  await dialog(page)
    .getByLabel(/^I've read it/)
    .check()
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(file.suggestedFilename()).toMatch(/^personal-data-.+\.zip$/)
  await expect(dialog(page)).toHaveCount(0)
})

test('on a phone nothing runs out of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await openMember(page, admin)
  for (const tab of ['', 'membership', 'grades', 'classes', 'money', 'bookings', 'tags', 'messages']) {
    await page.goto(view(id, tab))
    await expect(page.getByRole('navigation', { name: 'Member' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab).toBe(true)
  }
})

test('the value of a field that the club added is chosen and removed', async ({ page }) => {
  const id = await openMember(page, hq)
  await page.goto(view(id, 'tags'))
  const fields = page.getByRole('region', { name: 'Attributes' })
  await fields.getByRole('button', { name: 'Change House' }).click()
  const house = dialog(page).getByLabel('House')
  // Whatever this member has already would be nothing to save.
  const value = (await house.locator('option:not(:checked)').last().textContent()) ?? ''
  await house.selectOption(value)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(fields).toContainText(value)
  await fields.getByRole('button', { name: 'Remove House' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Remove value' }).click()
  await expect(page.getByText('House removed')).toBeVisible()
  await expect(fields).not.toContainText(value)
  await expect(fields.getByRole('button', { name: 'Remove House' })).toHaveCount(0)
})

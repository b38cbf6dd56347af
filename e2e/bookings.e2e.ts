import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

/*
 * The trial lessons of the demo's second club: Monday, Wednesday and Saturday, 17:00. On the evening of the tests, a
 * Tuesday, the slot of Saturday 16 May has a place on offer, and that of Monday 18 May is full with three waiting.
 */

/** Opens the slots of the trial lessons, on a day. */
async function openSlots(page: Page, email: string, day: string, path = '') {
  await signIn(page, email, address(`/clubadmin/2/classes-and-events`))
  const link = page.getByRole('link', { name: 'Trial Lesson' }).first()
  await expect(link).toBeVisible()
  const id = /(\d+)(?:\?.*)?$/.exec((await link.getAttribute('href')) ?? '')?.[1]
  await page.goto(address(`/clubadmin/classes-and-events/2/class-availability/${id}?day=${day}${path}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Trial Lesson: availability' })).toBeVisible()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const booked = (page: Page) => region(page, 'Booked').getByRole('listitem')
const waiting = (page: Page) => region(page, 'Waiting list').getByRole('listitem')
const dayButton = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('who finds it full waits, and a place that falls free is offered by e-mail and taken by its link', {
  tag: '@journey',
}, async ({ page, browser }) => {
  await openSlots(page, coach, '2026-05-18')
  await expect(booked(page)).toHaveCount(6)
  await expect(waiting(page)).toHaveCount(3)
  await expectAccessible(page)

  // Booking a place that is not there is refused with the reason, and leads to the waiting list.
  await page.getByRole('button', { name: 'Book a member' }).click()
  const search = region(page, 'Booked').getByRole('combobox')
  await search.fill('an')
  const found = page.getByRole('option').filter({ hasText: 'Active' })
  await found.first().click()
  await expect(page.getByText('Full: 6 of 6 places are taken.')).toBeVisible()
  await page.getByRole('button', { name: 'Put on the waiting list' }).click()
  await expect(page.getByText('is number 4 on the waiting list.')).toBeVisible()
  await expect(waiting(page)).toHaveCount(4)

  // A place falls free: the first is offered it.
  const first = waiting(page).first()
  const name = (await first.getByRole('link').first().textContent()) ?? ''
  await page
    .getByRole('button', { name: /^Cancel the booking of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(first).toContainText('Place offered, kept until 13 May 2026, 06:40')
  await expect(dayButton(page, /^Mon 18 May/)).toHaveAccessibleName(/5 of 6 taken ?Full ?1 offered, 3 waiting$/)
  await expectAccessible(page)

  if ((await first.getByText('No address').count()) > 0) {
    await first.getByRole('button', { name: `Accept the place for ${name}` }).click()
  } else {
    // Nobody is signed in where the link is opened.
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(await offerLink(page))
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`A place for ${name.split(' ')[0]}`)
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Take the place' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('The place is taken')
    await context.close()
    await page.reload()
  }
  await expect(region(page, 'Booked').getByRole('link', { name })).toBeVisible()
  await expect(waiting(page)).toHaveCount(3)
})

test('staff answer an offer for who rings', async ({ page }) => {
  await openSlots(page, coach, '2026-05-16')
  const offered = waiting(page).filter({ hasText: 'Place offered' })
  await expect(offered).toHaveCount(1)
  await offered.getByRole('button', { name: /^Decline the place/ }).click()
  await expect(waiting(page)).toHaveCount(2)
  await expect(waiting(page).first()).toContainText('Place offered')
  await waiting(page)
    .first()
    .getByRole('button', { name: /^Accept the place/ })
    .click()
  await expect(waiting(page)).toHaveCount(1)
  await expect(booked(page)).toHaveCount(6)
})

test('an admin makes a series, moves a slot, and deletes one whose bookings move', async ({ page }) => {
  await openSlots(page, admin, '2026-06-01')
  await page.getByRole('button', { name: 'Make slots' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Monday' }).check()
  await dialog.getByRole('checkbox', { name: 'Friday' }).check()
  await dialog.getByRole('textbox', { name: 'From' }).fill('25/05/2026')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('5/6/2026')
  await dialog.getByLabel('Start').fill('5pm')
  await dialog.getByLabel('Finish').fill('16:00')
  await dialog.getByLabel('Finish').blur()
  await expect(dialog.getByText('Should finish after it starts')).toBeVisible()
  await dialog.getByLabel('Finish').fill('6pm')
  await dialog.getByLabel('Places in each').fill('8')
  await expect(dialog.getByText('3 new slots, 1 day left as it is.')).toBeVisible()
  await expect(dialog.getByText('Spring bank holiday')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make 3 slots' }).click()
  await expect(page.getByText('3 slots were made.')).toBeVisible()

  await page.getByRole('button', { name: 'Next month' }).click()
  await dayButton(page, /^Fri 5 June/).click()
  await page.getByRole('button', { name: 'More for this slot' }).click()
  await page.getByRole('menuitem', { name: 'Edit slot' }).click()
  await dialog.getByRole('textbox', { name: 'Day' }).fill('1/6/2026')
  await dialog.getByRole('button', { name: 'Save slot' }).click()
  await expect(dialog.getByText('There is a slot on Monday 1 June 2026 already')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Day' }).fill('4/6/2026')
  await dialog.getByLabel('Start').fill('17:30')
  await dialog.getByRole('button', { name: 'Save slot' }).click()
  await expect(page.getByRole('heading', { name: 'Thursday 4 June 2026' })).toBeVisible()
  await expect(dayButton(page, /^Thu 4 June/)).toHaveAccessibleName(/17:30–18:00 ?0 of 8 taken ?8 free/)
  await expect(dayButton(page, /^Fri 5 June/)).toHaveAccessibleName(/no slot/)

  await page.getByRole('button', { name: 'Book a member' }).click()
  await region(page, 'Booked').getByRole('combobox').fill('an')
  await page.getByRole('option').filter({ hasText: 'Active' }).first().click()
  await expect(booked(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'More for this slot' }).click()
  await page.getByRole('menuitem', { name: 'Delete slot' }).click()
  await dialog.getByRole('button', { name: 'Move bookings and delete' }).click()
  await expect(dialog.getByText('1 place is booked. Choose where to.')).toBeVisible()
  await dialog.getByLabel('Move to').selectOption({ label: 'Mon 1 Jun 2026, 17:00 (8 free)' })
  await dialog.getByRole('button', { name: 'Move bookings and delete' }).click()
  await expect(page.getByText(/^The slot is deleted: 1 moved/)).toBeVisible()
  const call = page.getByRole('button', { name: 'I have noted it' })
  await expect(page.getByRole('heading', { name: 'Monday 1 June 2026' })).toBeVisible()
  if (await call.isVisible()) await call.click()
  await expect(booked(page)).toHaveCount(1)
  await expect(dayButton(page, /^Thu 4 June/)).toHaveAccessibleName(/no slot/)
})

test('a coach sees the slots and books, but does not make them; the list fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSlots(page, coach, '2026-05-13', '&view=list')
  await expect(page.getByRole('button', { name: 'Make slots' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for this slot' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Book a member' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

/** The link in the newest message of the sandbox's inbox. */
async function offerLink(page: Page): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const inbox = await (await page.request.get(address('/sandbox/mail'))).text()
      const messages = [...inbox.matchAll(/href="([^"]*\/sandbox\/mail\/[^"]+)">A place in Trial Lesson/g)]
      const [, message = ''] = messages[0] ?? []
      if (message === '') return ''
      const text = await (await page.request.get(new URL(message, address('/')).href)).text()
      link = /href="([^"]*\/Bookings\/Offer[^"]+)"/.exec(text)?.[1] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a place is booked from a member: discipline first, then the class with the places that are left', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/club/member/view/61/bookings'))
  await page.getByRole('button', { name: 'Book a class' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Date' }).fill('23/05/2026')
  await dialog.getByRole('textbox', { name: 'Date' }).press('Tab')
  const trial = dialog.getByRole('option', { name: /Trial Lesson/ })
  await expect(trial).toHaveCount(1)
  const asked = page.waitForRequest('**/api/club/getDisciplineClasses/2')
  await dialog.getByLabel('Discipline').selectOption({ index: 1 })
  const sent: Record<string, unknown> = (await asked).postDataJSON()
  expect(sent).toEqual({ clubId: 2, disciplineId: expect.any(Number), classDate: '2026-05-23' })
  await dialog.getByLabel('Discipline').selectOption('All disciplines')
  await dialog.getByLabel('Class').selectOption((await trial.textContent()) ?? '')
  await expect(dialog.getByText(/^\d of 6 places left$/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('The place is booked.')).toBeVisible()
})

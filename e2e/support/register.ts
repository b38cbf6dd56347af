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

/** How many members of a register or candidates of a grading are wholly in sight: inside the window, and under none of what sticks to its edges. */
export const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const isInSight = (row: Element) => {
      const { top, bottom, left } = row.getBoundingClientRect()
      const at = [top + 1, bottom - 1].map(y => document.elementFromPoint(left + 12, y))
      return top >= 0 && bottom <= innerHeight && at.every(element => element !== null && row.contains(element))
    }
    return [...document.querySelectorAll('[data-member], [data-row]')].filter(isInSight).length
  })

/** A device that takes a second to read the marks that wait on it. */
export const readMarksSlowly = (page: Page) =>
  page.addInitScript(() => {
    const { getAll } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAll = function (...range) {
      const request = getAll.apply(this, range)
      if (this.name !== 'marks') return request
      const add = request.addEventListener.bind(request)
      const late = (run: EventListener) => (event: Event) => void setTimeout(() => run(event), 1000)
      request.addEventListener = (type: string, run: EventListener) => add(type, type === 'success' ? late(run) : run)
      return request
    }
  })

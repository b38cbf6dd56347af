import { expect, type Page } from '@playwright/test'

const password = 'take the register'
export const hq = 'hq@demo.honbu.example'
export const admin = 'admin@demo.honbu.example'
export const coach = 'coach@demo.honbu.example'

/** Where the product of this worker is; `below` the one with a base path, which all share. */
export const address = (path = '/') => `${process.env[`E2E_ADDRESS_${process.env.TEST_PARALLEL_INDEX ?? 0}`]}${path}`
export const addressBelow = (path = '/') => `${process.env.E2E_ADDRESS_BELOW_PATH}${path}`

/** Goes to an address of the product, and signs in on the page to which that leads. */
export async function signIn(page: Page, email: string, to = address('/dashboard')) {
  // The evening at which the product under test stands still; the browser's clock goes on from there.
  await page.clock.setSystemTime(new Date('2026-05-12T17:40:00Z'))
  await page.goto(to)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  // At a phone's width it waits behind the burger.
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeAttached()
}

import { expect, type Page, test } from '@playwright/test'
import { address } from './support/people.ts'
import { lookStatements } from './support/spec-look.ts'
import { follow, heading, openSignedIn, openStranger } from './support/spec-pages.ts'
import { addressesOf, type SpecRoute, specRedirects, specRoutes, unlistedScreens } from './support/spec-routes.ts'
import { sentStatements } from './support/spec-sent.ts'
import { sidebarStatements } from './support/spec-sidebar.ts'
import { signInStatements } from './support/spec-sign-in.ts'
import { sayHowMany, states } from './support/spec-statements.ts'

// The statements of the specification about the screens, each with its section. server/test/spec.test.ts has those about
// the API. They share two pages, which go from screen to screen as by a link.
let screen: Awaited<ReturnType<typeof openSignedIn>>
let stranger: Page

test.beforeAll(async ({ browser }) => {
  screen = await openSignedIn(browser)
  stranger = await openStranger(browser)
})
test.afterAll(async () => {
  await screen.page.context().close()
  await stranger.context().close()
})

const loginFor = (path: string) =>
  `${address('/authentication/login')}?${new URLSearchParams({ returnUrl: address(path) })}`

/** The tab of a record has its name, of which only the shape is known. */
const titleOf = ({ title }: SpecRoute) =>
  typeof title === 'string'
    ? `${title} · Honbu`
    : new RegExp(`${title.source.replace(/\$$/, '')} · Honbu$`, title.flags)

test.describe('routes (section 2)', () => {
  for (const route of specRoutes)
    states(2, `${route.route} is its screen, for those who are signed in`, async () => {
      const paths = addressesOf(route)
      expect(paths).not.toEqual([])
      const { page, visit } = screen
      for (const path of paths) {
        await visit(path)
        await expect(heading(page), path).toHaveText(route.heading)
        await expect(page, path).toHaveTitle(titleOf(route))
        expect(await page.locator('main').getByRole('alert').filter({ hasText: /\S/ }).allInnerTexts(), path).toEqual(
          [],
        )
        await follow(stranger, `${path}?from=a#b`)
        await expect(stranger, path).toHaveURL(loginFor(`${path}?from=a#b`))
      }
    })
  states(2, 'no screen is missing from the routes', () => expect(unlistedScreens()).toEqual([]))
  for (const [from, to] of specRedirects)
    states(2, `${from} renders the page of the route that it leads to`, async () => {
      await screen.visit(from)
      await expect.poll(() => screen.page.url().slice(address('').length)).toMatch(to)
    })
})

lookStatements(() => screen)
sidebarStatements()
signInStatements(() => stranger)
sentStatements(() => screen)
sayHowMany()

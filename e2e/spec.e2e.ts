import { type Page, test } from '@playwright/test'
import { lookStatements } from './support/spec-look.ts'
import { openSignedIn, openStranger, type Screen } from './support/spec-pages.ts'
import { sentStatements } from './support/spec-sent.ts'
import { sidebarStatements } from './support/spec-sidebar.ts'
import { signInStatements } from './support/spec-sign-in.ts'
import { sayHowMany } from './support/spec-statements.ts'

// The statements of the specification about the screens, each with its section: those about routes are in
// screens.e2e.ts, those about the API in server/test/spec.test.ts. They share two pages.
let screen: Screen
let stranger: Page

test.beforeAll(async ({ browser }) => {
  screen = await openSignedIn(browser)
  stranger = await openStranger(browser)
})
test.afterAll(async () => {
  await screen.page.context().close()
  await stranger.context().close()
})

lookStatements(() => screen)
sidebarStatements()
signInStatements(() => stranger)
sentStatements(() => screen)
sayHowMany('the screens')

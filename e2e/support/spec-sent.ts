import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@honbu/contract/contract.ts'
import { expect, type Page, type Request, test } from '@playwright/test'
import { specCalls } from '../../server/test/spec-calls.ts'
import { address } from './people.ts'
import { sent } from './spec-pages.ts'
import { inTest, states } from './spec-statements.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const member = '/clubadmin/club/member/view/61'
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const digits = expect.stringMatching(/^\d+$/)

/** Answers a write without doing it. */
const pretend = (page: Page, call: string) =>
  page.route(`**${call}**`, route => route.fulfill({ json: { isSuccess: true } }))

interface Signed {
  readonly page: Page
  readonly calls: readonly Request[]
}

export function sentStatements(screen: () => Signed): void {
  const open = (to: string) => screen().page.goto(address(to))

  test.describe('what the web sends (sections 5 and 7)', () => {
    test.afterEach(() => screen().page.unrouteAll({ behavior: 'ignoreErrors' }))

    states(
      7,
      'every call of the specification is made, but those for one grade: their table saves all',
      () => {
        const paths = new Map(Object.entries(contract).map(([name, each]) => [`${each.method} ${each.path}`, name]))
        const used = namesFromContract()
        const unused = specCalls
          .map(([method, written]) => paths.get(`${method} ${written.replace(/\{(\w+)\}/g, ':$1')}`) ?? written)
          .filter(name => !used.has(name))
        expect(unused.sort()).toEqual(['deleteGrade', 'moveGrade', 'saveGrade'])
      },
      { decision: 97 },
    )
    states(7, 'every call brings a bearer token', async () => {
      await open('/member/search')
      await expect.poll(() => screen().calls.some(call => call.url().includes('/api/member/search/'))).toBe(true)
      const without = screen().calls.filter(call => !/^Bearer ./.test(call.headers().authorization ?? ''))
      expect(without.map(call => call.url())).toEqual([])
    })
    states(7, 'every body is JSON', async () => {
      await sent(screen().page, '/api/member/search/', () => open('/member/search'))
      const posts = screen().calls.filter(call => call.method() === 'POST')
      expect(posts.filter(call => call.headers()['content-type'] !== 'application/json')).toEqual([])
      for (const post of posts) expect(() => post.postDataJSON()).not.toThrow()
    })
    states(
      7,
      'the settings are asked for with the token',
      inTest('web/src/app/sign-in/settings.test.ts', 'brings the token'),
    )
    states(7, 'a grid query has page, pageSize, sort and filter', async () => {
      const grid = { page: '2', pageSize: '25', sort: 'name-desc', filter: "name~contains~'o'" }
      const { query } = await sent(screen().page, '/api/club/GetRoomsAndVenues/2', () =>
        open(`/clubadmin/2/locations?${new URLSearchParams(grid)}`),
      )
      expect(query).toEqual(grid)
    })
    states(7, 'a grid query in a body has the same', async () => {
      const grid = { sort: 'age-desc', filter: 'memberStatusId~eq~21' }
      const { body } = await sent(screen().page, '/api/member/search/', () =>
        open(`/member/search?${new URLSearchParams({ page: '2', pageSize: '25', ...grid })}`),
      )
      expect(body).toEqual({ page: 2, pageSize: 25, ...grid })
    })

    states(7, 'GetClassMembers: classDate, includeEnquiries, classId and the grid', async () => {
      const { path, body } = await sent(screen().page, '/api/club/GetClassMembers/', () =>
        open('/clubadmin/classes-and-events/class-roster/1?date=2026-05-12'),
      )
      expect(path).toMatch(/GetClassMembers\/1$/)
      expect(body).toMatchObject({ classId: 1, classDate: '2026-05-12', includeEnquiries: false, page: 1 })
    })
    states(7, 'GetClassesAndEvents: IncludeExpired', async () => {
      const { body } = await sent(screen().page, '/api/club/GetClassesAndEvents/2', () =>
        open('/clubadmin/2/classes-and-events'),
      )
      expect(body).toMatchObject({ IncludeExpired: false })
    })
    states(7, 'GetClassAvailabilities: dateFrom, dateTo', async () => {
      const { body } = await sent(screen().page, '/api/club/GetClassAvailabilities/1', () =>
        open('/clubadmin/classes-and-events/1/class-availability/1'),
      )
      expect(body).toEqual({ dateFrom: day, dateTo: day })
    })
    states(7, 'GetClassDisciplines: clubId', async () => {
      const { query } = await sent(screen().page, '/api/club/GetClassDisciplines/1', () =>
        open('/clubadmin/1/classes-and-events/edit/1'),
      )
      expect(query).toEqual({ clubId: digits })
    })
    states(7, 'GetUserClubs: UserId', async () => {
      const { body } = await sent(screen().page, '/api/club/GetUserClubs/', () => openUser(screen().page))
      expect(body).toMatchObject({ UserId: expect.any(Number) })
    })
    states(7, 'GetUserRoles: UserId', async () => {
      const { body } = await sent(screen().page, '/api/club/GetUserRoles/', () => openUser(screen().page))
      expect(body).toMatchObject({ UserId: expect.any(Number) })
    })
    states(7, 'GetClassList: clubIds, classDate', async () => {
      const { page } = screen()
      await open(`${member}/bookings`)
      const { body } = await sent(page, '/api/club/GetClassList', async () => {
        await page.getByRole('button', { name: 'Book a class' }).click()
        await dialog(page).getByRole('textbox', { name: 'Date' }).fill('23/05/2026')
        await dialog(page).getByRole('textbox', { name: 'Date' }).press('Tab')
      })
      expect(body).toEqual({ clubIds: [expect.any(Number)], classDate: day })
    })
    states(7, 'GetPayments: transactionId', async () => {
      const { page } = screen()
      await open(`${member}/money`)
      const { query } = await sent(page, '/api/member/GetPayments/61?transactionId', async () => {
        await page
          .getByRole('button', { name: /^More for Unlimited/ })
          .last()
          .click()
        await page.getByRole('menuitem', { name: 'View payments' }).click()
      })
      expect(query).toEqual({ transactionId: digits })
      await expect(dialog(page).getByRole('listitem')).toHaveText(/Direct debit.*£48\.00$/)
    })
    states(7, 'GetAvailableProducts: searchterm', async () => {
      const { page } = screen()
      await open('/tasks/member-order/61')
      const { query } = await sent(page, '/api/member/GetAvailableProducts/61?*searchterm', () =>
        page.getByLabel('Find products').fill('gi'),
      )
      expect(query).toMatchObject({ searchterm: 'gi' })
    })
    states(7, 'GetAvailableEvents: type, searchterm', async () => {
      const { page } = screen()
      await open('/tasks/member-order/61')
      await page.getByText('Classes and events', { exact: true }).first().click()
      const { query } = await sent(page, '/api/member/GetAvailableEvents/61?*searchterm*type', async () => {
        await page.getByLabel('Find classes and events').fill('a')
        await page.locator('main').getByRole('combobox').last().selectOption({ index: 1 })
      })
      expect(query).toMatchObject({ searchterm: 'a', type: digits })
    })
    for (const [what, file, words] of [
      ['MoveGrade: positions', 'web/src/app/request.test.ts', "'club/MoveGrade/3?positions=-1'"],
      ['SetGradingCandidate: isCandidate', 'web/src/app/request.test.ts', 'SetGradingCandidate/3?isCandidate=true'],
      ['DeleteContact: personId', 'web/src/app/request.test.ts', 'member/DeleteContact/3?personId=9'],
      [
        'GetClassMembers repeats its class, a member call its member',
        'web/src/app/request.test.ts',
        'in the path and in the body is in both',
      ],
      ['paths that end with a slash', 'web/src/app/request.test.ts', 'a path ends as the specification writes it'],
      [
        'getDisciplineClasses: clubId, disciplineId, classDate',
        'e2e/bookings.e2e.ts',
        'discipline first, then the class',
      ],
      ['GetPrebookedCapacity: classDate', 'e2e/bookings.e2e.ts', 'then the class with the places that are left'],
      [
        'GetProductPrice: productId',
        'e2e/billing.e2e.ts',
        'the price of a product that is charged comes from the server',
      ],
      ['CancelExternalPayment', 'e2e/money.e2e.ts', 'and called off again'],
      ['AddTags and RemoveTags', 'e2e/bulk.e2e.ts', 'members are ticked, tagged and handed out as a file'],
      ['Create', 'e2e/joining.e2e.ts', 'two sisters join with their mother'],
      ['the activation of a booking', 'e2e/roster.e2e.ts', 'after a trial somebody is booked again, or joins'],
      ['NewCustomer and CancelMandate', 'e2e/collections.e2e.ts', 'a direct debit is set up at the bank together'],
    ] as const)
      states(7, what, inTest(file, words))
    states(
      7,
      'SaveClassTimetable: the times of each day',
      inTest('web/src/timetable/class-values.test.ts', 'sends lists and week only where they have changed'),
      { decision: 90 },
    )
    states(7, 'CancelSubscription: memberId, providerId', async () => {
      const { page } = screen()
      await page.route('**/api/member/getSubscriptions/61', route => route.fulfill({ json: [subscription] }))
      await pretend(page, '/api/member/CancelSubscription/')
      await open(`${member}/money`)
      const { path, body } = await sent(page, '/api/member/CancelSubscription/', async () => {
        await page.getByRole('button', { name: 'More for the subscription Old plan' }).click()
        await page.getByRole('menuitem', { name: 'End subscription' }).click()
        await dialog(page).getByRole('button', { name: 'End subscription' }).click()
      })
      expect([path.split('/').at(-1), body]).toEqual(['9', { memberId: 61, providerId: 186 }])
    })

    states(5, 'choices are sent as ids, no parent club and no coordinates as null and 0', async () => {
      const { page } = screen()
      await pretend(page, '/api/club/SaveClub/')
      await open('/clubadmin/1/details/update')
      await expect(page.getByLabel('Name')).toHaveValue('Shirokawa Martial Arts')
      await page.getByLabel('Instructor').selectOption({ index: 1 })
      const { body } = await sent(page, '/api/club/SaveClub/', () =>
        page.getByRole('button', { name: 'Save details' }).click(),
      )
      const id = expect.any(Number)
      expect(body).toMatchObject({ clubTypeId: id, ownerId: id, adminId: id, instructorId: id, parentClubId: null })
      expect(body.address).toMatchObject({ gridEast: 0, gridNorth: 0 })
    })
    states(5, 'an unknown id becomes the first option', inTest('e2e/disciplines.e2e.ts', 'becomes the first choice'))
    states(
      5,
      'so does one of any list',
      inTest('web/src/ui/form/known-choice.test.ts', 'becomes the first that can be chosen'),
    )
    states(
      5,
      'a date is sent as that day in every time zone',
      inTest('e2e/register.e2e.ts', 'a date is the same date in'),
      {
        decision: 4,
      },
    )
    states(5, 'the attendance for a grade is rounded to a whole number', async () => {
      const { page } = screen()
      await open('/clubadmin/1/disciplines/edit/1')
      await page.getByLabel('Classes', { exact: true }).last().fill('12.6')
      await page.route('**/api/club/SaveGrades/*', route => route.abort())
      const { body } = await sent(page, '/api/club/SaveGrades/', () =>
        page.getByRole('button', { name: 'Save grades' }).click(),
      )
      expect(body.grades.at(-1).minimumAttendance).toBe(13)
    })
    states(5, 'no gender of a person is -', async () => {
      const { page } = screen()
      await pretend(page, '/api/member/SavePerson/')
      await open('/clubadmin/club/member/update/61')
      const gender = page.getByLabel('Gender', { exact: true })
      await gender.selectOption('Not given')
      await page.getByLabel('Town').fill('Ilkley')
      const { body } = await sent(page, '/api/member/SavePerson/', () =>
        page.getByRole('button', { name: 'Save person' }).click(),
      )
      expect(body.gender).toBe('-')
    })
    states(5, 'no gender of a contact is empty', async () => {
      const { page } = screen()
      await pretend(page, '/api/member/SaveContact/')
      await open(`${member}/contacts`)
      await page.getByRole('button', { name: 'Add a contact' }).first().click()
      await dialog(page).getByLabel('First name').fill('Ann')
      const gender = dialog(page).getByLabel('Gender', { exact: true })
      await gender.selectOption({ index: 1 })
      await gender.selectOption('Not given')
      await dialog(page).getByLabel('Mobile').fill('07700 900123')
      const { body } = await sent(page, '/api/member/SaveContact/', () =>
        dialog(page)
          .getByRole('button', { name: /^(Add|Save)/ })
          .last()
          .click(),
      )
      expect(body).toMatchObject({ firstName: 'Ann', gender: '' })
    })

    states(4, 'a membership is saved', async () => {
      const { page } = screen()
      await pretend(page, '/api/member/saveMembership/')
      await open(`${member}/membership`)
      await page.locator('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
      const cameBy = dialog(page).getByLabel('Came by')
      const others = cameBy.locator('option:not(:checked)')
      await cameBy.selectOption((await others.last().textContent()) ?? '')
      const { path, body } = await sent(page, '/api/member/saveMembership/', () =>
        dialog(page).getByRole('button', { name: /^Save/ }).click(),
      )
      expect(path).toMatch(/\/61$/)
      expect(body).toMatchObject({ clubId: expect.any(Number), categoryId: expect.any(Number), memberUntil: null })
    })
    states(4, 'a membership is deleted', async () => {
      const { page } = screen()
      await pretend(page, '/api/member/DeleteMembership/')
      await open(`${member}/membership`)
      const { path } = await sent(page, '/api/member/DeleteMembership/', async () => {
        await choose(page, 'Delete')
        await dialog(page).getByRole('button', { name: 'Delete membership' }).click()
      })
      expect(path).toMatch(/\/\d+$/)
    })
    states(4, 'the issue status is toggled', async () => {
      const { page } = screen()
      await pretend(page, '/api/member/ToggleIssueStatus/')
      await open(`${member}/membership`)
      const { method, path } = await sent(page, '/api/member/ToggleIssueStatus/', async () => {
        await choose(page, 'Mark an issue')
        await dialog(page).getByLabel('What is it').fill('No form')
        await dialog(page).getByRole('button', { name: 'Mark an issue' }).click()
      })
      expect([method, path.split('/').at(-1)]).toEqual(['GET', '61'])
    })
    for (const [what, file, words] of [
      [
        'a membership lapses with a reason, and is renewed',
        'e2e/member-view.e2e.ts',
        'a member leaves with a reason and comes back',
      ],
      ['a plan is changed', 'e2e/member-view.e2e.ts', 'a change of plan says beforehand what changes when'],
      ['a mandate is cancelled', 'e2e/collections.e2e.ts', 'is seen, and is cancelled'],
      ['an external payment is cancelled', 'e2e/money.e2e.ts', 'and called off again'],
      [
        'a member is a candidate for grading, or not',
        'e2e/gradings.e2e.ts',
        'a member is added to the list and taken off again',
      ],
    ] as const)
      states(4, what, inTest(file, words))
  })
}

/** What the web takes from the contract by name. */
function namesFromContract(): Set<string> {
  const web = path.join(import.meta.dirname, '../../web/src')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const imports = files.flatMap(file => [
    ...readFileSync(path.join(web, file), 'utf8').matchAll(/import \{([^}]*)\} from '@honbu\/contract\//g),
  ])
  return new Set(imports.flatMap(([, list = '']) => list.split(',').map(name => name.trim().split(' as ')[0] ?? '')))
}

async function openUser(page: Page): Promise<void> {
  await page.goto(address('/clubadmin/2/users/edit'))
  await page.getByRole('navigation', { name: 'People' }).getByRole('link').first().click()
}

async function choose(page: Page, item: string): Promise<void> {
  await page
    .getByRole('button', { name: /^More for the membership in / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const subscription = {
  ...{ subscriptionId: 9, memberId: 61, clubId: 2, clubName: 'Shirokawa Harrogate', providerId: 186, name: 'Old plan' },
  ...{ amount: 20, frequency: 'monthly', state: 'active', canCancel: true, isCancelling: false, problem: '' },
  ...{ createdAt: '2026-01-01T10:00:00.000Z', startDate: '2026-01-01', nextPayment: '2026-06-01' },
}

import { expect, type Locator, type Page, test } from '@playwright/test'
import { address, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** A judo club's week, as its owner has it on a poster. */
const week = [
  'Mon 17:00–18:00 Mini judo, Dojo 1',
  'Mon 18:00–19:00 Juniors, Dojo 1',
  'Mon 19:00–20:30 Seniors, Dojo 1',
  'Wed 17:00–18:00 Mini judo, Dojo 1',
  'Wed 18:00–19:00 Juniors, Dojo 1',
  'Wed 19:00–20:30 Seniors, Dojo 1',
  'Fri 18:00–19:00 Juniors squad, Dojo 2',
  'Fri 19:00–20:30 Seniors squad, Dojo 2',
  'Sat 10:00–11:30 Family judo, Dojo 1',
].join('\n')

/** 120 members as a spreadsheet has them: 80 juniors with a parent, 40 seniors. */
function spreadsheet(): string {
  const forenames = ['Ada', 'Ben', 'Cleo', 'Dan', 'Ewa', 'Finn', 'Gita', 'Hal', 'Ida', 'Jon']
  const surnames = [
    ...['Abbott', 'Birch', 'Cole', 'Dunn', 'Eaton', 'Frost'],
    ...['Gale', 'Hirst', 'Ives', 'Jarvis', 'Kerr', 'Lund'],
  ]
  const lines = surnames.flatMap((surname, family) =>
    forenames.map((forename, place) => {
      const isJunior = place < 8 && family < 10
      const born = isJunior ? 2013 + (place % 5) : 1980 + place
      const name = `${forename},${surname}`
      const reach = `${forename.toLowerCase()}.${surname.toLowerCase()}@mail.example,07700 9${String(family * 10 + place).padStart(5, '0')}`
      const parent = isJunior ? `Sam ${surname}` : ''
      const [category, fee] = isJunior ? ['Juniors', '£30.00'] : ['Seniors', '£40.00']
      return `${name},${(place % 27) + 1}/${(family % 12) + 1}/${born},${reach},${parent},${category},${fee},Direct Debit,1/6/2026`
    }),
  )
  return ['First name,Surname,DOB,Email,Mobile,Parent,Plan,Monthly fee,How they pay,Next payment', ...lines].join('\n')
}

test('a club with 120 members gets from nothing to its first billing run', async ({ page }) => {
  const counts = { clicks: 0, fields: 0 }
  const click = async (what: Locator) => {
    counts.clicks += 1
    await what.click()
  }
  const fill = async (what: Locator, text: string) => {
    counts.fields += 1
    await what.fill(text)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first()
  const tabs = page.getByRole('navigation', { name: 'Club' })
  const tab = async (name: string) => {
    const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first()
    await expect(tabs.or(back).first()).toBeVisible()
    if (!(await tabs.isVisible())) await click(back)
    await click(tabs.getByRole('link', { name, exact: true }))
  }

  await signIn(page, hq, address('/dashboard'))
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Club' }))
  await fill(page.getByLabel('Name'), 'Kita Judo')
  await fill(page.getByLabel('Postcode'), 'LS1 4AP')
  await click(button('Create club'))
  await expect(page.getByRole('heading', { level: 1, name: 'Kita Judo' })).toBeVisible()

  await tab('Disciplines')
  await click(link('New discipline'))
  await fill(page.getByLabel('Search ladders and disciplines'), 'judo mon kyu')
  await click(page.getByLabel('Judo BJA, everyone: mon, kyu and dan'))
  await click(button('Create discipline'))
  await expect(page.getByRole('list', { name: 'Grades of Judo' }).getByRole('listitem')).toHaveCount(35)

  await tab('Classes and events')
  await click(link('Type your week'))
  await fill(page.getByLabel('Days, times and classes'), week)
  await click(button(/^Create 6 classes/))
  await expect(page.getByText('6 classes created')).toBeVisible()

  for (const [name, price] of [
    ['Juniors', '30'],
    ['Seniors', '40'],
  ] as const) {
    await tab('Training plans')
    await click(link('New training plan'))
    await fill(page.getByLabel('Name'), name)
    await fill(page.getByLabel('Monthly'), price)
    await click(button('Save training plan'))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  await tab('Members')
  await click(link('Import'))
  counts.clicks += 1
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(spreadsheet()) })
  await click(button('Check 120 lines'))
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText(
    '120 members will be billed, first on 1 June 2026. Their first charges come to £4,000.00.',
  )
  await click(button('Import'))
  await click(dialog(page).getByRole('button', { name: 'Import' }))
  await expect(page.getByText('120 members imported.')).toBeVisible()

  await tab('Charging')
  const start = page.getByRole('region', { name: 'Billing hasn’t started' })
  await expect(start).toContainText('120 members would be billed, first on 1 June 2026.')
  await expect(start).toContainText('120 of them have no Direct Debit yet (£4,000.00)')
  await click(start.getByRole('button', { name: 'Start billing' }).last())
  await expect(page.getByLabel('Charge each night')).toBeChecked()

  // Belts alone took 220 before there were ready-made ladders.
  expect(counts.clicks + counts.fields, JSON.stringify(counts)).toBeLessThanOrEqual(35)
})

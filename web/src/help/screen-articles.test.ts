import { describe, expect, it, test } from 'vitest'
import { screens } from '../app/routes.ts'
import { clubTabs } from '../clubs/club-tabs.ts'
import { memberTabs } from '../member-view/member-tabs.ts'
import { help } from './help.ts'
import { marketingHelp } from './marketing-help.ts'
import { helpOfScreen } from './screen-articles.ts'

/** They are the help. */
const without = /^\/(marketing-)?help(\/|$)/

describe.each(screens.map(({ path }) => [path]))('%s', path => {
  if (without.test(path)) {
    it('leads to no help', () => {
      expect(helpOfScreen(path)).toBeUndefined()
    })
    return
  }

  it('leads to articles that are there', () => {
    const found = Object.values(helpOfScreen(path) ?? {})
    expect(found.length).toBeGreaterThan(0)
    for (const { to, article } of found) {
      const collection = to.startsWith('/marketing-help/') ? marketingHelp : help
      const target = collection.articles.find(({ slug }) => slug === article)
      expect(to, article).toBe(`${collection.address}/category/${target?.category}`)
    }
  })
})

test.each([
  ['/clubadmin/{id}/{tab}', clubTabs.map(([id]) => id)],
  ['/clubadmin/club/member/view/{id}/{slug?}', memberTabs.map(([id]) => id).filter(id => id !== 'summary')],
])('%s has an article for each tab, and for no other', (path, tabs) => {
  const known = Object.keys(helpOfScreen(path) ?? {}).filter(Boolean)
  expect(known.toSorted()).toEqual([...tabs].toSorted())
})

test('what begins like a screen leads where that does, unless it has its own', () => {
  expect(helpOfScreen('/messaging/templates/{clubId}/edit/{id?}')?.['']?.article).toBe('templates-and-layouts')
  expect(helpOfScreen('/clubadmin/{id}/product/hand-out')?.['']?.article).toBe('sell-at-the-desk')
  expect(helpOfScreen('/clubadmin/{id}/product/index')?.['']?.article).toBe('products-and-stock')
  expect(helpOfScreen('/nowhere')).toBeUndefined()
})

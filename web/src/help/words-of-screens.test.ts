import { readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { expect, it } from 'vitest'
import { help } from './help.ts'
import { withoutPictures } from './pictures.ts'

/** Where the words of screens stand: the application, lists of the contract, the reports, and the pages of signing in. */
const files = import.meta.glob<string>(
  [
    '../**/*.{ts,tsx}',
    '../../../contract/src/**/*.ts',
    '../../../server/src/identity/pages/*.ts',
    '../../../server/src/reporting/tabs/*.ts',
    '!../**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const words = Object.values(files)
  .join('\n')
  .replaceAll(/\s+/g, ' ')
  // Within a string in single quotes an apostrophe has a backslash.
  .replaceAll("\\'", "'")

it('looks at screens', () => {
  expect(Object.keys(files).length).toBeGreaterThan(500)
  expect(words).not.toContain('A button that nobody has')
})

it.each(help.articles.map(({ slug, text }) => [slug, text] as const))(
  '%s calls things as the screens do: what is bold stands there',
  (_, text) => {
    const bold = readMarkdown(withoutPictures(text), { isOurs: true })
      .flatMap(block => (block.kind === 'list' ? block.items.flat() : block.inline))
      .flatMap(({ isBold, text }) => (isBold ? [text] : []))
    expect(bold.filter(label => !words.includes(label) && !words.includes(label.replaceAll('’', "'")))).toEqual([])
  },
)

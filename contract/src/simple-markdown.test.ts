import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, readMarkdown } from './simple-markdown.ts'

const plain = (text: string) => ({ text, isBold: false, isItalic: false, href: null })
const textOf = (block: Block) =>
  (block.kind === 'list' ? block.items.flat() : block.inline).map(({ text }) => text).join('')

describe('readMarkdown', () => {
  it('reads headings, paragraphs and lists', () => {
    expect(readMarkdown('# Terms\nOne\r\ntwo\n\n- a\n* b\n1. c\n2) d\n### Small')).toEqual([
      { kind: 'heading', level: 1, inline: [plain('Terms')] },
      { kind: 'paragraph', inline: [plain('One\ntwo')] },
      { kind: 'list', isOrdered: false, items: [[plain('a')], [plain('b')]] },
      { kind: 'list', isOrdered: true, items: [[plain('c')], [plain('d')]] },
      { kind: 'heading', level: 3, inline: [plain('Small')] },
    ])
  })

  it('reads code and links to screens in texts of our own, and there only', () => {
    const text = 'Write `{{ a }} **b**` in [a template](/messaging/templates) or [elsewhere](//evil.example).'
    expect(readMarkdown(text, { isOurs: true })).toEqual([
      {
        kind: 'paragraph',
        inline: [
          plain('Write '),
          { ...plain('{{ a }} **b**'), isCode: true },
          plain(' in '),
          { ...plain('a template'), href: '/messaging/templates' },
          plain(' or '),
          plain('[elsewhere](//evil.example)'),
          plain('.'),
        ],
      },
    ])
    const [block] = readMarkdown(text)
    expect(block && textOf(block)).toBe(
      'Write `{{ a }} b` in [a template](/messaging/templates) or [elsewhere](//evil.example).',
    )
  })

  it('reads bold, italic and links', () => {
    const [block] = readMarkdown('Be **on time**, *please*: see [the rules](https://club.example/rules).')
    expect(block).toMatchObject({
      inline: [
        plain('Be '),
        { text: 'on time', isBold: true },
        plain(', '),
        { text: 'please', isItalic: true },
        plain(': see '),
        { text: 'the rules', href: 'https://club.example/rules' },
        plain('.'),
      ],
    })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//club.example', 'JaVaScRiPt:x', 'https://'])(
    'does not link to %s',
    address => {
      expect(readMarkdown(`[press](${address})`)).toEqual([
        { kind: 'paragraph', inline: [plain(`[press](${address})`)] },
      ])
    },
  )

  it.each(['2 * 3 * 4', '**', '*', '#', '#hash', '-', '-1', '1.5 hours', '<b>bold</b>', '[a](b c)'])(
    'leaves %s as it is',
    text => {
      expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', inline: [plain(text)] }])
    },
  )

  it('takes any text, loses no word of it, and makes no other link', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', ' ', '*', '**', '\n', '# ', '- ', '[', '](', ')', 'javascript:')),
        parts => {
          const text = parts.join('')
          const blocks = readMarkdown(text)
          const letters = (value: string) => value.replace(/[^ab]/g, '')
          expect(letters(blocks.map(textOf).join(''))).toBe(letters(text))
          for (const block of blocks)
            for (const { href } of block.kind === 'list' ? block.items.flat() : block.inline) expect(href).toBeNull()
        },
      ),
    )
  })

  it('reads a long line of stars at once', () => {
    expect(readMarkdown('**a '.repeat(10_000)).length).toBe(1)
  })
})

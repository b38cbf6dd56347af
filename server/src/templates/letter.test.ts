import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { demoFooter, demoHeader, demoTemplates } from '../demo/template-texts.ts'
import type { Db } from '../platform/database.ts'
import { compileContent } from './compile-content.ts'
import { letterOf, type Outside } from './letter.ts'
import { linkIn } from './links.ts'
import { LanguageError } from './liquid.ts'

const address = 'https://honbu.example/base'
const images = new Map([['files/message-images/ours.png', { width: 1200, height: 600 }]])
const outside: Outside = {
  link: href => linkIn(href, { address, images }),
  image: src => {
    const image = images.get(src)
    if (!image) throw new LanguageError('no such image')
    return { ...image, address: `${address}/${src}` }
  },
}
const letter = (html: string) => letterOf(html, outside)

/** Without a layout and images nothing is asked of the database. */
const noDb = {} as Db
const compiled = (body: string, subject = '') =>
  compileContent(
    noDb,
    1,
    { channel: 'email', subject, body, layoutId: null },
    { address, layout: { header: '', footer: '' } },
  )

describe('letterOf', () => {
  it('writes plain text beside HTML', () => {
    const { text } = letter(
      '<h1>Hi {{ member.firstName }}</h1><p>One<br>two <a href="https://a.example/x">there</a></p>' +
        '<ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li><p>c</p></li></ol>' +
        '<p><a data-button href="{{ links.pay }}">Pay</a></p>' +
        '<table><tr><th><p>What</p></th><th><p>When</p></th></tr><tr><td>x</td><td>y</td></tr></table>' +
        '<p><img src="files/message-images/ours.png" alt="Our hall"></p><hr><blockquote><p>q</p></blockquote>',
    )
    expect(text).toBe(
      'Hi {{ member.firstName }}\n\nOne\ntwo there (https://a.example/x)\n\n- a\n- b\n\n1. c\n\n' +
        'Pay: {{ links.pay | web_address }}\n\nWhat | When\nx | y\n\n[Our hall]\n\n--------\n\n> q',
    )
  })

  it('passes nothing on that it does not know', () => {
    const { html } = letter(
      '<p onclick="x()" style="background:url(https://spy.example)">a<script>alert(1)</script><iframe src="https://b"></iframe>' +
        '<svg onload="x()"><circle/></svg><style>p{}</style><object data="x"></object><form action="https://b"><input></form></p>',
    )
    expect(html).toMatch(/^<p class="ink" style="[^"]*">a<\/p>/)
    expect(html).not.toMatch(/spy|script|alert|onclick|iframe|form/)
  })

  it('escapes words, and lets no markup hide in a merge field', () => {
    expect(letter('<p>1 &lt; 2 &amp; "x"</p>').html).toContain('1 &lt; 2 &amp; &quot;x&quot;')
    expect(() => letter('<p>{{ &lt;img src=x onerror=alert(1)&gt; }}</p>')).toThrow('There is markup in')
    // What the language takes for one value, however many braces are in it, is escaped when it is written.
    expect(letter('<p>{{ "}}&lt;b&gt;" }}</p>').html).toContain('{{ "}}&lt;b&gt;&quot; }}')
  })

  it('shows images as wide as a letter at most, at their own shape', () => {
    const { html } = letter('<p><img src="files/message-images/ours.png" alt="&quot;&gt;&lt;b&gt;" width="9999"></p>')
    expect(html).toContain(
      'src="https://honbu.example/base/files/message-images/ours.png" alt="&quot;&gt;&lt;b&gt;" width="552" height="276"',
    )
    expect(() => letter('<img src="https://spy.example/pixel.gif">')).toThrow('no such image')
  })

  it('makes no line of a condition', () => {
    expect(letter('<p>{% if class.next %}</p><p>x</p><p>{% endif %}</p>').html).toMatch(
      /^{% if class.next %}\n<p .*<\/p>\n{% endif %}$/,
    )
  })

  it('refuses more formatting than a letter has', () => {
    expect(() => letterOf('<b>x</b>'.repeat(5001), outside)).toThrow('more than 5000 pieces of formatting')
    expect(letterOf('<b>x</b>'.repeat(5000), outside).text).toHaveLength(5000)
  })

  it('ends where others nest without end', () => {
    expect(() => letter('<div>'.repeat(4000))).toThrow('nested too deep')
    expect(() => letter(`<p>${'<b>'.repeat(4000)}x`)).toThrow('nested too deep')
  })
})

describe('linkIn', () => {
  const to = (href: string) => linkIn(href, { address, images }).html

  it.each([
    ['https://a.example/?x=1&y=2', 'https://a.example/?x=1&amp;y=2'],
    ['mailto:x@y.example', 'mailto:x@y.example'],
    ['{{ links.pay }}', '{{ links.pay | web_address }}'],
    ['https://a.example/?n={{ member.firstName }}', 'https://a.example/?n={{ member.firstName  | url_encode }}'],
    [
      'https://honbu.example/base/files/message-images/ours.png',
      'https://honbu.example/base/files/message-images/ours.png',
    ],
  ])('%s leads to %s', (href, html) => expect(to(href)).toBe(html))

  it.each([
    ['javascript:alert(1)', 'should begin with'],
    ['data:text/html,x', 'should begin with'],
    ['//a.example', 'should begin with'],
    ['{{ member.firstName }}', 'is no address'],
    ['https://{{ member.firstName }}.example/', 'host’s name'],
    ['https://a.example/{% if x %}', 'fields alone'],
    ['https://honbu.example/base/files/message-images/theirs.png', 'not of this club'],
    ['https://honbu.example/base/pay?token=BEDRdOIJEGSaLqzQmHWUFUrGRDvEeqQ', 'made for one person'],
  ])('%s is refused: %s', (href, message) => expect(() => to(href)).toThrow(message))
})

describe('compileContent', () => {
  const nasty = `"><img src=x onerror=alert('1')>\r\nBcc: x@y.example`

  it('harms nobody with a name that is markup', async () => {
    const { render } = await compiled(
      '<p>{{ member.firstName }} <a href="https://a.example/?n={{ member.firstName }}">x</a> <a href="{{ links.pay }}">y</a></p>',
      'Hi {{ member.firstName }}',
    )
    const { subject, html, text } = render({ 'member.firstName': nasty, 'links.pay': 'javascript:alert(1)' })
    expect(subject).toBe(`Hi "><img src=x onerror=alert('1')> Bcc: x@y.example`)
    expect(text).toContain(`"><img src=x onerror=alert('1')>`)
    const elements: string[] = []
    const walk = (nodes: ReturnType<typeof parseDocument>['children']) => {
      for (const node of nodes) {
        if ('name' in node && 'attribs' in node) {
          elements.push(node.name)
          for (const name of Object.keys(node.attribs)) expect(name).not.toMatch(/^on/)
          expect(node.attribs.href ?? '').not.toMatch(/^javascript/)
        }
        if ('children' in node) walk(node.children)
      }
    }
    walk(parseDocument(html ?? '').children)
    expect(elements).not.toContain('img')
    expect(elements).toContain('a')
  })

  it('says which fields have to be known, and which leave a hole', async () => {
    const { fields, needed } = await compiled(
      '<p>{{ member.firstName }} {{ grade.name | default: "belt" }} {% if class.next %}{{ class.next }}{% endif %}</p>',
    )
    expect([...fields].sort()).toEqual(['class.next', 'grade.name', 'member.firstName'])
    expect(needed).toEqual(['member.firstName'])
  })

  it('counts what is in braces over all parts of a letter', async () => {
    const part = '<p>{{ club.name }}</p>'.repeat(200)
    const content = { channel: 'email', subject: 'x', body: part, layoutId: null } as const
    const withParts = (header: string, footer: string) =>
      compileContent(noDb, 1, content, { address, layout: { header, footer } })
    await withParts(part, '')
    await expect(withParts(part, part)).rejects.toMatchObject({
      statusCode: 400,
      fields: { body: ['There are 600 fields and conditions in braces. Use 500 or fewer.'] },
    })
  })

  it('puts a way out below a marketing message that has none', async () => {
    const content = { channel: 'email', subject: '', body: '<p>x</p>', layoutId: null } as const
    const options = { address, layout: { header: '', footer: '' } }
    const links = { 'links.unsubscribe': 'https://honbu.example/unsubscribe/1', 'club.name': 'Kaizen' }
    const marketing = await compileContent(noDb, 1, content, { ...options, purpose: 'marketing' })
    expect(marketing.fields).toContain('links.unsubscribe')
    expect(marketing.render(links).text).toContain('Unsubscribe (https://honbu.example/unsubscribe/1)')
    const own = { ...content, body: '<p><a href="{{ links.preferences }}">Choose</a></p>' }
    const chosen = await compileContent(noDb, 1, own, { ...options, purpose: 'marketing' })
    expect(chosen.fields).toEqual(['links.preferences'])
  })

  it('has HTML that Outlook and Gmail show: no style sheet that counts, tables, widths, under 102 KB', async () => {
    for (const { channel, subject, body } of demoTemplates) {
      const { render } = await compileContent(
        noDb,
        1,
        { channel, subject, body, layoutId: null },
        {
          address,
          layout: { header: demoHeader, footer: demoFooter },
        },
      )
      const { html, text } = render({ 'member.firstName': 'Mia', 'club.name': 'Kaizen' })
      expect(text).not.toMatch(/\{|\}/)
      if (channel === 'sms') continue
      expect(html).not.toMatch(/\{\{|\{%|<p(?! class)|display:\s*flex|var\(--/)
      expect(html).toContain('<!--[if mso]>')
      expect(Buffer.byteLength(html ?? '')).toBeLessThan(20_000)
    }
  })
})

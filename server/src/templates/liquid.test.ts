import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlEngine, LanguageError, parse, textEngine, tokensIn, write } from './liquid.ts'

const render = (source: string, scope: object = {}) => write(htmlEngine, parse(htmlEngine, source), scope)

describe('the language', () => {
  it.each([
    ['a long range', '{% for i in (1..999999999) %}x{% endfor %}'],
    ['a long loop', '{% for i in (1..5000) %}x{% endfor %}'],
    [
      'loops in loops',
      '{% for a in (1..40) %}{% for b in (1..40) %}{% for c in (1..40) %}x{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'a kept range in loops',
      '{% assign r = (1..100) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'a text that doubles',
      '{% assign s = "aaaaaaaaaa" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    ],
    ['much that is replaced', `{% assign s = "${'a'.repeat(2000)}" %}{{ s | replace: "a", s | replace: "a", s }}`],
    ['a text written often', `{% assign s = "${'a'.repeat(5_000)}" %}${'{{ s }}'.repeat(400)}`],
    ['a loop of much text', `{% for i in (1..900) %}${'a'.repeat(20_000)}{% endfor %}`],
    ['a filter with a huge number', '{{ "a" | truncate: 5 | append: (1..99999999) }}'],
  ])('cuts off %s', (_, source) => {
    // Whatever is not cut off takes longer than any test may.
    expect(() => render(source)).toThrow(LanguageError)
  })

  it.each([
    ['{% include "x" %}', '{% include %} is not known here.'],
    ['{% render "x" %}', '{% render %} is not known here.'],
    ['{% layout "x" %}', '{% layout %} is not known here.'],
    ['{% block x %}{% endblock %}', '{% block %} is not known here.'],
    ['{% increment x %}', '{% increment %} is not known here.'],
    ['{% tablerow i in (1..3) %}{% endtablerow %}', '{% tablerow %} is not known here.'],
    ['{% raw %}{% endraw %}', '{% raw %} is not known here.'],
    ['{{ member.firstName | raw }}', 'The filter “raw” is not known here.'],
    ['{{ "a,b" | split: "," }}', 'The filter “split” is not known here.'],
  ])('does not know %s', (source, message) => {
    expect(() => render(source)).toThrow(message)
  })

  it('says what is not closed', () => {
    expect(() => render('{% if member.firstName %}x')).toThrow(/There is a mistake in .*not closed/)
    expect(() => render('{{ member.firstName ')).toThrow(/There is a mistake/)
  })

  it('refuses what is nested too deep', () => {
    const deep = (depth: number) => `${'{% if true %}'.repeat(depth)}x${'{% endif %}'.repeat(depth)}`
    expect(render(deep(20))).toBe('x')
    expect(() => render(deep(200))).toThrow('20 deep')
  })

  it('refuses more in braces than it reads at once', () => {
    expect(render('{{ a }}'.repeat(500))).toBe('')
    expect(() => render('{% if a %}{% endif %}'.repeat(2000))).toThrow(
      'There are 4,000 fields and conditions in braces. Use 500 or fewer.',
    )
    expect(() => render(`{% if ${'a.b or '.repeat(20_000)} a.b %}{% endif %}`)).toThrow('Use 10,000 or fewer.')
  })

  it('finds what is in braces as a regular expression would', () => {
    const texts = fc
      .array(fc.constantFrom('{{', '}}', '{%', '%}', '{', '}', '%', 'a', '\n'))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, text => {
        const found = [...text.matchAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g)]
        expect(tokensIn(text)).toEqual(found.map(({ 0: token, index }) => ({ index, token })))
      }),
    )
  })

  it.each(['{{', '{%', '{% {{ '])('reads a million times %s', begin => {
    // The time of a regular expression grows with the square: it would take minutes.
    expect(tokensIn(begin.repeat(1_000_000))).toEqual([])
  })

  it('reaches nothing but what it is given', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'member.constructor', 'member.__proto__.polluted'])
      expect(render(`{{ ${name} }}`, { member: { firstName: 'Mia' } })).toBe('')
  })

  it('escapes what is written in HTML, and nothing in text', () => {
    const member = { firstName: `<img src=x onerror="alert('1')">` }
    expect(render('{{ member.firstName | append: "&" }}', { member })).toBe(
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;',
    )
    expect(write(textEngine, parse(textEngine, '{{ member.firstName }}'), { member })).toBe(member.firstName)
  })

  it('loops a little', () => {
    expect(render('{% for i in (1..3) %}{{ i }}{% endfor %}')).toBe('123')
  })
})

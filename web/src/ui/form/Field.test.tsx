import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field } from './Field.tsx'

const shown = renderToStaticMarkup(
  <Field label="Town" hint="Where you train" error="Give a town" required>
    {attributes => (
      <input
        id={attributes.id}
        aria-invalid={attributes['aria-invalid']}
        aria-describedby={attributes['aria-describedby']}
        aria-required={attributes['aria-required']}
      />
    )}
  </Field>,
)
const input = /<input[^>]*>/.exec(shown)?.[0] ?? ''
const attributeOf = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

it('ties the label to the input', () => {
  const label = /<label[^>]*>Town/.exec(shown)?.[0] ?? ''
  expect(attributeOf(label, 'for')).toBe(attributeOf(input, ' id'))
  expect(attributeOf(input, ' id')).not.toBe('')
})

it('reads the help and the error with the input', () => {
  const described = attributeOf(input, 'aria-describedby').split(' ')
  const texts = described.map(id => new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(shown)?.[1])
  expect(texts).toEqual(['Where you train', 'Give a town'])
  expect(attributeOf(input, 'aria-invalid')).toBe('true')
  expect(attributeOf(input, 'aria-required')).toBe('true')
})

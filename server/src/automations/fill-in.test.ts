import { expect, it } from 'vitest'
import { fillIn, wrongField } from './fill-in.ts'

const values = { 'member.firstName': '{{ club.name }}', 'club.name': 'Kaizen', 'club.phone': '' }

it('fills in each field once, whatever it holds', () => {
  expect(fillIn('Hello {{member.firstName}} of {{ club.name }}, {{ nothing }}', values)).toBe(
    'Hello {{ club.name }} of Kaizen, ',
  )
})

it('leaves out what stands only where a field is not empty', () => {
  const text = '{% if club.phone %}Ring {{ club.phone }}{% endif %}{% if club.name %}At {{ club.name }}{% endif %}'
  expect(fillIn(text, values)).toBe('At Kaizen')
})

it('takes no name of an object for a field', () => {
  expect(fillIn('{{ constructor }}{{ toString }}', values)).toBe('')
})

it.each([
  ['Hello {{ member.firstName }}{% if club.email %} at {{ club.email }}{% endif %}', null],
  ['Hello {{ member.name }}', 'There is no field member.name.'],
  ['{% if club.fax %}Fax{% endif %}', 'There is no field club.fax.'],
  ['Hello {{ member.firstName', 'A field is written {{ member.firstName }}.'],
  ['{% for x in y %}', 'A field is written {{ member.firstName }}.'],
])('says of %j what is wrong', (text, wrong) => {
  expect(wrongField(text)).toBe(wrong)
})

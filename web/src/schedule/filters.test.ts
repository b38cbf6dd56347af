import { expect, test } from 'vitest'
import { choicesFor, narrowed } from './filters.ts'
import { anOccurrence } from './test-occurrences.ts'

const judo = anOccurrence({ className: 'Judo', disciplineName: 'Judo', instructors: ['Ann', 'Bob'], location: 'Hall' })
const yoga = anOccurrence({ className: 'Yoga', disciplineName: '', instructors: [], location: '' })
const all = [judo, yoga]

test.each([
  [{}, all],
  [{ discipline: 'Judo' }, [judo]],
  [{ discipline: '-' }, [yoga]],
  [{ instructor: 'Bob' }, [judo]],
  [{ instructor: '-', room: '-' }, [yoga]],
  [{ instructor: 'Bob', room: '-' }, []],
])('%j leaves what fits', (search, expected) => {
  expect(narrowed(all, search)).toEqual(expected)
})

test('the choices are the names there are, none last, and the chosen one always', () => {
  expect(choicesFor('instructor', all, undefined)).toEqual(['Ann', 'Bob', '-'])
  expect(choicesFor('room', all, 'Studio')).toEqual(['Hall', 'Studio', '-'])
})

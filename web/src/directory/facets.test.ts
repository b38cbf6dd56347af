import { directoryColumns } from '@honbu/contract/directory.ts'
import { parseFilter, printFilter } from '@honbu/contract/grid.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Facets, noFacets, readFacets, writeFacets } from './facets.ts'

const some = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { maxLength: 3 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)
const id = fc.integer({ min: 1, max: 999 })
const name = fc.constantFrom("O'Brien's", 'Adults', 'x~and~y')
const day = fc.constantFrom('2020-02-29', '2026-05-12')

const anyFacets: fc.Arbitrary<Facets> = fc.record({
  name: fc.constantFrom('', "o'b", 'zoe smith'),
  clubs: some(id),
  statuses: some(id),
  categories: some(name),
  plans: some(name),
  tags: some(name),
  disciplineId: maybe(id),
  gradeFrom: maybe(id),
  gradeTo: maybe(id),
  classes: some(id),
  ageFrom: maybe(fc.nat(99)),
  ageTo: maybe(fc.nat(99)),
  months: some(fc.integer({ min: 1, max: 12 })),
  joinedWithin: maybe(fc.constantFrom(7, 30)),
  joinedFrom: maybe(day),
  joinedTo: maybe(day),
  attended: maybe(fc.constantFrom(14, -7, 'never' as const)),
  attendedFrom: maybe(day),
  attendedTo: maybe(day),
  debt: maybe(fc.constantFrom('some' as const, 'none' as const)),
  debtFrom: maybe(fc.constantFrom(10, 19.99)),
  mandate: maybe(fc.constantFrom('yes' as const, 'no' as const)),
  frozen: maybe(fc.constantFrom('yes' as const, 'no' as const)),
  sources: some(id),
  missing: some(id),
})

it('what the panel writes into the address is what it reads from it', () => {
  fc.assert(
    fc.property(anyFacets, facets => {
      const address = printFilter(writeFacets(facets))
      expect(readFacets(parseFilter(address, directoryColumns))).toEqual({ facets, rest: [] })
    }),
    { numRuns: 500 },
  )
})

it('keeps what it has no place for', () => {
  const text = "age~gte~8~and~code~startswith~'M'~and~(debt~gt~0~or~hasMandate~eq~false)~and~age~gte~10"
  const { facets, rest } = readFacets(parseFilter(text, directoryColumns))
  expect(facets).toEqual({ ...noFacets, ageFrom: 8 })
  expect(printFilter(writeFacets({ ...facets, ageFrom: 9 }, rest))).toBe(
    "(age~gte~9~and~code~startswith~'M'~and~(debt~gt~0~or~hasMandate~eq~false)~and~age~gte~10)",
  )
})

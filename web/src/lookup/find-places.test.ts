import { expect, it } from 'vitest'
import { screens } from '../app/routes.ts'
import { isNamedLike } from '../members/named-like.ts'
import { findPlaces } from './find-places.ts'
import { clubPlaces, generalPlaces } from './places.ts'

const clubs = [
  { id: 3, name: 'Leeds', isAdmin: true, may: ['seeMoney'] },
  { id: 4, name: 'York', isAdmin: false, may: [] },
] as const

const titles = (text: string, among: Parameters<typeof findPlaces>[1] = clubs) =>
  findPlaces(text, among).map(({ title, detail }) => `${title} (${detail})`)

it.each([
  ['belts', ['Disciplines (Leeds)', 'Disciplines (York)']],
  ['DBS', ['Users and staff certificates (Leeds)']],
  ['waiting list', ['Classes and events (Leeds)', 'Classes and events (York)']],
  ['holiday', ['Closures (Leeds)', 'Closures (York)']],
  ['refund', ['Money (Leeds)', 'Debt (Page)']],
  ['ho', []],
  ['smith', []],
])('%s', (text, found) => {
  expect(titles(text)).toEqual(found)
})

it('shows nothing that the user may not open', () => {
  expect(titles('refund', [clubs[1]])).toEqual([])
  expect(titles('dbs', [clubs[1]])).toEqual([])
})

it('names a single club’s pages without the club', () => {
  expect(titles('belts', [clubs[0]])).toEqual(['Disciplines (Page)'])
})

it('leads to screens that exist', () => {
  const paths = screens.map(
    ({ path }) => new RegExp(`^${path.replace(/\/\{\w+\?\}/g, '(/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')}$`),
  )
  const addresses = [...clubPlaces.map(({ address }) => address(3)), ...generalPlaces.map(({ address }) => address)]
  expect(addresses.filter(address => !paths.some(path => path.test(address)))).toEqual([])
})

it.each([
  ['Ann Smith', true],
  ['O’Neill', true],
  ['小龙', true],
  ['LS9 4QB', false],
  ['ann@mail', false],
  ['07700', false],
])('%s may be a name: %s', (text, isName) => {
  expect(isNamedLike(text)).toBe(isName)
})

import { columns } from '@honbu/contract/grid.ts'
import { expect, test } from 'vitest'
import { gridSearch, nextSort, readGridAddress } from './grid-address.ts'

const declared = columns({ name: { type: 'string', title: 'Name' }, capacity: { type: 'number', title: 'Capacity' } })

test('what stands in the address comes back as it was', () => {
  const state = {
    page: 3,
    pageSize: 100,
    sort: [{ field: 'name', dir: 'desc' }] as const,
    filter: { field: 'capacity', operator: 'gte', value: 20 } as const,
  }
  expect(readGridAddress(gridSearch(state), declared)).toEqual(state)
})

test('nonsense in the address counts as not given', () => {
  const search = { page: '-1', pageSize: '9999', sort: 'password-asc', filter: '((' }
  expect(readGridAddress(search, declared)).toEqual({ page: 1, pageSize: 50, sort: [], filter: null })
})

test('a new sort begins at the first page', () => {
  expect(gridSearch({ sort: [{ field: 'name', dir: 'asc' }] })).toEqual({ page: undefined, sort: 'name-asc' })
})

test('a heading sorts up, then down, then not', () => {
  const up = nextSort([], 'name')
  const down = nextSort(up, 'name')
  expect([up, down, nextSort(down, 'name')]).toEqual([
    [{ field: 'name', dir: 'asc' }],
    [{ field: 'name', dir: 'desc' }],
    [],
  ])
})

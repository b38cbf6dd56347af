import { describe, expect, it } from 'vitest'
import { drawingsOf, nextSort, readSort, type Section, shadesOf, sorted } from './section.ts'

const column = (key: string, unit: Section['columns'][number]['unit'], isDrawn = true) => ({
  key,
  title: key,
  unit,
  isDrawn,
  list: null,
})

const section: Section = {
  key: 'months',
  title: 'Month by month',
  words: '',
  draw: 'line',
  columns: [
    column('month', 'month', false),
    column('active', 'count'),
    column('mrr', 'money'),
    column('joins', 'count'),
  ],
  rows: [
    { cells: ['2026-09-01', 10, 100.5, 2] },
    { cells: ['2026-10-01', 12, null, 3] },
    { cells: ['2026-11-01', 9, 120, null] },
  ],
  total: null,
}

describe('drawingsOf', () => {
  it('has a chart for each unit', () => {
    const [heads, pounds, ...rest] = drawingsOf(section)
    expect(rest).toEqual([])
    expect(heads).toMatchObject({
      unit: 'count',
      isTime: true,
      names: ['Sept 2026', 'Oct 2026', 'Nov 2026'],
      ticks: ['Sept 26', 'Oct 26', 'Nov 26'],
      series: [
        { key: 'active', values: [10, 12, 9] },
        { key: 'joins', values: [2, 3, null] },
      ],
    })
    expect(pounds?.series).toEqual([{ key: 'mrr', title: 'mrr', values: [100.5, null, 120] }])
  })
})

describe('the order of a table', () => {
  const firsts = (sort: string | undefined) =>
    sorted(section, readSort(sort, section.columns)).map(({ cells }) => cells[1])

  it.each([
    [undefined, [10, 12, 9]],
    ['active-desc', [12, 10, 9]],
    ['active-asc', [9, 10, 12]],
    ['mrr-asc', [10, 9, 12]],
    ['mrr-desc', [9, 10, 12]],
    ['nobody-asc', [10, 12, 9]],
    ['active-sideways', [10, 12, 9]],
  ])('%s', (sort, expected) => {
    expect(firsts(sort)).toEqual(expected)
  })

  it('goes down, up, and back for numbers; up, down and back for names', () => {
    const [name, number] = [column('name', 'text'), column('active', 'count')]
    expect(nextSort(null, number)).toBe('active-desc')
    expect(nextSort({ key: 'active', dir: 'desc' }, number)).toBe('active-asc')
    expect(nextSort({ key: 'active', dir: 'asc' }, number)).toBeUndefined()
    expect(nextSort({ key: 'active', dir: 'asc' }, name)).toBe('name-asc')
    expect(nextSort({ key: 'name', dir: 'asc' }, name)).toBe('name-desc')
  })
})

it.each([
  [
    [0, 5, 10],
    [0, 0.5, 1],
  ],
  [
    [75, 80, 95],
    [0.2, 0.4, 1],
  ],
  [
    [100, 100],
    [1, 1],
  ],
  [
    [0, 0],
    [null, null],
  ],
])('cells of %j are shaded by the lowest and the highest that is drawn', (values, shades) => {
  const shade = shadesOf({
    columns: section.columns.filter(({ key }) => key !== 'mrr'),
    rows: values.map(value => ({ cells: ['2026-09-01', value, null] })),
  })
  expect(values.map(value => shade(value, 1))).toEqual(shades)
  expect([shade(null, 1), shade('x', 0)]).toEqual([null, null])
})

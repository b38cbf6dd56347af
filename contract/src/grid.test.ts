import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { printFilter } from './grid/filter.ts'
import {
  columns,
  GridError,
  gridInput,
  gridPage,
  parseFilter,
  parseGrid,
  parseSort,
  printGrid,
  printSort,
} from './grid.ts'

const people = columns({
  lastName: { type: 'string', title: 'Last name' },
  email: { type: 'string', title: 'E-mail' },
  age: { type: 'number', title: 'Age' },
  active: { type: 'boolean', title: 'Active' },
  dob: { type: 'date', title: 'Born' },
  seen: { type: 'instant', title: 'Last seen' },
})

const parse = (text: string) => parseFilter(text, people)

function refusal(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (error instanceof GridError) return [error.field, error.message]
    throw error
  }
  return 'accepted'
}

describe('parseFilter', () => {
  it('reads the example of the design', () => {
    const columnsOfExample = columns({
      firstName: { type: 'string', title: '' },
      statusId: { type: 'number', title: '' },
      dob: { type: 'date', title: '' },
      email: { type: 'string', title: '' },
    })
    const text =
      "(firstName~contains~'O''Br'~and~(statusId~eq~21~or~statusId~eq~22)~and~dob~gte~datetime'2020-01-02T00-00-00'~and~email~isnotnull~undefined)"
    const filter = parseFilter(text, columnsOfExample)
    expect(filter).toEqual({
      logic: 'and',
      filters: [
        { field: 'firstName', operator: 'contains', value: "O'Br" },
        {
          logic: 'or',
          filters: [
            { field: 'statusId', operator: 'eq', value: 21 },
            { field: 'statusId', operator: 'eq', value: 22 },
          ],
        },
        { field: 'dob', operator: 'gte', value: { day: '2020-01-02' } },
        { field: 'email', operator: 'isnotnull' },
      ],
    })
    expect(printFilter(filter)).toBe(text)
  })

  it.each([
    ["lastName~eq~''", ''],
    ["lastName~eq~''''", "'"],
    ["lastName~eq~'a~and~b'", 'a~and~b'],
    ["lastName~eq~') or (1=1'", ') or (1=1'],
    ["lastName~eq~'鈴木 Ærøskøbing 🥋'", '鈴木 Ærøskøbing 🥋'],
    ["lastName~eq~'datetime''2020-01-02T00-00-00'''", "datetime'2020-01-02T00-00-00'"],
    ['age~eq~-12.5', -12.5],
    ['age~eq~1e3', 1000],
    ['age~eq~-0', 0],
    ['active~neq~false', false],
    ["dob~lt~datetime'2024-02-29T00-00-00'", { day: '2024-02-29' }],
    ["seen~lt~datetime'2024-02-29T00-00-00'", { day: '2024-02-29' }],
    ["seen~lt~datetime'2024-02-29T19-30-05'", { at: '2024-02-29T19:30:05' }],
  ])('%s', (text, value) => {
    expect(parse(text)).toMatchObject({ value })
  })

  it('takes the operators that stand alone with any empty operand, or none', () => {
    for (const operand of ['', '~undefined', '~null', "~''"])
      expect(parse(`(email~isempty${operand}~and~age~isnull${operand})`)).toEqual({
        logic: 'and',
        filters: [
          { field: 'email', operator: 'isempty' },
          { field: 'age', operator: 'isnull' },
        ],
      })
  })

  it('and binds tighter than or', () => {
    expect(printFilter(parse('age~eq~1~or~age~eq~2~and~age~eq~3'))).toBe('(age~eq~1~or~(age~eq~2~and~age~eq~3))')
    expect(printFilter(parse('age~eq~1~and~age~eq~2~or~age~eq~3'))).toBe('((age~eq~1~and~age~eq~2)~or~age~eq~3)')
    expect(printFilter(parse('(age~eq~1~or~age~eq~2)~and~age~eq~3'))).toBe('((age~eq~1~or~age~eq~2)~and~age~eq~3)')
  })

  it('needless parentheses make no group; no filter is null', () => {
    expect(parse('((age~eq~1))')).toEqual({ field: 'age', operator: 'eq', value: 1 })
    expect(parse('')).toBe(null)
  })

  it.each([
    ["foo~eq~'a'", 'foo', "Unknown field 'foo'"],
    ['constructor~eq~1', 'constructor', "Unknown field 'constructor'"],
    ['__proto__~isnull', '__proto__', "Unknown field '__proto__'"],
    ['LASTNAME~isnull', 'LASTNAME', "Unknown field 'LASTNAME'"],
    ['lastName', 'lastName', "'lastName' needs an operator and a value"],
    ["lastName~like~'a'", 'lastName', "Unknown operator 'like' for 'lastName'"],
    ["lastName~constructor~'a'", 'lastName', "Unknown operator 'constructor' for 'lastName'"],
    ["age~contains~'1'", 'age', "'age' cannot be filtered with 'contains'"],
    ['age~isempty', 'age', "'age' cannot be filtered with 'isempty'"],
    ['active~gt~true', 'active', "'active' cannot be filtered with 'gt'"],
    ['lastName~eq', 'lastName', "'lastName~eq' needs a value"],
    ["age~eq~'1'", 'age', "'age' takes a number"],
    ['age~eq~', 'age', "'age' takes a number"],
    ['age~eq~1x', 'age', "'age' takes a number"],
    ['age~eq~0x10', 'age', "'age' takes a number"],
    ['age~eq~NaN', 'age', "'age' takes a number"],
    ['age~eq~Infinity', 'age', "'age' takes a number"],
    ['age~eq~1e999', 'age', "'age' takes a number"],
    ['active~eq~1', 'active', "'active' takes true or false"],
    ['active~eq~trueish', 'active', "'active' takes true or false"],
    ['lastName~eq~Smith', 'lastName', "'lastName' takes text in single quotes, a quote in it doubled"],
    ["lastName~eq~'Smith", 'lastName', "'lastName' takes text in single quotes, a quote in it doubled"],
    ["lastName~eq~'O'Brien'", 'lastName', "'lastName' takes text in single quotes, a quote in it doubled"],
    ["lastName~eq~'a\0b'", 'lastName', "'lastName' cannot be compared with text that holds a broken character"],
    ["lastName~eq~'\ud800'", 'lastName', "'lastName' cannot be compared with text that holds a broken character"],
    ["dob~eq~'2020-01-02'", 'dob', "'dob' takes a date, written datetime'2020-01-02T00-00-00'"],
    ["dob~eq~datetime'2026-02-30T00-00-00'", 'dob', "'dob': 2026-02-30 is not a day of the calendar"],
    ["dob~eq~datetime'2026-02-28T09-00-00'", 'dob', "'dob' takes a day, with the time 00-00-00"],
    ["seen~eq~datetime'2026-02-28T24-00-00'", 'seen', "'seen': 24-00-00 is not a time of the day"],
    ['(age~eq~1', 'filter', "The filter needs a ')' before its end"],
    ['(age~eq~1~xor~age~eq~2)', 'filter', "The filter needs a ')' before '~xor~age~eq~2)'"],
    ['age~eq~1)', 'filter', "The filter cannot be read from ')' on"],
    ['age~eq~1~and~', 'filter', 'The filter needs a condition before its end'],
    ['()', 'filter', "The filter needs a condition before ')'"],
    ['~', 'filter', "The filter needs a condition before '~'"],
    [`${'x'.repeat(9000)}~eq~1`, 'x'.repeat(50), `Unknown field '${'x'.repeat(50)}…'`],
  ])('refuses %s', (text, field, message) => {
    expect(refusal(() => parse(text))).toEqual([field, message])
  })
})

describe('limits of a filter', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}age~eq~1${')'.repeat(depth)}`
  const groups = (depth: number): string => (depth === 0 ? 'age~eq~1' : `(age~eq~1~and~${groups(depth - 1)})`)
  const many = (count: number) => Array(count).fill('age~eq~1').join('~or~')
  const tooDeep = ['filter', 'The filter is nested more than 20 deep']

  it('20 deep', () => {
    expect(refusal(() => parse(nested(20)))).toBe('accepted')
    expect(refusal(() => parse(nested(21)))).toEqual(tooDeep)
    expect(refusal(() => parse(groups(20)))).toBe('accepted')
    expect(refusal(() => parse(groups(21)))).toEqual(tooDeep)
  })

  it('counts the groups that precedence makes, so that what was read can be printed and read again', () => {
    const mixed = (depth: number): string =>
      depth === 0 ? 'age~eq~1' : `age~eq~1~or~age~eq~1~and~(${mixed(depth - 1)})`
    expect(parse(printFilter(parse(mixed(10))))).toEqual(parse(mixed(10)))
    expect(refusal(() => parse(mixed(11)))).toEqual(tooDeep)
  })

  it('100 conditions', () => {
    expect(refusal(() => parse(many(100)))).toBe('accepted')
    expect(refusal(() => parse(many(101)))).toEqual(['filter', 'The filter has more than 100 conditions'])
  })

  it('20000 characters', () => {
    const long = (length: number) => `lastName~eq~'${'x'.repeat(length - 14)}'`
    expect(refusal(() => parse(long(20_000)))).toBe('accepted')
    expect(refusal(() => parse(long(20_001)))).toEqual(['filter', 'The filter is longer than 20000 characters'])
  })
})

describe('parseSort and printSort', () => {
  it('reads and prints', () => {
    const sort = parseSort('lastName-asc~seen-desc', people)
    expect(sort).toEqual([
      { field: 'lastName', dir: 'asc' },
      { field: 'seen', dir: 'desc' },
    ])
    expect(printSort(sort)).toBe('lastName-asc~seen-desc')
    expect(parseSort('', people)).toEqual([])
  })

  it.each([
    ['foo-asc', 'foo', "Unknown field 'foo'"],
    ['constructor-asc', 'constructor', "Unknown field 'constructor'"],
    ['lastName', 'sort', "Sort by field-asc or field-desc, not by 'lastName'"],
    ['lastName-up', 'lastName', "'lastName' is sorted asc or desc, not 'up'"],
    ['lastName-asc~', 'sort', "Sort by field-asc or field-desc, not by ''"],
    ['age-asc~age-desc', 'age', "'age' is sorted by twice"],
    ['~'.repeat(2001), 'sort', 'The sort is longer than 2000 characters'],
  ])('refuses %s', (text, field, message) => {
    expect(refusal(() => parseSort(text, people))).toEqual([field, message])
  })
})

describe('parseGrid and printGrid', () => {
  it('what is missing has its default', () => {
    expect(parseGrid({}, people)).toEqual({ page: 1, pageSize: 50, sort: [], filter: null })
    expect(parseGrid({ page: '3', pageSize: '500', sort: '', filter: '' }, people)).toMatchObject({
      page: 3,
      pageSize: 500,
    })
  })

  it('prints what it reads, through an address too', () => {
    const query = parseGrid({ page: 2, sort: 'age-desc', filter: "lastName~contains~'O''Br & +é%'" }, people)
    expect(printGrid(query)).toEqual({
      page: 2,
      pageSize: 50,
      sort: 'age-desc',
      filter: "lastName~contains~'O''Br & +é%'",
    })
    const { page, pageSize, ...texts } = printGrid(query)
    const address = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...texts }).toString()
    expect(parseGrid(Object.fromEntries(new URLSearchParams(address)), people)).toEqual(query)
    expect(printGrid({})).toEqual({ page: 1, pageSize: 50 })
  })

  it.each([
    [{ page: 0 }, 'page', 'page is a whole number from 1'],
    [{ page: '1.0' }, 'page', 'page is a whole number from 1'],
    [{ page: '99999999999999999999' }, 'page', 'page is a whole number from 1'],
    [{ pageSize: 501 }, 'pageSize', 'pageSize is a whole number from 1 to 500'],
    [{ pageSize: '' }, 'pageSize', 'pageSize is a whole number from 1 to 500'],
    [{ filter: 'foo~isnull' }, 'foo', "Unknown field 'foo'"],
  ])('refuses %j', (input, field, message) => {
    expect(refusal(() => parseGrid(input, people))).toEqual([field, message])
  })
})

describe('gridInput and gridPage', () => {
  const input = z.object({ classDate: z.string(), ...gridInput })

  it('read a query string and a body alike', () => {
    const text = z.parse(input, { classDate: 'x', page: '2', pageSize: '20', sort: 'age-asc' })
    expect(text).toEqual({ classDate: 'x', page: 2, pageSize: 20, sort: 'age-asc' })
    expect(z.parse(input, { classDate: 'x', page: 2, pageSize: 20, sort: 'age-asc' })).toEqual(text)
    expect(z.parse(input, { classDate: 'x' })).toEqual({ classDate: 'x' })
  })

  it.each([
    [{ page: 0 }, 'page'],
    [{ page: true }, 'page'],
    [{ page: null }, 'page'],
    [{ page: '' }, 'page'],
    [{ page: ['1', '2'] }, 'page'],
    [{ page: '1e3' }, 'page'],
    [{ pageSize: 501 }, 'pageSize'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ sort: ['a', 'b'] }, 'sort'],
    [{ filter: { logic: 'and' } }, 'filter'],
  ])('refuse %j', (wrong, field) => {
    const { error } = z.safeParse(input, { classDate: 'x', ...wrong })
    expect(error?.issues.map(issue => issue.path)).toEqual([[field]])
    expect(error?.issues[0]?.message).toMatch(new RegExp(`^${field} is `))
  })

  it('a page is rows and their total', () => {
    const page = gridPage(z.object({ id: z.int() }))
    expect(z.parse(page, { data: [{ id: 1 }], total: 7 })).toEqual({ data: [{ id: 1 }], total: 7 })
    expect(z.safeParse(page, { data: [{ id: 'a' }], total: 7 }).success).toBe(false)
  })
})

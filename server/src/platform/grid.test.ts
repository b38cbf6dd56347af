import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { columnOf, isTextMatch, isUnary, operatorsOf } from '@honbu/contract/grid/columns.ts'
import { type Condition, isGroup } from '@honbu/contract/grid/filter.ts'
import { columns, type Filter, type GridInput, printFilter } from '@honbu/contract/grid.ts'
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { gridQuery } from './grid.ts'
import { Refused } from './refused.ts'

interface Row {
  id: number
  name: string | null
  score: number | null
  price: string | null
  active: boolean | null
  dob: string | null
  seen: Date | null
}

const rowColumns = columns({
  name: { type: 'string', title: 'Name' },
  score: { type: 'number', title: 'Score' },
  price: { type: 'number', title: 'Price' },
  active: { type: 'boolean', title: 'Active' },
  dob: { type: 'date', title: 'Born' },
  seen: { type: 'instant', title: 'Seen' },
  double: { type: 'number', title: 'Twice the score' },
  unnamed: { type: 'boolean', title: 'Without a name' },
})

const names = ['Zoë', 'zoe', 'ÅSA', "O'Brien", '50%', 'x_y', 'x\\y', 'ann', '５０％', 'Straße', '', null]

/**
 * Instants on both sides of a day's end in London, in winter, and about its clock changes: 02:30 after the hour that is
 * missing, 01:30 when it comes first and when it comes again.
 */
const [before, begins, ends] = ['2026-07-14T22:59:59.999Z', '2026-07-14T23:00:00.000Z', '2026-07-15T22:59:59.500Z']
const winter = '2026-01-15T00:00:00.000Z'
const spring = '2026-03-29T01:30:00.000Z'
const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
const instants = [null, before, begins, ends, winter, spring, first, second].map(at => at && new Date(at))

/** Every name with different company; a null in every column. */
const rows: Row[] = names.map((name, index) => ({
  id: index + 1,
  name,
  score: index % 4 === 3 ? null : (index % 3) - 1,
  price: index % 5 === 4 ? null : `${index % 3}.10`,
  active: [true, false, null][index % 3] ?? null,
  dob: [null, '2024-02-29', '2026-01-01', '1999-12-31'][index % 4] ?? null,
  seen: instants[index % 8] || null,
}))

const { db: untyped } = await freshDatabase()
const db = untyped.withTables<{ grid_row: Row }>()

beforeAll(async () => {
  await sql`create table grid_row (
    id bigint primary key, name text, score integer, price numeric(10, 2), active boolean, dob date, seen timestamptz
  )`.execute(db)
  await db.insertInto('grid_row').values(rows).execute()
})

const ask = (input: GridInput, timeZone?: string) =>
  gridQuery(
    db.selectFrom('grid_row').select(['id', 'name']).orderBy('score'),
    {
      columns: rowColumns,
      expressions: {
        name: 'grid_row.name',
        score: 'grid_row.score',
        price: 'price',
        active: 'active',
        dob: 'dob',
        seen: 'seen',
        double: sql`score * 2`,
        unnamed: sql`name is null or name = ''`,
      },
      id: 'grid_row.id',
      sort: [{ field: 'name', dir: 'asc' }],
      ...(timeZone && { timeZone }),
    },
    input,
  )

const idsOf = async (filter: string, timeZone?: string) =>
  (await ask({ filter, pageSize: 500 }, timeZone)).data.map(row => row.id).sort((a, b) => a - b)

const namesOf = async (filter: string) => {
  const found = await idsOf(filter)
  return rows.filter(row => found.includes(row.id)).map(row => row.name)
}

describe('text', () => {
  it.each([
    ["name~eq~'ZOE'", ['Zoë', 'zoe']],
    ["name~eq~'asa'", ['ÅSA']],
    ["name~eq~'strasse'", ['Straße']],
    ["name~contains~'''br'", ["O'Brien"]],
    ["name~startswith~'o'''", ["O'Brien"]],
    ["name~endswith~'OË'", ['Zoë', 'zoe']],
    // Decomposed: e and a combining diaeresis, as some computers write it.
    ["name~eq~'Zoe\u0308'", ['Zoë', 'zoe']],
    ["name~contains~'%'", ['50%', '５０％']],
    ["name~endswith~'％'", ['50%', '５０％']],
    ["name~contains~'_'", ['x_y']],
    ["name~contains~'\\'", ['x\\y']],
    ["name~endswith~'＼'", []],
    ["name~contains~'x\\'", ['x\\y']],
    ["name~startswith~'x_'", ['x_y']],
    ["name~neq~'zoe'", ['ÅSA', "O'Brien", '50%', 'x_y', 'x\\y', 'ann', '５０％', 'Straße', '', null]],
    ["name~doesnotcontain~'e'", ['ÅSA', '50%', 'x_y', 'x\\y', 'ann', '５０％', '', null]],
    ["name~gt~'straße'", ['Zoë', 'zoe', 'x_y', 'x\\y']],
    ["name~lte~'ANN'", ['50%', 'ann', '５０％', '']],
    ['name~isnull', [null]],
    ['name~isempty', ['', null]],
    ["name~eq~''", ['']],
    ["name~contains~''", names.filter(name => name !== null)],
    ['name~isnotempty', names.filter(Boolean)],
    ["name~eq~'''; drop table grid_row; --'", []],
  ])('%s', async (filter, found) => {
    expect(await namesOf(filter)).toEqual(found)
  })
})

describe('numbers', () => {
  it.each([
    ['score~eq~1', rows.filter(row => row.score === 1)],
    ['score~neq~1', rows.filter(row => row.score !== 1)],
    ['score~lt~0.5', rows.filter(row => row.score !== null && row.score < 0.5)],
    ['score~gt~-1e300', rows.filter(row => row.score !== null)],
    ['score~lt~9007199254740993', rows.filter(row => row.score !== null)],
    ['score~gt~5e-324', rows.filter(row => row.score === 1)],
    ['price~eq~1.1', rows.filter(row => row.price === '1.10')],
    ['double~eq~2', rows.filter(row => row.score === 1)],
  ])('%s', async (filter, found) => {
    expect(await idsOf(filter)).toEqual(found.map(row => row.id))
  })
})

describe('days and instants', () => {
  const seenAt = (...instants: string[]) =>
    rows.filter(row => row.seen && instants.includes(row.seen.toISOString())).map(row => row.id)

  it('an instant is compared with the whole day in London', async () => {
    const day = "datetime'2026-07-15T00-00-00'"
    expect(await idsOf(`seen~eq~${day}`)).toEqual(seenAt(begins, ends))
    expect(await idsOf(`seen~lt~${day}`)).toEqual(seenAt(before, winter, spring))
    expect(await idsOf(`seen~lte~${day}`)).toEqual(seenAt(before, begins, ends, winter, spring))
    expect(await idsOf(`seen~gt~${day}`)).toEqual(seenAt(first, second))
    expect(await idsOf(`seen~gte~${day}`)).toEqual(seenAt(begins, ends, first, second))
    expect(await idsOf("seen~eq~datetime'2026-01-15T00-00-00'")).toEqual(seenAt(winter))
    expect(await idsOf(`seen~neq~${day}`)).toEqual(
      rows.filter(row => ![begins, ends].includes(row.seen?.toISOString() ?? '')).map(row => row.id),
    )
  })

  it('or in the zone that the grid names', async () => {
    expect(await idsOf("seen~eq~datetime'2026-07-15T00-00-00'", 'Pacific/Auckland')).toEqual(seenAt(before, begins))
    expect(await idsOf("seen~eq~datetime'2026-01-14T00-00-00'", 'America/Los_Angeles')).toEqual(seenAt(winter))
  })

  it('and with a whole second of the time on the clock', async () => {
    expect(await idsOf("seen~eq~datetime'2026-07-15T23-59-59'")).toEqual(seenAt(ends))
    expect(await idsOf("seen~gt~datetime'2026-07-15T23-59-59'")).toEqual(seenAt(first, second))
    expect(await idsOf("seen~gte~datetime'2026-07-15T23-59-59'")).toEqual(seenAt(ends, first, second))
    expect(await idsOf("seen~lte~datetime'2026-07-14T23-59-59'")).toEqual(seenAt(before, winter, spring))
  })

  it('where clocks change: the second run of an hour that comes twice, the hour after one that is missing', async () => {
    expect(await idsOf("seen~eq~datetime'2026-10-25T01-30-00'")).toEqual(seenAt(second))
    expect(await idsOf("seen~eq~datetime'2026-10-25T00-00-00'")).toEqual(seenAt(first, second))
    expect(await idsOf("seen~eq~datetime'2026-03-29T01-30-00'")).toEqual(seenAt(spring))
    expect(await idsOf("seen~eq~datetime'2026-03-29T02-30-00'")).toEqual(seenAt(spring))
  })

  it('the first and the last day of the calendar are days like others', async () => {
    const all = rows.filter(row => row.seen).map(row => row.id)
    expect(await idsOf("seen~gte~datetime'0001-01-01T00-00-00'")).toEqual(all)
    expect(await idsOf("seen~lte~datetime'9999-12-31T00-00-00'")).toEqual(all)
    expect(await idsOf("dob~gt~datetime'9999-12-31T00-00-00'")).toEqual([])
  })
})

describe('sort', () => {
  const sorted = async (sort: string) => (await ask({ sort, pageSize: 500 })).data.map(row => row.id)

  it('without regard to case and accents, nulls last both ways, ties by id', async () => {
    const ascending = (await ask({ pageSize: 500 })).data.map(row => row.name)
    expect(ascending.slice(-3)).toEqual(['Zoë', 'zoe', null])
    expect(ascending.indexOf('ann')).toBeLessThan(ascending.indexOf('ÅSA'))
    const descending = (await ask({ sort: 'name-desc', pageSize: 500 })).data.map(row => row.name)
    expect(descending.slice(0, 2)).toEqual(['Zoë', 'zoe'])
    expect(descending.at(-1)).toBe(null)
  })

  it('by several columns', async () => {
    const rank = (value: number | null) => value ?? Number.POSITIVE_INFINITY
    const expected = [...rows].sort(
      (a, b) => rank(a.score) - rank(b.score) || Number(b.price ?? -1) - Number(a.price ?? -1) || a.id - b.id,
    )
    // Infinity − Infinity is NaN, which `||` passes over.
    expect(await sorted('score-asc~price-desc')).toEqual(expected.map(row => row.id))
  })

  it('pages neither overlap nor leave out', async () => {
    const seen: number[] = []
    for (let page = 1; page <= 4; page += 1) {
      const { data, total } = await ask({ page, pageSize: 3, sort: 'active-asc' })
      expect(total).toBe(rows.length)
      seen.push(...data.map(row => row.id))
    }
    expect(seen).toEqual(await sorted('active-asc'))
  })
})

describe('the page', () => {
  it('holds what was selected, and nothing else', async () => {
    expect(await ask({ filter: "name~eq~'ann'" })).toEqual({ data: [{ id: 8, name: 'ann' }], total: 1 })
  })

  it('knows the total past the end, and of nothing', async () => {
    expect(await ask({ page: 99, filter: "name~startswith~'zo'" })).toEqual({ data: [], total: 2 })
    expect(await ask({ page: 99, filter: "name~eq~'nobody'" })).toEqual({ data: [], total: 0 })
    expect(await ask({ filter: "name~eq~'nobody'" })).toEqual({ data: [], total: 0 })
    expect(await ask({ page: Number.MAX_SAFE_INTEGER, pageSize: 500 })).toEqual({ data: [], total: rows.length })
  })

  it('keeps the conditions that the query came with', async () => {
    const query = db.selectFrom('grid_row').select('id').where('id', '<=', 2)
    const grid = {
      columns: columns({ id: { type: 'number', title: 'Id' } }),
      expressions: { id: 'id' },
      id: 'id',
    } as const
    expect(await gridQuery(query, grid, { filter: 'id~gt~1~or~id~gt~0' })).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      total: 2,
    })
  })

  it('is one question to the database, two only past the end', async () => {
    let answers = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers += 1
        return result
      },
    }
    const query = db.withPlugin(counting).selectFrom('grid_row').select('id')
    const grid = { columns: columns({}), expressions: {}, id: 'id' } as const
    await gridQuery(query, grid, {})
    expect(answers).toBe(1)
    await gridQuery(query, grid, { page: 50 })
    expect(answers).toBe(3)
  })
})

describe('what cannot be answered', () => {
  it.each([
    [{ filter: 'foo~isnull' }, 'foo', "Unknown field 'foo'"],
    [{ filter: 'id~eq~1' }, 'id', "Unknown field 'id'"],
    [{ filter: '__proto__~isnull' }, '__proto__', "Unknown field '__proto__'"],
    [{ filter: "score~eq~'1'" }, 'score', "'score' takes a number"],
    [{ sort: 'foo-asc' }, 'foo', "Unknown field 'foo'"],
    [{ page: 0 }, 'page', 'page is a whole number from 1'],
  ])('%j', async (input, field, message) => {
    const refused = await ask(input).catch(error => error)
    expect(refused).toBeInstanceOf(Refused)
    expect(refused.statusCode).toBe(400)
    expect(refused.message).toBe(message)
    expect(Object.entries(refused.fields)).toEqual([[field, [message]]])
  })
})

describe('what the compiler refuses', () => {
  const query = db.selectFrom('grid_row').select('id')
  const two = columns({ name: { type: 'string', title: 'Name' }, score: { type: 'number', title: 'Score' } })

  it('a column without its SQL, SQL without its column, a column that no table has', () => {
    const name = 'name'
    const score = 'score'
    const refused = [
      // @ts-expect-error score is missing
      () => gridQuery(query, { columns: two, expressions: { name }, id: 'id' }, {}),
      // @ts-expect-error dob is not declared
      () => gridQuery(query, { columns: two, expressions: { name, score, dob: 'dob' }, id: 'id' }, {}),
      // @ts-expect-error there is no column surname
      () => gridQuery(query, { columns: two, expressions: { name: 'surname', score }, id: 'id' }, {}),
    ]
    expect(refused).toHaveLength(3)
  })
})

describe('any filter', () => {
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  const local = (instant: Date) =>
    `${todayIn('Europe/London', instant)}T${timeIn('Europe/London', instant)}:${instant.toISOString().slice(17, 19)}`

  /** The same rules once more, in the other language: does the row pass? */
  function passes(filter: Filter, row: Row): boolean {
    if (isGroup(filter)) return filter.filters[filter.logic === 'and' ? 'every' : 'some'](part => passes(part, row))
    const value = {
      ...row,
      price: row.price && Number(row.price),
      double: row.score && row.score * 2,
      unnamed: !row.name,
    }[filter.field as 'name']
    const { operator } = filter
    if (operator === 'isnull' || operator === 'isempty')
      return value === null || (operator === 'isempty' && value === '')
    if (operator === 'isnotnull' || operator === 'isnotempty')
      return value !== null && (operator === 'isnotnull' || value !== '')
    if (value === null) return operator === 'neq' || operator === 'doesnotcontain'
    if (!('value' in filter)) throw new Error(`${operator} takes no value`)
    const [a, b] = comparable(value, filter.value)
    if (operator === 'contains') return String(a).includes(String(b))
    if (operator === 'doesnotcontain') return !String(a).includes(String(b))
    if (operator === 'startswith') return String(a).startsWith(String(b))
    if (operator === 'endswith') return String(a).endsWith(String(b))
    return { eq: a === b, neq: a !== b, lt: a < b, lte: a <= b, gt: a > b, gte: a >= b }[operator]
  }

  type Known = string | number | boolean
  function comparable(value: unknown, wanted: Extract<Condition, { value: unknown }>['value']): [Known, Known] {
    if (typeof wanted === 'string') return [fold(String(value)), fold(wanted)]
    if (typeof wanted !== 'object') return [value as Known, wanted]
    const text = value instanceof Date ? local(value) : String(value)
    return 'day' in wanted ? [text.slice(0, 10), wanted.day] : [text, wanted.at]
  }

  const day = fc.constantFrom('1999-12-31', '2024-02-29', '2026-01-01', '2026-01-15', '2026-07-14', '2026-07-15')
  const values = {
    string: fc.constantFrom('', 'z', 'zoe', 'OË', 'Asa', "'", '%', '0', '_', '\\', 'ann', 'n', 'ß', 'x_', "o'brien"),
    number: fc.constantFrom(-2, -1, 0, 0.5, 1, 1.1, 2, 2.1, 3),
    boolean: fc.boolean(),
    date: day.map(date => ({ day: date })),
    instant: fc.oneof(
      day.map(date => ({ day: date })),
      fc.constantFrom('2026-07-14T23:59:59', '2026-07-15T00:00:01', '2026-07-15T23:59:59').map(at => ({ at })),
    ),
  }

  const condition = fc
    .constantFrom('name', 'score', 'price', 'active', 'dob', 'seen', 'double', 'unnamed')
    .chain(field => {
      const { type } = columnOf(rowColumns, field)
      return fc.tuple(fc.constantFrom(...operatorsOf[type]), values[type]).map(([operator, value]): Condition => {
        if (isUnary(operator)) return { field, operator }
        if (isTextMatch(operator)) return { field, operator, value: String(value) }
        return { field, operator, value }
      })
    })
  const { tree } = fc.letrec<{ tree: Filter }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      condition,
      fc.record({
        logic: fc.constantFrom('and', 'or'),
        filters: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }))

  it('with any value that can be read is answered: the database never objects', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map(value => value.toWellFormed().replaceAll('\0', ''))
    const days = fc
      .integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') })
      .map(instant => ({ day: new Date(instant).toISOString().slice(0, 10) }))
    const any = fc.oneof(
      fc.tuple(
        fc.constant('name'),
        fc.oneof(text, fc.constantFrom('％', '＼', '＿', "\\'")),
        fc.constantFrom(...operatorsOf.string),
      ),
      fc.tuple(
        fc.constantFrom('score', 'price', 'double'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(...operatorsOf.number),
      ),
      fc.tuple(fc.constantFrom('dob', 'seen'), days, fc.constantFrom(...operatorsOf.date)),
    )
    await fc.assert(
      fc.asyncProperty(any, async ([field, value, operator]) => {
        // Any operator with any value: more than the type of a condition allows, but not more than text can say.
        const filter = printFilter((isUnary(operator) ? { field, operator } : { field, operator, value }) as Condition)
        expect((await ask({ filter, sort: `${field}-desc` })).total).toBeLessThanOrEqual(rows.length)
      }),
      { numRuns: 300 },
    )
  })

  it('finds the rows that it should, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async filter => {
        const expected = rows.filter(row => passes(filter, row)).map(row => row.id)
        expect(await idsOf(printFilter(filter))).toEqual(expected)
        expect((await ask({ filter: printFilter(filter), pageSize: 1 })).total).toBe(expected.length)
      }),
      { numRuns: 300 },
    )
  })
})

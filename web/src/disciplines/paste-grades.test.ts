import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOfCopy, severalRows } from './grade-rows.ts'
import { readPasted } from './paste-grades.ts'

const lines = (...rows: string[][]) => rows.map(row => row.join('\t')).join('\r\n')

describe('readPasted', () => {
  it('reads columns in their order, and finds grades that are there by name', () => {
    const text = lines(
      ['1st Mon', 'Red', '', '1', 'Yellow', '10', '1', '8', '15'],
      ['Green', 'Green'],
      ['Brown/White', 'brown/white'],
    )
    expect(readPasted(text, [{ gradeName: 'White' }, { gradeName: 'Green' }])).toEqual({
      problems: [],
      rows: [
        {
          gradeName: '1st Mon',
          index: null,
          fields: {
            ...{ colour: '#c0392b', bars: 1, barColour: '#f5d142', minimumAttendance: 10, minimumMonths: 1 },
            ...{ minAge: 8, maxAge: 15 },
          },
        },
        { gradeName: 'Green', index: 1, fields: { colour: '#2e8b57' } },
        { gradeName: 'Brown/White', index: null, fields: { colour: '#7a4a2b', colourTwo: '#ffffff' } },
      ],
    })
  })

  it('goes by headings where there are some, in any order', () => {
    const { rows, problems } = readPasted(
      lines(['Months', 'Belt', 'Fee', 'Min classes'], ['3', 'Yellow belt', '£20', '24']),
      [],
    )
    expect(rows).toEqual([
      { gradeName: 'Yellow belt', index: null, fields: { colour: '#f5d142', minimumMonths: 3, minimumAttendance: 24 } },
    ])
    expect(problems).toEqual(['We don’t know the column “Fee”, so we left it out.'])
  })

  it('says what it doesn’t understand, and takes the rest', () => {
    const { rows, problems } = readPasted(
      lines(['Pearl', 'shiny', '', 'lots'], ['', 'Red'], ['Green', 'green', '', '2'], ['Green']),
      [],
    )
    expect(problems).toEqual([
      'Row 1: we don’t understand “shiny” as a colour.',
      'Row 1: we don’t understand “lots” as a number of bars.',
      'Row 2: it has no name, so we left it out.',
      'Row 4: “Green” is there twice. We took the first.',
    ])
    expect(rows.map(({ gradeName }) => gradeName)).toEqual(['Pearl', 'Green'])
  })

  it('reads a list of names alone, and nothing', () => {
    expect(readPasted('White\nOrange', []).rows.map(({ fields }) => fields.colour)).toEqual(['#ffffff', '#f08c2e'])
    expect(readPasted(' \n\t\n', [])).toEqual({ rows: [], problems: [] })
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\t', '\n', 'a', '1', '/', '-', 'Red', 'é') }), text => {
        const { rows } = readPasted(text, [])
        expect(new Set(rows.map(({ gradeName }) => gradeName)).size).toBe(rows.length)
      }),
    )
  })
})

describe('severalRows, nameOfCopy', () => {
  it('counts down kyu grades, and up mon grades with a bar more each', () => {
    const white = { word: 'Kyu', colour: '#ffffff', hasBars: false }
    expect(severalRows({ ...white, from: 3, to: 1 }).map(({ gradeName }) => gradeName)).toEqual([
      '3rd Kyu',
      '2nd Kyu',
      '1st Kyu',
    ])
    expect(
      severalRows({ from: 11, to: 13, word: 'Mon', colour: '#c0392b', hasBars: true }).map(row => [
        row.gradeName,
        row.bars,
      ]),
    ).toEqual([
      ['11th Mon', 1],
      ['12th Mon', 2],
      ['13th Mon', 3],
    ])
  })

  it('names a copy so that no other has its name', () => {
    expect(nameOfCopy('1st Mon', new Set(['1st Mon', '2nd Mon']))).toBe('3rd Mon')
    expect(nameOfCopy('Green', new Set(['Green']))).toBe('Green (copy)')
    expect(nameOfCopy('Green', new Set(['Green', 'Green (copy)']))).toBe('Green (copy 2)')
  })
})

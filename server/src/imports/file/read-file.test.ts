import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { guessMapping } from '../guess/guess-mapping.ts'
import { tableOf } from '../guess/table.ts'
import { dayOf, plainNumber, showsDate } from './cell-values.ts'
import { letterOf, placeOf } from './column-letter.ts'
import { readFileContent } from './read-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { UnreadableFile } from './unreadable-file.ts'

const asItIs = { sheet: null, encoding: null, delimiter: null }
const read = (content: string | Uint8Array, how: Partial<Parameters<typeof readFileContent>[1]> = {}) =>
  readFileContent(typeof content === 'string' ? Buffer.from(content) : content, { ...asItIs, ...how })
const cells = (content: string | Uint8Array, how = {}) => read(content, how).records.map(record => record.cells)

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const windows1252 = Buffer.from([0x5a, 0x6f, 0xeb, 0x2c, 0x80, 0x35])

describe('an encoding is found out', () => {
  test.each([
    ['UTF-8', Buffer.from('Zoë,£5'), 'utf-8', ['Zoë', '£5']],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFZoë,£5'), 'utf-8', ['Zoë', '£5']],
    ['Windows-1252', windows1252, 'windows-1252', ['Zoë', '€5']],
    ['UTF-16', Buffer.from('\uFEFFZoë,£5', 'utf16le'), 'utf-16le', ['Zoë', '£5']],
    ['UTF-16 the other way round', utf16be('\uFEFFZoë,£5'), 'utf-16be', ['Zoë', '£5']],
    ['UTF-16 without a mark', Buffer.from('Name,Surname', 'utf16le'), 'utf-16le', ['Name', 'Surname']],
    ['UTF-16 without a mark, the other way round', utf16be('Name,Surname'), 'utf-16be', ['Name', 'Surname']],
  ])('%s', (_, bytes, encoding, expected) => {
    expect(read(bytes)).toMatchObject({ encoding, records: [{ line: 1, cells: expected }] })
  })

  it('and can be given', () => {
    expect(cells(Buffer.from('Zoë'), { encoding: 'windows-1252' })).toEqual([['ZoÃ«']])
  })
})

describe('a list with separators', () => {
  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n"1,5";2,5', ';'],
    ['a\tb\n1, 2\t3', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['sep=;\na,1;b\nc,2;d', ';'],
    ['only one column', ','],
  ])('%j is separated by %j', (text, delimiter) => expect(read(text).delimiter).toBe(delimiter))

  it('has lines by which it is told, whatever ends them and whatever stands in quotation marks', () => {
    const lines = (text: string) => read(text).records.map(({ line, cells: row }) => [line, row.join('|')])
    const expected = [
      [1, 'a|b'],
      [2, 'x\ny|1'],
      [5, 'z|2'],
    ]
    expect(lines('a,b\n"x\ny",1\n\nz,2')).toEqual(expected)
    expect(lines('a,b\r\n"x\r\ny",1\r\n\r\nz,2\r\n')).toEqual(expected)
    expect(lines('sep=,\r\na,b')).toEqual([[2, 'a|b']])
  })

  it('takes a quotation mark that is none', () => {
    expect(cells('a,b\n6" staff,2')).toEqual([
      ['a', 'b'],
      ['6" staff', '2'],
    ])
  })

  it('tells the line of one that is never closed, and the column of one that swallows the list', () => {
    expect(() => read('a,b\n1,2\n"x,3\n4,5')).toThrow('a quotation mark that begins in line 3 is never closed')
    const long = `a,b\n1,"${'x\n'.repeat(3000)}",2`
    expect(() => read(long)).toThrow('Line 2, column B holds more than 5000 characters')
  })

  it('is bounded', () => {
    expect(() => read(Array(50_102).fill('x').join('\n'))).toThrow('more than 50,000 lines')
    expect(() => read(Array(300).fill('x').join(','))).toThrow('Line 1 has 300 columns')
    expect(() => read(Buffer.alloc(10_000_001, 'x'))).toThrow('more than 10 MB')
    expect(read(Array(50_000).fill('x').join('\n')).records).toHaveLength(50_000)
  })

  it('has no characters that a database does not take', () => {
    expect(cells('a\0b,\u0007c,  d  ')).toEqual([['ab', 'c', 'd']])
  })
})

/** A workbook with one sheet, as small as can be. */
function workbook(sheet: string, { styles = '', strings = '', workbookXml = '' } = {}): Uint8Array {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const part = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
  return zipSync({
    '_rels/.rels': strToU8(`<Relationships>${part('r', 'officeDocument', '/xl/workbook.xml')}</Relationships>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${part('a', 'worksheet', 'worksheets/sheet1.xml')}${part('b', 'worksheet', '/xl/worksheets/sheet2.xml')}` +
        `${part('s', 'styles', 'styles.xml')}${part('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      workbookXml ||
        '<workbook><sheets><sheet name="Hidden" state="hidden" r:id="b"/><sheet name="List" r:id="a"/></sheets></workbook>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/worksheets/sheet2.xml': strToU8('<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'),
    'xl/styles.xml': strToU8(styles),
    'xl/sharedStrings.xml': strToU8(strings),
  })
}

describe('a workbook', () => {
  it('is read as its cells show', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="[$£-809]#,##0.00"/>' +
      '</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const strings =
      '<sst><si><t>Zo&#235; &amp; Li</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>no</t></rPh></si></sst>'
    const sheet =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
      '<row r="4"><c r="A4" s="1"><v>43058.73</v></c><c r="B4" s="2"><v>42.5</v></c><c r="C4"><v>4.4770090056E11</v></c>' +
      '<c r="D4" t="b"><v>1</v></c><c r="E4" t="e"><v>#REF!</v></c><c r="F4" t="str"><f>1+1</f><v>two_x000D_</v></c>' +
      '<c r="G4" t="inlineStr"><is><t>in<![CDATA[ & line]]></t></is></c><c r="H4" t="d"><v>2016-02-29T00:00</v></c></row><row r="9"/>'
    const content = read(workbook(sheet, { styles, strings }))
    expect(content).toMatchObject({
      isWorkbook: true,
      sheet: 'List',
      sheets: [
        { name: 'Hidden', isHidden: true },
        { name: 'List', isHidden: false },
      ],
    })
    expect(content.records).toEqual([
      { line: 2, cells: ['Zoë & Li', '', 'two runs'] },
      { line: 4, cells: ['2017-11-19', '42.5', '447700900560', 'Yes', '#REF!', 'two', 'in & line', '2016-02-29'] },
    ])
    expect(read(workbook(sheet), { sheet: 'Hidden' }).records).toEqual([{ line: 1, cells: ['1'] }])
  })

  it('has no entities that grow', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><workbook><sheets><sheet name="&b;" r:id="a"/></sheets></workbook>'
    expect(() => read(workbook('<row><c><v>1</v></c></row>', { workbookXml: bomb }))).not.toThrow()
  })

  it('that unpacks to more than a list has is refused', () => {
    const bytes = zipSync({
      '_rels/.rels': strToU8('<Relationships/>'),
      'xl/workbook.xml': new Uint8Array(130_000_000),
    })
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(() => read(bytes)).toThrow('unpacks to more than 120 MB')
  })

  it('that lies about its size ends where it said', async () => {
    const bytes = workbook(`<row><c t="str"><v>${'x'.repeat(3_000_000)}</v></c></row>`)
    // The size of the sheet in the directory at the end of the ZIP, which is the second of the two.
    const view = new DataView(bytes.buffer)
    const name = Buffer.from(bytes).lastIndexOf('xl/worksheets/sheet1.xml')
    view.setUint32(name - 46 + 24, 100, true)
    expect(() => read(bytes)).toThrow(UnreadableFile)
    await expect(readInWorker(bytes, asItIs)).rejects.toThrow(UnreadableFile)
  })

  test.each([
    ['a Word document', zipSync({ 'word/document.xml': strToU8('<w/>') }), 'not an Excel workbook'],
    ['a sheet without cells', workbook(''), 'The file is empty'],
    ['a cell far to the right', workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'Line 1, column XFD is filled'],
  ])('%s is told', (_, bytes, message) => expect(() => read(bytes)).toThrow(message))
})

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  // The day that there never was.
  [60, '1900-02-28'],
  [61, '1900-03-01'],
  [43_058.99, '2017-11-19'],
  [0, null],
  [9e9, null],
])('day %s is %s', (serial, day) => expect(dayOf(serial, false)).toBe(day))

test('days of the Macintosh count from 1904', () => expect(dayOf(42_000, true)).toBe('2018-12-28'))

test.each([
  [14, undefined, true],
  [2, undefined, false],
  [164, 'dd/mm/yyyy', true],
  [164, 'mmm yyyy', true],
  [164, '"day" 0', false],
  [164, '[Red]0.00', false],
  [164, 'hh:mm', false],
  [164, 'General', false],
])('format %i %s', (id, code, isDate) => expect(showsDate(id, code)).toBe(isDate))

test.each([
  ['7700900818', '7700900818'],
  ['4.4770090056E11', '447700900560'],
  ['42.499999999999993', '42.5'],
  ['', ''],
])('number %s is %s', (value, text) => expect(plainNumber(value)).toBe(text))

test('columns have letters', () => {
  fc.assert(fc.property(fc.nat(16_000), place => void expect(placeOf(`${letterOf(place)}7`)).toBe(place)))
})

describe('whatever the bytes are', () => {
  const none = {
    disciplines: [],
    today: '2026-11-21',
    mainDisciplineId: null,
    status: [],
    frequency: [],
    paymentMethod: [],
  }
  const choices = { ...none, plan: [], category: [], class: [], source: [] }
  const survives = (bytes: Uint8Array) => {
    try {
      const { records } = readFileContent(bytes, asItIs)
      guessMapping(tableOf(records, null), choices)
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile)
    }
  }

  it('there is a list or a reason', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), survives), { numRuns: 300 })
    const text = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' ', '\t', '\0', '=', '€'),
      maxLength: 80,
    })
    fc.assert(
      fc.property(text, value => survives(Buffer.from(value))),
      { numRuns: 500 },
    )
  })

  it('also in a workbook that is damaged', () => {
    const whole = readFileSync(path.resolve(import.meta.dirname, '../../../test/fixtures/hall-workbook.xlsx'))
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (places, end) => {
        const bytes = Uint8Array.from(whole.subarray(0, end % 3 === 0 ? end : whole.length))
        for (const [place, byte] of places) if (place < bytes.length) bytes[place] = byte
        survives(bytes)
      }),
      { numRuns: 60 },
    )
    const xml = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '/',
        'row',
        'c',
        'v',
        ' r="A1"',
        ' t="s"',
        '"',
        '1',
        '&#x;',
        '&amp;',
        '<![CDATA[',
      ),
      maxLength: 40,
    })
    fc.assert(
      fc.property(xml, sheet => survives(workbook(sheet))),
      { numRuns: 200 },
    )
  })
})

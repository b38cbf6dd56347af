import path from 'node:path'
import { wholeNumber } from '@honbu/contract/format.ts'
import { importLimits } from '@honbu/contract/imports.ts'
import { dayOf, plainNumber, showsDate } from './cell-values.ts'
import { letterOf, placeOf } from './column-letter.ts'
import { cleanCell, type FileRecord, longestCell } from './records.ts'
import { scanXml } from './scan-xml.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { unzip } from './unzip.ts'

export interface WorkbookRecords {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[]
  readonly sheet: string
  readonly records: readonly FileRecord[]
}

/**
 * Reads one sheet of an Excel workbook (ECMA-376): what its cells show, days as YYYY-MM-DD, formulas as the value that was
 * kept with them. Without a name it is the sheet that looks most like a list of people, of those that are neither hidden nor
 * empty.
 * @throws UnreadableFile when it is no such workbook, or too much
 */
export function readWorkbook(
  bytes: Uint8Array,
  wanted: string | null,
  score: (records: readonly FileRecord[]) => number = () => 0,
): WorkbookRecords {
  const book = openBook(bytes)
  if (book.sheets.length === 0) throw new UnreadableFile('The workbook has no sheets.')
  const sheets = book.sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  const named = book.sheets.find(({ name }) => name === wanted)
  if (wanted !== null && !named) throw new UnreadableFile(`The workbook has no sheet "${wanted}".`)
  const shown = book.sheets.filter(({ isHidden }) => !isHidden)
  if (named) return { sheets, sheet: named.name, records: readSheet(bytes, book, named.part) }
  let best: { readonly sheet: string; readonly records: FileRecord[]; readonly score: number } | undefined
  for (const { name, part } of shown.slice(0, 20)) {
    const records = readSheet(bytes, book, part)
    const found = { sheet: name, records, score: score(records) }
    if (records.length > 0 && (!best || found.score > best.score)) best = found
  }
  if (best) return { sheets, sheet: best.sheet, records: best.records }
  return { sheets, sheet: (shown[0] ?? book.sheets[0])?.name ?? '', records: [] }
}

interface Book {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly part: string }[]
  readonly strings: readonly string[]
  /** By the number of a cell's style: does it show a number as a day? */
  readonly isDateStyle: readonly boolean[]
  readonly is1904: boolean
}

const decode = (part: Uint8Array | undefined) => (part ? new TextDecoder().decode(part) : '')

function openBook(bytes: Uint8Array): Book {
  const isRelations = (name: string) => name.endsWith('.rels') && !name.includes('worksheets/')
  const small = unzip(bytes, name => isRelations(name) || /(^|\/)workbook\d*\.xml$/.test(name))
  const main = relations(decode(small.get('_rels/.rels')), '').find(({ type }) => type.endsWith('/officeDocument'))
  const mainPart = main?.part ?? 'xl/workbook.xml'
  const workbook = decode(small.get(mainPart))
  if (!/<(\w+:)?workbook[\s>]/.test(workbook))
    throw new UnreadableFile('The file is not an Excel workbook. Save the list as CSV or as .xlsx.')
  const folder = mainPart.slice(0, mainPart.lastIndexOf('/') + 1)
  const related = relations(decode(small.get(`${folder}_rels/${mainPart.slice(folder.length)}.rels`)), folder)
  const partOf = (ending: string) => related.find(({ type }) => type.endsWith(ending))?.part
  const [strings, styles] = [partOf('/sharedStrings'), partOf('/styles')]
  const more = unzip(bytes, name => name === strings || name === styles)

  const sheets: { name: string; isHidden: boolean; part: string }[] = []
  let is1904 = false
  scanXml(workbook, {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const part = related.find(({ id }) => id === attribute('id'))?.part
      // Charts are sheets too, and lie elsewhere.
      if (!part || !/worksheet/i.test(part)) return
      sheets.push({ name: attribute('name') ?? '', isHidden: /hidden/i.test(attribute('state') ?? ''), part })
    },
    text() {},
    close() {},
  })
  return {
    sheets,
    strings: sharedStrings(decode(more.get(strings ?? ''))),
    isDateStyle: dateStyles(decode(more.get(styles ?? ''))),
    is1904,
  }
}

function relations(xml: string, folder: string) {
  const found: { id: string; type: string; part: string }[] = []
  scanXml(xml, {
    open(name, attribute) {
      if (name !== 'Relationship') return
      const target = attribute('Target') ?? ''
      const part = target.startsWith('/') ? target.slice(1) : folder + target
      found.push({
        id: attribute('Id') ?? '',
        type: attribute('Type') ?? '',
        part: path.posix.normalize(part),
      })
    },
    text() {},
    close() {},
  })
  return found
}

/** Texts that cells point at, each of one or more runs. How a word is read aloud (`rPh`) is no part of it. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = !isPhonetic
    },
    text(value) {
      if (isText) text += value
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') strings.push(text)
    },
  })
  return strings
}

function dateStyles(xml: string): boolean[] {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isCellStyles = false
  scanXml(xml, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') isCellStyles = true
      if (name !== 'xf' || !isCellStyles) return
      const id = Number(attribute('numFmtId') ?? 0)
      styles.push(showsDate(id, codes.get(id)))
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  return styles
}

function readSheet(bytes: Uint8Array, book: Book, part: string): FileRecord[] {
  const records: FileRecord[] = []
  let line = 0
  let cells: string[] = []
  let place = -1
  let [type, style, value] = ['n', 0, '']
  let isValue = false
  scanXml(decode(unzip(bytes, name => name === part).get(part)), {
    open(name, attribute) {
      if (name === 'row') {
        line = Number(attribute('r')) || line + 1
        cells = []
        place = -1
      } else if (name === 'c') {
        place = placeOf(attribute('r') ?? '') ?? place + 1
        type = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? 0)
        value = ''
      } else if (name === 'v' || name === 't') isValue = true
    },
    text(text) {
      if (isValue) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && value !== '') put(cells, place, line, cellText(book, { type, style, value }))
      else if (name === 'row' && cells.some(cell => cell)) {
        records.push({ line, cells: Array.from(cells, cell => cell ?? '') })
        if (records.length > importLimits.lines + 200) throw tooManyLines()
      }
    },
  })
  return records
}

export const tooManyLines = () =>
  new UnreadableFile(
    `The list has more than ${wholeNumber(importLimits.lines)} lines. Split it, and import one part after the other.`,
  )

function put(cells: string[], place: number, line: number, text: string): void {
  const cell = cleanCell(text)
  if (cell === '') return
  const where = `Line ${line}, column ${letterOf(place)}`
  if (place >= importLimits.columns)
    throw new UnreadableFile(`${where} is filled; at most ${importLimits.columns} columns can be read.`)
  if (cell.length > longestCell) throw new UnreadableFile(`${where} holds more than ${longestCell} characters.`)
  cells[place] = cell
}

function cellText(book: Book, { type, style, value }: { type: string; style: number; value: string }): string {
  if (type === 's') return escapes(book.strings[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  // A day in ISO 8601, as newer programs write it.
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return escapes(value)
  const day = book.isDateStyle[style] ? dayOf(Number(value), book.is1904) : null
  return day ?? plainNumber(value)
}

/** Characters that XML does not take are written _x000D_ (ECMA-376, 22.4.2.4). */
const escapes = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

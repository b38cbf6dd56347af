import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type XlsxCell = string | number | { readonly date: string } | null

/** A number as it is to be read: money as accounting has it, per cent of 0 to 100, a month by its first day. */
export type BookCell =
  | XlsxCell
  | { readonly number: number; readonly as: 'money' | 'percent' | 'decimal' }
  | { readonly month: string }

interface SheetOf {
  readonly name: string
  /** How wide each column is, in letters. */
  readonly widths: readonly number[]
  /** Rows at the top that stay when the others are scrolled. */
  readonly frozen: number
}

/** A workbook of one sheet with a line of titles; see `xlsxBook`. */
export function xlsxWriter(sheetName: string, columns: number, emit: (bytes: Uint8Array) => void) {
  const book = xlsxBook([{ name: sheetName, widths: Array.from({ length: columns }, () => 18), frozen: 1 }], emit)
  book.nextSheet()
  return { rows: book.rows, end: book.end }
}

/**
 * A workbook, written as its rows come (ECMA-376), one sheet after the other: nothing of it is kept. Texts are texts whatever
 * they begin with, so no formula comes to life.
 */
export function xlsxBook(sheets: readonly SheetOf[], emit: (bytes: Uint8Array) => void) {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    if (bytes.length > 0) emit(bytes)
  })
  for (const [name, text] of Object.entries(frame(sheetNames(sheets.map(({ name }) => name))))) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  let begun = 0
  let sheet: ZipDeflate | undefined
  const endSheet = () => sheet?.push(strToU8('</sheetData></worksheet>'), true)
  return {
    nextSheet() {
      endSheet()
      const next = sheets[begun]
      if (!next) throw new RangeError('There is no further sheet.')
      begun += 1
      sheet = new ZipDeflate(`xl/worksheets/sheet${begun}.xml`, { level: 6 })
      zip.add(sheet)
      sheet.push(strToU8(`${head}<worksheet xmlns="${main}">${viewOf(next)}<sheetData>`))
    },
    rows(rows: readonly (readonly BookCell[])[], style: 'title' | 'plain' = 'plain') {
      sheet?.push(strToU8(rows.map(row => `<row>${row.map(cell => cellXml(cell, style)).join('')}</row>`).join('')))
    },
    end() {
      endSheet()
      zip.end()
    },
  }
}

const viewOf = ({ widths, frozen }: SheetOf) =>
  `<sheetViews><sheetView workbookViewId="0">${
    frozen > 0 ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>` : ''
  }</sheetView></sheetViews><cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols>`

/** Spreadsheets take 31 letters, no []:*?/\\, no apostrophe at an end, and each name once whatever its case. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const plain =
      name
        .replaceAll(/[[\]:*?/\\]/g, ' ')
        .slice(0, 31)
        .replaceAll(/^'{1,31}|'{1,31}$/g, '')
        .trim() || 'Sheet'
    let shown = [...plain].slice(0, 31).join('').trim()
    for (let count = 2; taken.has(shown.toLowerCase()); count += 1)
      shown = `${[...plain].slice(0, 31 - String(count).length - 1).join('')} ${count}`
    taken.add(shown.toLowerCase())
    return shown
  })
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** The files around the sheets. Styles: 0 plain, 1 a title, 2 a date, then those of `formats`. */
const frame = (sheets: readonly string[]) => ({
  '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${3 + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
})

/** Pounds as accounting has them, per cent, two decimals, a month. */
const formats = ['[$£-809]#,##0.00;([$£-809]#,##0.00)', '0.0"%"', '0.00', 'mmm yyyy']
const styleOf = { money: 3, percent: 4, decimal: 5 } as const

function cellXml(cell: BookCell, style: 'title' | 'plain'): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') {
    if ('number' in cell) return `<c s="${styleOf[cell.as]}"><v>${cell.number}</v></c>`
    if ('month' in cell) return `<c s="6"><v>${serialDay(cell.month)}</v></c>`
    return `<c s="2"><v>${serialDay(cell.date)}</v></c>`
  }
  return `<c t="inlineStr"${style === 'title' ? ' s="1"' : ''}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** A day as spreadsheets count them, from 30 December 1899. */
const serialDay = (date: string) => Math.round((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000)

/** XML knows most control characters in no form at all. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

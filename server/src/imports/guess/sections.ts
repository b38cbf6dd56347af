import type { FileRecord } from '../file/records.ts'

interface Split {
  /** With the section heading behind the last column. */
  readonly rows: readonly FileRecord[]
  readonly sections: readonly FileRecord[]
  /** Rows below a section heading. */
  readonly labelled: number
}

/** Takes section headings out of the rows of a list: 'MONDAY TINIES' is no member. */
export function splitSections(records: readonly FileRecord[], width: number): Split {
  const sections: FileRecord[] = []
  const rows: FileRecord[] = []
  let label = ''
  let labelled = 0
  const isShouted = mostlyShouted(records)
  const left = leftmost(records)
  for (const record of records) {
    const text = sectionText(record, { width, left, isShouted })
    if (text === null) {
      if (label !== '') labelled++
      rows.push(label === '' ? record : { ...record, cells: [...padded(record.cells, width), label] })
    } else {
      sections.push(record)
      if (!isRemark(text)) label = text
    }
  }
  return { rows, sections, labelled }
}

function leftmost(records: readonly FileRecord[]): number {
  const places = records
    .filter(({ cells }) => cells.filter(cell => cell !== '').length > 2)
    .map(({ cells }) => cells.findIndex(cell => cell !== ''))
  return places.length === 0 ? 0 : places.reduce((least, place) => Math.min(least, place))
}

const padded = (cells: readonly string[], width: number) =>
  Array.from({ length: width }, (_, index) => cells[index] ?? '')

interface List {
  readonly width: number
  /** The first column with anything in it: headings begin there. */
  readonly left: number
  /** Its names are in capitals, so capitals say nothing. */
  readonly isShouted: boolean
}

const isCapitals = (text: string) => /\p{Lu}{2}/u.test(text) && text === text.toUpperCase()

const mostlyShouted = (records: readonly FileRecord[]) =>
  records.filter(
    ({ cells }) => cells.filter(cell => cell !== '').length > 2 && isCapitals(cells.find(cell => cell !== '') ?? ''),
  ).length *
    2 >
  records.length

/** Words that no person is called, with days and times. */
const sectionWords =
  /\b(mon|tues?|wed|weds|thurs?|fri|sat|sun)(days?|nesdays?|urdays?)?\b|\b(class|classes|group|squad|team|session|beginners?|intermediates?|advanced|improvers?|juniors?|seniors?|adults?|kids|children|tinies|tots|infants|dragons|tigers|cubs|ninjas|cadets|ladies|minis?|lapsed|inactive|leavers|members|trials?|trialists?|waiting list|instructors?|belts?|under \d+|u\d+)\b|\d[:.]\d{2}|\d\s?(am|pm)\b/i

const isRemark = (text: string) =>
  /^\W*(page|printed|updated|generated|exported|report|count|number of|last)\b/i.test(text)

/** @returns null for a row about a person, and for totals, which are told as such */
function sectionText({ cells }: FileRecord, { width, left, isShouted }: List): string | null {
  const filled = cells.filter(cell => cell !== '')
  const [first = '', second = ''] = filled
  if (
    width < 3 ||
    !cells[left] ||
    filled.length === 0 ||
    filled.length > 2 ||
    filled.some(cell => cell.includes('@')) ||
    /^(sub|grand)?[\s-]*totals?\b/i.test(first)
  )
    return null
  if (filled.length === 2)
    return sectionWords.test(first) && /\d[:.]\d{2}|\d\s?(am|pm)\b/i.test(second) ? filled.join(' ') : null
  const isSection =
    sectionWords.test(first) ||
    isRemark(first) ||
    /:$/.test(first) ||
    !/\s/.test(first) ||
    (isCapitals(first) && !isShouted)
  return isSection ? first.replace(/:$/, '') : null
}

import type { WeekDay } from './weekly-timetable.ts'
import { dayList, readDays } from './written-days.ts'
import { isClearSpan, readSpan, spanPattern } from './written-span.ts'
import { type Column, cellsOf, columnsOf, dayColumnsOf } from './written-table.ts'

/** A week of classes as people type it or paste it from a spreadsheet, a class on each line. */

/** What a line says beside its days and times; `as`: what the heading of its column says it is. */
export interface WrittenPart {
  readonly text: string
  readonly as: Column | null
}

export interface WrittenLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly times: readonly WeekDay[]
  /** An hour without am or pm was taken for the afternoon. */
  readonly isAssumed: boolean
  readonly parts: readonly WrittenPart[]
}

export interface UnreadLine {
  readonly line: number
  readonly text: string
  readonly problem: string
}

export interface WrittenWeek {
  readonly lines: readonly WrittenLine[]
  /** Every line that isn't empty, a heading or one of `lines`. */
  readonly unread: readonly UnreadLine[]
}

const problems = {
  time: 'We found no times. Give a start and a finish, like 18:00–19:00.',
  day: 'We found no day. Begin with one, like Mon, or write a line “Monday” above.',
  several: 'There’s more than one class here. Give each a line of its own.',
  column: 'There’s a class under no day. Check the columns.',
  length: 'This line is too long. Use up to 500 characters.',
} as const

/** Some patterns here take the square of a line. */
const longest = 500

type Read = Pick<WrittenLine, 'times' | 'isAssumed' | 'parts'> | { readonly problem: string }

interface Heading {
  /** The days of the last line that names only days. */
  days: readonly number[] | null
  columns: readonly (Column | null)[] | null
  dayColumns: readonly (readonly number[] | null)[] | null
}

export function readWeek(text: string): WrittenWeek {
  const heading: Heading = { days: null, columns: null, dayColumns: null }
  const lines: WrittenLine[] = []
  const unread: UnreadLine[] = []
  for (const [index, raw] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries()) {
    const place = { line: index + 1, text: raw.slice(0, longest).trim() }
    if (raw.length > longest) unread.push({ ...place, problem: problems.length })
    else
      for (const read of readLine(plain(raw), heading))
        if ('problem' in read) unread.push({ ...place, ...read })
        else lines.push({ ...place, ...read })
  }
  return { lines, unread }
}

/** Dashes and spaces of one kind, without bullets and seconds. */
const plain = (raw: string) =>
  raw
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[^\S\t]/g, ' ')
    .replace(/^ *[-•*·▪◦] */, '')
    .replace(/\b(\d{1,2}:\d{2}):\d{2}\b/g, '$1')

function readLine(line: string, heading: Heading): Read[] {
  if (line.trim() === '') return []
  const cells = cellsOf(line)
  const isRow = cells.length > 1
  if (!isRow) heading.columns = heading.dayColumns = null
  const dayColumns = isRow && dayColumnsOf(cells)
  if (dayColumns) {
    Object.assign(heading, { dayColumns, columns: null })
    return []
  }
  const columns = isRow && columnsOf(cells)
  if (columns) {
    Object.assign(heading, { columns, dayColumns: null })
    return []
  }
  const days = readDays(line.trim().replace(/\s*[:.-]*$/, ''))
  if (days) {
    heading.days = days
    return []
  }
  if (heading.dayColumns) return readGridRow(cells, heading.dayColumns)
  if (heading.columns) return [readRow(cells, heading.columns, heading)]
  return [readClause(line, heading)]
}

/** A row of a table that has a time in its first cell and a column for each day. */
function readGridRow(cells: readonly string[], dayColumns: readonly (readonly number[] | null)[]): Read[] {
  const at = cells.findIndex(cell => cell !== '')
  const span = readSpan(cells[at] ?? '')
  if (!span) return [{ problem: problems.time }]
  return cells.flatMap((cell, index): Read[] => {
    if (index === at || cell === '') return []
    const days = dayColumns[index]
    return days
      ? [{ times: timesOf(days, span), isAssumed: span.isAssumed, parts: partsOf(cell) }]
      : [{ problem: problems.column }]
  })
}

/** A row of a table whose columns have headings. A day that isn't repeated is that of the row above. */
function readRow(cells: readonly string[], columns: readonly (Column | null)[], heading: Heading): Read {
  const of = (column: Column) => cells.filter((cell, index) => columns[index] === column && cell !== '').join(', ')
  const day = of('day')
  const days = day === '' ? heading.days : readDays(day)
  const span = readSpan(of('time') || `${of('start')}-${of('finish')}`)
  if (!span) return { problem: problems.time }
  if (!days) return { problem: problems.day }
  heading.days = days
  const isTime = (column: Column | null) => column !== null && ['day', 'time', 'start', 'finish'].includes(column)
  const parts = cells.flatMap((text, index) => {
    const as = columns[index] ?? null
    return text === '' || isTime(as) ? [] : [{ text, as }]
  })
  return { times: timesOf(days, span), isAssumed: span.isAssumed, parts }
}

interface Token {
  readonly from: number
  readonly to: number
  readonly text: string
}

const ages = /(?:\b(?:ages?|aged|levels?|grades?|kyus?|groups?|years?|under|u)\s*)$/i
const agesAfter = /^\s*(?:years?|yrs?|y\/?o|kyus?|dans?|grades?|\+)/i

/** A line of its own: days and times next to each other, and around them what else is said. */
function readClause(line: string, heading: Heading): Read {
  const all = tokens(line, spanPattern).filter(
    ({ from, to }) => !ages.test(line.slice(0, from)) && !agesAfter.test(line.slice(to)),
  )
  const clear = all.filter(({ text }) => isClearSpan(text))
  const spans = clear.length > 0 ? clear : all.slice(0, 1)
  const first = spans[0]
  const last = spans.at(-1)
  if (!first || !last) return { problem: problems.time }
  const days = tokens(blank(line, spans, '|'), dayList)
  const between = blank(line, [...spans, ...days]).slice(first.from, last.to)
  if (/[^\s,;&+|/-]/.test(between.replace(/\b(?:and|at|from|then)\b/gi, ''))) return { problem: problems.several }
  const used = spans.map(span => dayOf(span, { line, spans, days, isUnderDay: heading.days !== null }))
  const alone = used.some(Boolean) ? null : days.find(token => isAlone(line, token))
  let current = alone ? readDays(alone.text) : heading.days
  const times: WeekDay[] = []
  let isAssumed = false
  for (const [index, span] of spans.entries()) {
    const read = readSpan(span.text)
    const own = used[index]
    current = own ? readDays(own.text) : current
    if (!read) return { problem: problems.time }
    if (!current) return { problem: problems.day }
    times.push(...timesOf(current, read))
    isAssumed ||= read.isAssumed
  }
  const said = [...spans, ...used.filter(token => token !== undefined), ...(alone ? [alone] : [])]
  return { times, isAssumed, parts: partsOf(blank(line, said, '\t')) }
}

interface Found {
  readonly line: string
  readonly spans: readonly Token[]
  readonly days: readonly Token[]
  /** A line above names the day, so that of '18:00–19:00 Sunday Sparring' is part of the name. */
  readonly isUnderDay: boolean
}

/** The days next to a span: before it, or after it where the first span has none before. */
function dayOf(span: Token, { line, spans, days, isUnderDay }: Found): Token | undefined {
  const before = (of: Token) => days.findLast(({ to }) => to <= of.from && isJoint(line.slice(to, of.from)))
  const after = (of: Token) =>
    days.find(
      ({ from, to }) =>
        from >= of.to && isJoint(line.slice(of.to, from)) && !(isUnderDay && /^\s*[\p{L}\d]/u.test(line.slice(to))),
    )
  const isLeading = spans[0] !== undefined && before(spans[0]) !== undefined
  return isLeading ? before(span) : after(span)
}

const isJoint = (text: string) => /^[\s,:;|()/-]*(?:\b(?:at|from|on|and|then)\b|[&+])?[\s(]*$/i.test(text)

/** The days begin the line, or have a cell of their own. */
const isAlone = (line: string, { from, to }: Token) =>
  line.slice(0, from).trim() === '' ||
  (/[,;|\t]\s*$/.test(line.slice(0, from)) && /^\s*(?:$|[,;|\t])/.test(line.slice(to)))

const tokens = (line: string, pattern: string): Token[] =>
  [...line.matchAll(new RegExp(pattern, 'gi'))].map(match => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }))

/** The line with these places emptied; everything else is where it was. */
function blank(line: string, places: readonly Token[], by = ' '): string {
  return places.reduce((text, { from, to }) => text.slice(0, from) + by.repeat(to - from) + text.slice(to), line)
}

const partsOf = (text: string): WrittenPart[] =>
  text
    .split(/[\t,;|\n]|\s-\s/)
    .map(part => trimmed(part))
    .filter(part => part !== '' && !/^(?:and|at|from|on|then)$/i.test(part))
    .map(part => ({ text: part, as: null }))

/** Without punctuation around it, and without brackets that hold all of it. */
function trimmed(part: string): string {
  const text = part.replace(/^[\s:.\-/&+]+|[\s:\-/&+]+$/g, '').replace(/\s+/g, ' ')
  const inside = /^\(([^()]*)\)$/.exec(text)
  return inside ? (inside[1] ?? '').trim() : text.replace(/^\(\s*\)|\(\s*\)$/g, '').trim()
}

const timesOf = (days: readonly number[], { startTime, finishTime }: Omit<WeekDay, 'weekday'>): WeekDay[] =>
  days.map(weekday => ({ weekday, startTime, finishTime }))

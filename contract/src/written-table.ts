import { readDays } from './written-days.ts'

/** What a column of a table can hold. */
export type Column = 'day' | 'time' | 'start' | 'finish' | 'name' | 'room' | 'instructor' | 'discipline' | 'capacity'

const headings: Readonly<Record<Column, RegExp>> = {
  day: /^(?:days?|weekdays?|day of (?:the )?week)$/,
  time: /^times?$/,
  start: /^(?:start|starts|from|begin|begins|start time)$/,
  finish: /^(?:finish|finishes|end|ends|to|until|finish time|end time)$/,
  name: /^(?:class|classes|class name|name|session|group|activity|title)$/,
  room: /^(?:room|location|venue|where|place|dojo|hall|studio|room or venue)$/,
  instructor: /^(?:instructors?|coach|coaches|teachers?|sensei|taught by|trainer|who|lead)$/,
  discipline: /^(?:disciplines?|style|art|martial art|sport)$/,
  capacity: /^(?:capacity|places|spaces|max|maximum|limit|size)$/,
}

export const cellsOf = (line: string) => line.split('\t').map(cell => cell.trim())

/** The columns of a row of headings; null where it is none. A heading that isn't known is of no column. */
export function columnsOf(cells: readonly string[]): (Column | null)[] | null {
  // Object.keys forgets that its answers are keys.
  const known = Object.keys(headings) as Column[]
  const found = cells.map(cell => known.find(column => headings[column].test(cell.toLowerCase())) ?? null)
  const says = (column: Column) => found.includes(column)
  return says('name') && (says('time') || (says('start') && says('finish'))) ? found : null
}

/** The days of a row of headings with a column for each day; null where it is none. */
export function dayColumnsOf(cells: readonly string[]): (number[] | null)[] | null {
  const days = cells.map(cell => readDays(cell))
  const others = cells.filter(
    (cell, index) => days[index] === null && cell !== '' && !headings.time.test(cell.toLowerCase()),
  )
  return days.filter(Boolean).length > 1 && others.length === 0 ? days : null
}

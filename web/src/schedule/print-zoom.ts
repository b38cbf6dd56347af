import { daysFrom, hoursOf, inCell, type Occurrence, type Week } from './week.ts'

/** A sheet of A4 across without its margins, in CSS pixels, and a little less. */
const sheet = { width: 1060, height: 715 }

/** The title and the names of the days. */
const headHeight = 70

/** From a letter that is read across a room to the smallest that is read up close. */
const zooms = [1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.72, 0.65]

/** For a week that needs several sheets in any case. */
const ofManySheets = 0.72

/** How much larger or smaller a week is printed, so that it fills one sheet, or is readable on several. */
export function printZoom(week: Pick<Week, 'from' | 'occurrences'>): number {
  return zooms.find(zoom => heightOf(week, zoom) * zoom <= sheet.height) ?? ofManySheets
}

/** About how high the week becomes where each day is as wide as the zoom leaves it. */
function heightOf({ from, occurrences }: Pick<Week, 'from' | 'occurrences'>, zoom: number): number {
  const width = (sheet.width / zoom - 44) / 7 - 30
  const heights = hoursOf(occurrences).map(hour =>
    Math.max(...daysFrom(from).map(date => sum(inCell(occurrences, date, hour).map(each => blockHeight(each, width))))),
  )
  return headHeight + sum(heights.map(height => height + 5))
}

/** Name, time, room and instructors, in lines of the print. */
function blockHeight({ className, location, instructors }: Occurrence, width: number): number {
  const lines = (text: string, perLetter: number) => Math.ceil((text.length * perLetter) / width)
  const small = 1 + lines(location, letter.small) + lines(instructors.join(', '), letter.small)
  return lines(className, letter.name) * 14.5 + small * 13.5 + 12
}

/** The width of a letter, at the sizes of the print. */
const letter = { name: 6, small: 5.2 }

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

import { type Pdf, type Style, write } from './pdf-text.ts'

const page = { width: 419.53, height: 595.28 }
const [left, right, bottom] = [36, page.width - 36, page.height - 48]
const soft = '#55595f'
const rule = '#c9c9c4'

interface Head {
  readonly clubName: string
  readonly clubAddress: string
  /** Empty without VAT. */
  readonly vatNumber: string
  /** 'Receipt 1042' */
  readonly title: string
  readonly day: string
  /** Below it, left and right; the right one may be empty. */
  readonly forWhom: string
  readonly servedBy: string
}

/** Draws a receipt on A5, with as many pages as it needs: its head at once, then rows, notes and lines as they are asked for. */
export function drawReceipt(pdf: Pdf, { clubName, clubAddress, vatNumber, title, day, forWhom, servedBy }: Head) {
  let y = 40
  const room = (height: number) => {
    if (y + height <= bottom) return
    pdf.addPage()
    y = 40
  }
  const row = (text: string, amount: string, style: Partial<Style> = {}) => {
    room(18)
    write(pdf, text, { x: left, y, most: right - left - 80, ...style })
    write(pdf, amount, { x: right, y, isRight: true, ...style })
    y += 18
  }
  const note = (text: string) => {
    room(13)
    write(pdf, text, { x: left + 10, y: y - 3, size: 8.5, colour: soft, most: right - left })
    y += 12
  }
  const line = () => {
    room(14)
    pdf
      .moveTo(left, y + 4)
      .lineTo(right, y + 4)
      .lineWidth(0.75)
      .stroke(rule)
    y += 14
  }
  write(pdf, clubName, { x: left, y, size: 16, weight: 600, most: right - left })
  y += 22
  for (const text of [clubAddress, vatNumber && `VAT number ${vatNumber}`].filter(Boolean)) {
    write(pdf, text, { x: left, y, size: 9, colour: soft, most: right - left })
    y += 14
  }
  y += 12
  row(title, day, { weight: 600 })
  write(pdf, forWhom, { x: left, y, colour: soft, most: right - left })
  if (servedBy) write(pdf, servedBy, { x: right, y, isRight: true, colour: soft })
  y += 18
  line()
  return { row, note, line }
}

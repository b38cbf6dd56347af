import { beltBox, beltShapes, type DrawnBelt } from '@honbu/contract/belt-shapes.ts'
import { longDate } from '@honbu/contract/format.ts'
import type { Weight } from '../../platform/pdf-fonts.ts'
import { openPdf, type Pdf, widthOf, write } from '../../platform/pdf-text.ts'

/** What one certificate says. Colours #rrggbb. */
export interface Certificate {
  readonly name: string
  readonly gradeName: string
  readonly belt: DrawnBelt
  readonly disciplineName: string
  /** YYYY-MM-DD */
  readonly gradedOn: string
}

export interface Issuer {
  readonly clubName: string
  /** PNG or JPEG; null where there is none. */
  readonly logo: Buffer | null
  /** Who signs; empty where nobody is known. */
  readonly instructors: readonly string[]
}

const page = { width: 841.89, height: 595.28 }
const middle = page.width / 2
const ink = '#1d2024'
const soft = '#55595f'
const accent = '#30508f'

/** A page each, A4 landscape. */
export async function certificatePdf(certificates: readonly Certificate[], issuer: Issuer): Promise<Buffer> {
  const title = certificates.length === 1 ? `Certificate: ${certificates[0]?.name}` : 'Grading certificates'
  const { pdf, done } = await openPdf({
    size: 'A4',
    layout: 'landscape',
    autoFirstPage: false,
    title,
    author: issuer.clubName,
  })
  for (const certificate of certificates) {
    pdf.addPage()
    drawPage(pdf, certificate, issuer)
  }
  // Without the note of `endPdf`: the screen says what is missing before a certificate is handed out.
  pdf.end()
  return await done
}

function drawPage(pdf: Pdf, { name, gradeName, belt, disciplineName, gradedOn }: Certificate, issuer: Issuer) {
  drawFrame(pdf)
  if (issuer.logo) drawLogo(pdf, issuer.logo)
  centred(pdf, issuer.clubName, { y: issuer.logo ? 136 : 100, size: 17, weight: 600, colour: accent })
  centred(pdf, 'Certificate of Grading', { y: 168, size: 34, weight: 600 })
  centred(pdf, 'This is to certify that', { y: 228, size: 14, colour: soft })
  centred(pdf, name, { y: 254, size: 40, weight: 600 })
  pdf
    .moveTo(middle - 190, 314)
    .lineTo(middle + 190, 314)
    .lineWidth(0.75)
    .stroke(accent)
  centred(pdf, 'has passed the grading and holds the grade of', { y: 328, size: 14, colour: soft })
  centred(pdf, gradeName, { y: 352, size: 26, weight: 600 })
  drawBelt(pdf, belt, 394)
  centred(pdf, disciplineName, { y: 426, size: 16 })
  signature(pdf, 96, issuer.instructors.join(', ') || 'Instructor', 'Instructor')
  signature(pdf, page.width - 96 - 230, longDate(gradedOn), 'Date')
}

function drawFrame(pdf: Pdf) {
  for (const [inset, width] of [
    [26, 2.5],
    [33, 0.75],
  ] as const)
    pdf
      .rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset)
      .lineWidth(width)
      .stroke(accent)
}

function drawLogo(pdf: Pdf, logo: Buffer) {
  const size = 80
  pdf.image(logo, middle - size / 2, 48, { fit: [size, size], align: 'center', valign: 'center' })
}

/** As on the screens. */
function drawBelt(pdf: Pdf, belt: Certificate['belt'], y: number) {
  const [width, height] = [230, 18]
  const scale = { x: width / beltBox.width, y: height / beltBox.height }
  const x = middle - width / 2
  pdf.save()
  pdf.roundedRect(x, y, width, height, 3).clip()
  for (const { fill, ...shape } of beltShapes(belt))
    pdf.rect(x + shape.x * scale.x, y + shape.y * scale.y, shape.width * scale.x, shape.height * scale.y).fill(fill)
  pdf.restore()
  pdf.roundedRect(x, y, width, height, 3).lineWidth(0.75).stroke(soft)
}

/** A line to sign on, with what is printed below it: who it is, and what it is for. */
function signature(pdf: Pdf, x: number, below: string, what: string) {
  const [y, width] = [512, 230]
  const isDate = what === 'Date'
  if (isDate) centred(pdf, below, { y: y - 22, size: 14, x: x + width / 2, room: width })
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.75)
    .stroke(soft)
  const label = isDate || below === what ? what : `${below}, ${what.toLowerCase()}`
  centred(pdf, label, { y: y + 6, size: 11, colour: soft, x: x + width / 2, room: width })
}

interface TextStyle {
  readonly y: number
  readonly size: number
  readonly weight?: Weight
  readonly colour?: string
  /** The middle of the text, and how wide it may be. */
  readonly x?: number
  readonly room?: number
}

const smallest = 9

/** One line: smaller when it is long, and cut when it would be too small to read. */
function centred(pdf: Pdf, text: string, { y, size, weight = 400, colour = ink, x = middle, room = 690 }: TextStyle) {
  const scaled = Math.max(smallest, Math.min(size, (size * room) / Math.max(widthOf(pdf, text, size, weight), 1)))
  const width = Math.min(widthOf(pdf, text, scaled, weight), room + 1)
  // A smaller line stands on the same ground as the full one would.
  write(pdf, text, { x: x - width / 2, y: y + (size - scaled) * 0.8, size: scaled, weight, colour, most: room + 1 })
}

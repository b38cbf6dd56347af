import PDFDocument from 'pdfkit'
import { fontFiles, fontName, scriptRuns, type Weight } from './pdf-fonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>

interface Paper {
  readonly size: 'A4' | 'A5'
  readonly layout?: 'portrait' | 'landscape'
  /** Pages can be gone back to until the end, to be numbered. */
  readonly bufferPages?: boolean
  readonly title: string
  readonly author?: string
}

/** A document without margins that knows our fonts; `done` is its bytes, once it has ended. */
export function openPdf({ size, layout = 'portrait', bufferPages = false, title, author }: Paper) {
  const pdf = new PDFDocument({ size, layout, margin: 0, bufferPages })
  pdf.info.Title = title
  if (author) pdf.info.Author = author
  for (const { name, path } of fontFiles) pdf.registerFont(name, path)
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  return { pdf, done }
}

export interface Style {
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: string
  /** It ends at x. */
  readonly isRight?: boolean
  /** Points that it may be wide. */
  readonly most?: number
}

/** One line, in points, cut where it would run out of its room. */
export function write(pdf: Pdf, text: string, style: Style) {
  const { x, y, size = 10, weight = 400, colour = '#1d2024', isRight = false, most = Number.POSITIVE_INFINITY } = style
  const shown = fitting(text, shown => widthOf(pdf, shown, size, weight) <= most)
  let at = isRight ? x - widthOf(pdf, shown, size, weight) : x
  pdf.fillColor(colour)
  for (const run of scriptRuns(shown)) {
    pdf.font(fontName(run.subset, weight)).fontSize(size)
    pdf.text(run.text, at, y, { lineBreak: false })
    at += pdf.widthOfString(run.text)
  }
}

/** As much of a text as fits, with an ellipsis where some is left out; found by halves, as measuring takes long. */
function fitting(text: string, fits: (shown: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  let [least, most] = [0, letters.length - 1]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(`${letters.slice(0, middle).join('')}…`)) least = middle
    else most = middle - 1
  }
  return least === 0 && !fits('…') ? '' : `${letters.slice(0, least).join('')}…`
}

/** How wide a line is, in points. */
export function widthOf(pdf: Pdf, text: string, size: number, weight: Weight): number {
  return scriptRuns(text).reduce((sum, run) => {
    pdf.font(fontName(run.subset, weight)).fontSize(size)
    return sum + pdf.widthOfString(run.text)
  }, 0)
}

/** A text as lines that fit, broken between words. */
export function linesOf(
  pdf: Pdf,
  text: string,
  { size, weight, most }: { size: number; weight: Weight; most: number },
): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || widthOf(pdf, longer, size, weight) > most) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

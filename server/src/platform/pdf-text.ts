import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { openFont, prepareFonts, substitute, type Weight } from './pdf-fonts.ts'
import { lineOf, mirrored, type Run } from './pdf-runs.ts'

export type Pdf = InstanceType<typeof PDFDocument>

interface Paper {
  readonly size: 'A4' | 'A5'
  readonly layout?: 'portrait' | 'landscape'
  /** Pages can be gone back to until the end, to be numbered. */
  readonly bufferPages?: boolean
  readonly autoFirstPage?: boolean
  readonly title: string
  readonly author?: string
}

/** A document without margins, in which `write` writes; `done` is its bytes, once it has ended. */
export async function openPdf({ title, author, ...paper }: Paper) {
  await prepareFonts()
  const pdf = new PDFDocument({ layout: 'portrait', margin: 0, ...paper })
  pdf.info.Title = title
  if (author) pdf.info.Author = author
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  return { pdf, done }
}

/** Documents with a letter that no font has. */
const incomplete = new WeakSet<Pdf>()

/** Ends a document. Where letters are missing, the foot of its last page says so. */
export function endPdf(pdf: Pdf): void {
  if (incomplete.has(pdf)) {
    const text = 'We can’t print some of the characters. Each is shown as a question mark.'
    write(pdf, text, { x: 36, y: pdf.page.height - 22, size: 7.5, colour: '#55595f' })
  }
  pdf.end()
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
  const { runs, isComplete } = lineOf(shown)
  if (!isComplete) incomplete.add(pdf)
  pdf.fillColor(colour)
  for (const run of runs) {
    if (run.file.isVariable) drawOutlines(pdf, run, { x: at, y, size, weight, colour })
    else pdf.text(plainText(pdf, run, size, weight), at, y, { lineBreak: false })
    at += runWidth(pdf, run, size, weight)
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
export const widthOf = (pdf: Pdf, text: string, size: number, weight: Weight): number =>
  lineOf(text).runs.reduce((sum, run) => sum + runWidth(pdf, run, size, weight), 0)

function runWidth(pdf: Pdf, run: Run, size: number, weight: Weight): number {
  if (!run.file.isVariable) return pdf.widthOfString(plainText(pdf, run, size, weight))
  const { font, advance } = outlinesOf(run, weight)
  return (advance * size) / font.unitsPerEm
}

/** Chooses the font of a run that pdfkit embeds. */
function plainText(pdf: Pdf, { file, text, isRightToLeft }: Run, size: number, weight: Weight): string {
  const name = `${file.name} ${weight}`
  // pdfkit takes an open font too, which its types don't know: a file would be read again for each document.
  pdf.registerFont(name, openFont(file, weight) as unknown as Buffer)
  pdf.font(name).fontSize(size)
  return isRightToLeft ? mirrored(text) : text
}

/** Draws the letters as shapes on the line of the others, with the text they mean for who copies or hears them. */
function drawOutlines(
  pdf: Pdf,
  run: Run,
  { x, y, size, weight, colour }: Required<Pick<Style, 'x' | 'y' | 'size' | 'weight' | 'colour'>>,
) {
  const { font, glyphs, positions } = outlinesOf(run, weight)
  const ground = openFont(substitute.file, weight)
  const baseline = y + (ground.ascent / ground.unitsPerEm) * size
  const scale = size / font.unitsPerEm
  let at = x
  pdf.markContent('Span', { actual: run.text })
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const outline = glyph.path.toSVG()
    if (outline)
      pdf
        .save()
        .translate(at + xOffset * scale, baseline - yOffset * scale)
        .scale(scale, -scale)
        .path(outline)
        .fill(colour)
        .restore()
    at += xAdvance * scale
  }
  pdf.endMarkedContent()
}

function outlinesOf({ file, text, isRightToLeft }: Run, weight: Weight) {
  const font = openFont(file, weight)
  const { glyphs, positions } = layOut(font, text, isRightToLeft ? 'rtl' : 'ltr')
  return { font, glyphs, positions, advance: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}

function layOut(font: Font, text: string, direction: 'ltr' | 'rtl') {
  try {
    return font.layout(text, undefined, undefined, undefined, direction)
  } catch {
    // fontkit fails at marks whose anchor is left empty, as in Gurmukhi. Without anchors they have the font's own places.
    const withoutAnchors = { mark: false, mkmk: false, abvm: false, blwm: false }
    return font.layout(text, withoutAnchors, undefined, undefined, direction)
  }
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

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const require = createRequire(import.meta.url)

export type Weight = 400 | 600

/** The fonts of the product. pdfkit embeds them, so a PDF keeps their words as text. */
const plex = '@fontsource/ibm-plex-sans'
/** Of letters that several fonts have, the first is taken. */
const others = ['', '-arabic', '-hebrew', '-thai', '-bengali', '-gujarati', '-gurmukhi', '-tamil']
/** They share thousands of letters, so one of them is chosen for a whole line. */
const eastAsian = ['-jp', '-sc', '-kr']
const noto = (name: string) => `@fontsource-variable/noto-sans${name}`

/** The files of a font have a script each, or a part of one. */
export interface FontFile {
  readonly name: string
  /** Drawn as outlines: pdfkit can't embed a weight of a variable font. */
  readonly isVariable: boolean
  readonly path: (weight: Weight) => string
  /** First and last letters: the list by which a browser chooses among the files. */
  readonly spans: readonly (readonly [number, number])[]
}

function filesOf(font: string, only?: readonly string[]): FontFile[] {
  const ranges: Record<string, string> = require(`${font}/unicode.json`)
  const isVariable = font !== plex
  return (only ?? Object.keys(ranges)).map(subset => {
    // A part without a name is '[12]' in the list, and 12 in the name of its file.
    const name = `${font.replace(/^.*\//, '')}-${subset.replace(/[[\]]/g, '')}`
    const file = (weight: Weight) => (isVariable ? `${name}-wght-normal.woff2` : `${name}-${weight}-normal.woff`)
    return {
      name,
      isVariable,
      path: weight => require.resolve(`${font}/files/${file(weight)}`),
      spans: (ranges[subset] ?? '').split(',').map(span => {
        const [first = '', last = first] = span.replace('U+', '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
      }),
    }
  })
}

const plexFiles = filesOf(plex, ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'])
const [latin] = plexFiles

/** What is measured and drawn where no font has a letter. */
export const substitute = { letter: '?', file: latin as FontFile }

// It can decompress without waiting once it has done so for the first time, which is waited for here.
const decompress: (bytes: Buffer) => Promise<Uint8Array> = require('wawoff2/decompress.js')
const binding: { decompress: (bytes: Buffer) => Uint8Array } = require('wawoff2/build/decompress_binding.js')
let isReady: Promise<unknown> | undefined

/** Makes ready what reads the fonts. To be awaited before a line is measured. */
export async function prepareFonts(): Promise<void> {
  isReady ??= decompress(readFileSync(require.resolve(`${noto('-thai')}/files/noto-sans-thai-thai-wght-normal.woff2`)))
  await isReady
}

const opened = new Map<string, fontkit.Font>()

/** A font file, read when it is first wanted. */
export function openFont(file: FontFile, weight: Weight): fontkit.Font {
  const key = `${file.name} ${weight}`
  let font = opened.get(key)
  if (!font) {
    font = file.isVariable ? openVariable(file, weight) : (fontkit.openSync(file.path(weight)) as fontkit.Font)
    opened.set(key, font)
  }
  return font
}

function openVariable(file: FontFile, weight: Weight): fontkit.Font {
  const bytes = Buffer.from(binding.decompress(readFileSync(file.path(weight))))
  return (fontkit.create(bytes) as fontkit.Font).getVariation({ wght: weight })
}

/** Whether a file has a letter. Its list may promise more than it has. */
const has = (file: FontFile, letter: number) =>
  file.spans.some(([first, last]) => letter >= first && letter <= last) &&
  openFont(file, 400).hasGlyphForCodePoint(letter)

/** Finds the file of a font that has a letter, and keeps the answer. */
function finderIn(files: readonly FontFile[]) {
  const found = new Map<number, FontFile | undefined>()
  return (letter: number) => {
    if (!found.has(letter))
      found.set(
        letter,
        files.find(file => has(file, letter)),
      )
    return found.get(letter)
  }
}

const baseFile = finderIn([...plexFiles, ...others.flatMap(name => filesOf(noto(name)))])
const eastAsianFiles = eastAsian.map(name => finderIn(filesOf(noto(name))))

/** For a text, the file that has a letter of it; undefined where none has. */
export function fontsFor(text: string): (letter: string, current: FontFile | undefined) => FontFile | undefined {
  const rest = [...text].map(codeOf).filter(code => !baseFile(code))
  const whole = rest.length === 0 ? undefined : eastAsianFiles.find(fileOf => rest.every(fileOf))
  const inEastAsian = (code: number) => eastAsianFiles.map(fileOf => fileOf(code)).find(Boolean)
  return (letter, current) => {
    const code = codeOf(letter)
    // A space or an accent between letters of one script doesn't leave it.
    if (current && has(current, code)) return current
    return baseFile(code) ?? (whole ?? inEastAsian)(code)
  }
}

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0

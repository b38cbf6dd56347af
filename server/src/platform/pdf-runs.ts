import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { type FontFile, fontsFor, substitute } from './pdf-fonts.ts'

// Its types promise a module of another kind.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/** Letters of one font file and direction, in the order in which they are read. */
export interface Run {
  readonly file: FontFile
  readonly text: string
  readonly isRightToLeft: boolean
}

export interface Line {
  /** From left to right, as they are drawn. */
  readonly runs: readonly Run[]
  /** Whether the fonts have every letter. */
  readonly isComplete: boolean
}

/** Cuts a line where its font or direction changes. A letter that no font has is a question mark. */
export function lineOf(text: string): Line {
  const shown = visible(text)
  const levels = rightToLeft.test(shown) ? bidi.getEmbeddingLevels(shown, 'ltr').levels : undefined
  const fileOf = fontsFor(shown)
  const runs: { file: FontFile; text: string; level: number }[] = []
  let isComplete = true
  let at = 0
  for (const letter of shown) {
    const last = runs.at(-1)
    const level = levels?.[at] ?? 0
    at += letter.length
    const file = fileOf(letter, last && last.level === level ? last.file : undefined)
    if (!file && isInvisible.test(letter)) continue
    if (!file) isComplete = false
    const drawn = file ? { file, letter } : substitute
    if (last?.file === drawn.file && last.level === level) last.text += drawn.letter
    else runs.push({ file: drawn.file, text: drawn.letter, level })
  }
  return { runs: inOrder(runs).map(({ level, ...run }) => ({ ...run, isRightToLeft: level % 2 === 1 })), isComplete }
}

/** Can all of it be drawn? Emoji can't. */
export const isPrintable = (text: string) => lineOf(text).isComplete

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const isInvisible = /[\p{Cf}\p{Variation_Selector}]/u

/**
 * Letters and their accents put together, as the fonts have them, on one line. Marks that turn the direction of a line
 * around are left out.
 */
const visible = (text: string) =>
  text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C]/gu, '')

/** Reverses what is of a level and above, from the highest level down (Unicode Standard Annex 9, rule L2). */
function inOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map(run => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let until = from
      while ((ordered[until]?.level ?? 0) >= level) until++
      if (until - from > 1) ordered.splice(from, until - from, ...ordered.slice(from, until).reverse())
      from = Math.max(from, until - 1)
    }
  return ordered
}

/** A run of spaces and signs that is read from right to left, as it is seen. */
export const mirrored = (text: string) =>
  [...text]
    .reverse()
    .map(letter => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')

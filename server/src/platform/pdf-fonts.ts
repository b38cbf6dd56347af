import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
// The files of a font hold a script each; this is the list by which a browser chooses among them.
const ranges: Record<string, string> = createRequire(import.meta.url)('@fontsource/ibm-plex-sans/unicode.json')

/** In this order: letters that several files have are taken from the first. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const
export type Subset = (typeof subsets)[number]

export const weights = [400, 600] as const
export type Weight = (typeof weights)[number]

/** Every font file by the name that `fontName` gives it. */
export const fontFiles: readonly { readonly name: string; readonly path: string }[] = subsets.flatMap(subset =>
  weights.map(weight => ({
    name: fontName(subset, weight),
    path: resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${subset}-${weight}-normal.woff`),
  })),
)

export function fontName(subset: Subset, weight: Weight) {
  return `${subset} ${weight}`
}

export interface Run {
  readonly subset: Subset
  readonly text: string
}

/**
 * Cuts a text where the font file changes. A letter that no file has stays in the run it is in, and is drawn as the empty
 * box of that file. Letters and their accents are put together first, as the files have them.
 */
export function scriptRuns(text: string): Run[] {
  const runs: { subset: Subset; text: string }[] = []
  for (const letter of text.normalize('NFC').toWellFormed()) {
    const last = runs.at(-1)
    const subset = subsetOf(letter, last?.subset)
    if (last?.subset === subset) last.text += letter
    else runs.push({ subset, text: letter })
  }
  return runs
}

function subsetOf(letter: string, current: Subset = 'latin'): Subset {
  const has = (subset: Subset) => isIn(subset, letter)
  // A space or an accent between letters of one script does not leave it.
  return has(current) ? current : (subsets.find(has) ?? current)
}

function isIn(subset: Subset, letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return spans[subset].some(([first, last]) => code >= first && code <= last)
}

/** Can all of it be drawn? Chinese, Arabic and emoji cannot. */
export const isPrintable = (text: string) =>
  [...text.normalize('NFC').toWellFormed()].every(letter => subsets.some(subset => isIn(subset, letter)))

/** "U+0301,U+0400-045F" as pairs of numbers. */
const spans = Object.fromEntries(
  subsets.map(subset => [
    subset,
    (ranges[subset] ?? '').split(',').map(span => {
      const [first = '', last = first] = span.replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  ]),
  // Object.fromEntries forgets the names of the list it is made from.
) as unknown as Readonly<Record<Subset, readonly (readonly [number, number])[]>>

import { pictureSizes } from './picture-sizes.ts'

/** Their addresses: the files themselves are in no chunk, and load when they come into view. */
const addresses = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })

export interface Picture {
  readonly src: string
  readonly width: number
  readonly height: number
}

export function pictureOf(name: string): Picture | undefined {
  const src = addresses[`./pictures/${name}.webp`]
  const size = pictureSizes[name]
  return src && size ? { src, width: size[0], height: size[1] } : undefined
}

/** A line of its own: `![What is to be seen](name)`. */
const line = /^!\[([^\]\n]+)\]\(([a-z0-9-]+)\)$/m

export type Part = { readonly text: string } | { readonly picture: string; readonly alt: string }

/** An article cut at its pictures. */
export function partsOf(text: string): Part[] {
  const found = line.exec(text)
  if (!found) return text.trim() === '' ? [] : [{ text }]
  const [whole, alt = '', picture = ''] = found
  return [...partsOf(text.slice(0, found.index)), { picture, alt }, ...partsOf(text.slice(found.index + whole.length))]
}

/** What there is to read. */
export const withoutPictures = (text: string): string =>
  partsOf(text)
    .flatMap(part => ('text' in part ? part.text : []))
    .join('\n')

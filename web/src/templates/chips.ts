import { mergeField } from '@honbu/contract/merge-fields.ts'

/** A merge field as it stands in a text: its name, and what is written where it is empty. */
export interface FieldInText {
  readonly name: string
  readonly fallback: string
}

const pattern = /\{\{-?\s*([\w.]+)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?-?\}\}/g

/** `{{ member.firstName }}`, or with what is written in its place: `{{ grade.name | default: "your belt" }}`. */
export const writeField = ({ name, fallback }: FieldInText): string => {
  const quote = fallback.includes('"') ? "'" : '"'
  const said = fallback.replaceAll(quote, '’').replaceAll(/[{}]/g, '')
  return said ? `{{ ${name} | default: ${quote}${said}${quote} }}` : `{{ ${name} }}`
}

/** The field that a text is, and nothing else; null where it is none that we know. */
export function readField(text: string): FieldInText | null {
  const [match] = [...text.trim().matchAll(pattern)]
  if (!match || match[0] !== text.trim()) return null
  const [, name = '', double, single] = match
  return mergeField(name) ? { name, fallback: double ?? single ?? '' } : null
}

/** How a field is called where it stands alone: its title says too little for some. */
export function fieldTitle(name: string): string {
  const field = mergeField(name)
  return field ? `${field.group}: ${field.title}` : name
}

/** HTML in which merge fields that stand as text are marked, for the editor to make chips of. */
export function markFields(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  // A tree walker over texts gives texts.
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) if (!text.parentElement?.closest('[data-field]')) markIn(page, text)
  return page.body.innerHTML
}

function markIn(page: Document, text: Text): void {
  const parts: (string | HTMLElement)[] = []
  let from = 0
  for (const match of text.data.matchAll(pattern)) {
    const field = readField(match[0])
    if (!field) continue
    const chip = page.createElement('span')
    chip.dataset.field = field.name
    chip.textContent = match[0]
    parts.push(text.data.slice(from, match.index), chip)
    from = match.index + match[0].length
  }
  if (parts.length > 0) text.replaceWith(...parts, text.data.slice(from))
}

/**
 * The part of Markdown that terms and waivers need: headings (#, ##, ###), paragraphs, lists (-, *, 1.), **bold**, *italic*
 * and [links](https://…). Read into a tree, so that whoever shows it makes elements and never writes markup; anything
 * else in the text stays the text it is. Every input is right: there is no syntax error.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly inline: readonly Inline[] }
  /** A line break inside a paragraph is kept. */
  | { readonly kind: 'paragraph'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }

export interface Inline {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  /** An address that may be followed: http, https or mailto; null for none. */
  readonly href: string | null
  /** To be typed or pasted as it is. Only in texts of our own. */
  readonly isCode?: true
}

interface Reading {
  /** A text of the product itself: links lead to its screens too (`/messaging/templates`), and `code` is code. */
  readonly isOurs?: boolean
}

export function readMarkdown(text: string, { isOurs = false }: Reading = {}): Block[] {
  const readInline = isOurs ? readOurInline : readTheirInline
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inline: readInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (const line of lines) {
    const heading = /^(#{1,3})[ \t]+(\S.*)$/.exec(line)
    const item = /^[ \t]*(?:([-*])|\d{1,4}[.)])[ \t]+(\S.*)$/.exec(line)
    if (heading) {
      endParagraph()
      const level = heading[1]?.length === 1 ? 1 : heading[1]?.length === 2 ? 2 : 3
      blocks.push({ kind: 'heading', level, inline: readInline(heading[2] ?? '') })
    } else if (item) {
      endParagraph()
      addItem(blocks, { isOrdered: item[1] === undefined, inline: readInline(item[2] ?? '') })
    } else if (line.trim() === '') endParagraph()
    else paragraph.push(line.trim())
  }
  endParagraph()
  return blocks
}

function addItem(blocks: Block[], { isOrdered, inline }: { isOrdered: boolean; inline: Inline[] }): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isOrdered === isOrdered)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, inline] }
  else blocks.push({ kind: 'list', isOrdered, items: [inline] })
}

/** Stars and brackets without their partner are text. Each alternative needs its end in sight, so reading is linear. */
const marks =
  /\*\*(?=\S)([^*\n]{1,2000}?\S|\S)\*\*|\*(?=\S)([^*\n]{1,2000}?\S|\S)\*|\[([^\][\n]{1,300})\]\(([^()\s]{1,500})\)/g

const readTheirInline = (text: string): Inline[] => readMarks(text, safeAddress)

/** Code first: what stands in it is no mark. */
const readOurInline = (text: string): Inline[] =>
  text
    .split(/(`[^`\n]{1,500}`)/)
    .flatMap(part =>
      /^`[^`\n]+`$/.test(part)
        ? [{ text: part.slice(1, -1), isBold: false, isItalic: false, href: null, isCode: true as const }]
        : readMarks(part, address => (/^\/(?!\/)/.test(address) ? address : safeAddress(address))),
    )

function readMarks(text: string, addressOf: (address: string) => string | null): Inline[] {
  const plain = { isBold: false, isItalic: false, href: null }
  const found: Inline[] = []
  let from = 0
  for (const mark of text.matchAll(marks)) {
    const [whole, bold, italic, label, address] = mark
    if (mark.index > from) found.push({ ...plain, text: text.slice(from, mark.index) })
    const href = address === undefined ? null : addressOf(address)
    if (address !== undefined && href === null) found.push({ ...plain, text: whole })
    else
      found.push({
        text: bold ?? italic ?? label ?? '',
        isBold: bold !== undefined,
        isItalic: italic !== undefined,
        href,
      })
    from = mark.index + whole.length
  }
  if (from < text.length) found.push({ ...plain, text: text.slice(from) })
  return found
}

function safeAddress(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  return new URL(address).href
}

/** What is called as an XML text is read from its beginning to its end. Names come without their prefix. */
export interface XmlEvents {
  open(name: string, attribute: (name: string) => string | undefined): void
  text(value: string): void
  close(name: string): void
}

/**
 * Reads the XML of a workbook: elements, attributes, texts, CDATA and the entities that XML itself has. A document type and
 * entities of its own are passed over, so that nothing can grow; what is not well-formed is read as far as it goes.
 */
export function scanXml(xml: string, { open, text, close }: XmlEvents): void {
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    if (tag < 0) return
    if (tag > at) text(unescaped(xml.slice(at, tag)))
    if (xml.startsWith('<!--', tag)) at = after(xml, '-->', tag + 4)
    else if (xml.startsWith('<![CDATA[', tag)) {
      at = after(xml, ']]>', tag + 9)
      text(xml.slice(tag + 9, Math.max(tag + 9, at - 3)))
    } else if (xml[tag + 1] === '?' || xml[tag + 1] === '!') at = after(xml, '>', tag)
    else {
      const end = endOfTag(xml, tag + 1)
      const inside = xml.slice(tag + 1, end)
      if (inside.startsWith('/')) close(localName(inside.slice(1)))
      else {
        const isEmpty = inside.endsWith('/')
        const name = localName(inside)
        open(name, attribute => attributeOf(inside, attribute))
        if (isEmpty) close(name)
      }
      at = end + 1
    }
  }
}

function after(xml: string, what: string, from: number): number {
  const found = xml.indexOf(what, from)
  return found < 0 ? xml.length : found + what.length
}

/** A `>` may stand in an attribute. */
function endOfTag(xml: string, from: number): number {
  for (let at = from; at < xml.length; at++) {
    const character = xml[at]
    if (character === '>') return at
    if (character === '"' || character === "'") {
      const closing = xml.indexOf(character, at + 1)
      if (closing < 0) return xml.length
      at = closing
    }
  }
  return xml.length
}

function localName(tag: string): string {
  const [whole = ''] = /^[^\s/>]+/.exec(tag) ?? []
  return whole.slice(whole.indexOf(':') + 1)
}

function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, double, single] of tag.matchAll(/\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (found === name) return unescaped(double ?? single ?? '')
  return undefined
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { styles } from './letter-styles.ts'
import { escapeHtml, LanguageError, tokensIn, withoutTokens } from './liquid.ts'

/** What becomes of a link and of an image; either may throw LanguageError. */
export interface Outside {
  /** The address as Liquid, for an attribute and for the text part. */
  readonly link: (href: string) => { readonly html: string; readonly text: string }
  readonly image: (src: string) => { readonly address: string; readonly width: number; readonly height: number }
}

/** The same words twice, both with merge fields. */
export interface Letter {
  readonly html: string
  readonly text: string
}

const mostNested = 60
const mostElements = 5000
/** Of the 600 pixels of a letter, without the space at both sides. */
const mostWidth = 552

/**
 * HTML of the editor as a letter for mail programs, and as plain text. Nothing of it is passed on: what is known is
 * written anew with the styles in the elements, everything else leaves its words alone.
 */
export function letterOf(body: string, outside: Outside): Letter {
  // Reading what is nested deep takes time that grows with its square.
  if ((body.match(/<[a-z]/gi)?.length ?? 0) > mostElements)
    throw new LanguageError(`There are more than ${mostElements} pieces of formatting: paste it as plain text.`)
  const { children } = parseDocument(body)
  const letter = blocks(children, outside, 0)
  return { html: letter.html, text: letter.text.replaceAll(/\n{3,}/g, '\n\n').trim() }
}

const blockNames = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'table', 'hr', 'section', 'figure', 'center'],
  ...['article', 'header', 'footer', 'main', 'pre', 'tbody', 'thead', 'tr', 'td', 'th', 'li', 'h5', 'h6'],
])
/** Their content is no words. */
const silent = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'])

function blocks(nodes: readonly AnyNode[], outside: Outside, depth: number): Letter {
  if (depth > mostNested) throw new LanguageError('This is nested too deep: paste it as plain text.')
  const parts: Letter[] = []
  let run: AnyNode[] = []
  const closeRun = () => {
    if (run.length > 0) parts.push(paragraph(run, outside, depth, { name: 'p', align: '' }))
    run = []
  }
  for (const node of nodes) {
    if (isTag(node) && blockNames.has(node.name)) {
      closeRun()
      parts.push(block(node, outside, depth))
    } else run.push(node)
  }
  closeRun()
  return { html: parts.map(part => part.html).join('\n'), text: parts.map(part => part.text).join('') }
}

function block(node: Element, outside: Outside, depth: number): Letter {
  const align = alignOf(node)
  switch (node.name) {
    case 'h1':
    case 'h2':
    case 'h3':
      return paragraph(node.children, outside, depth, { name: node.name, align })
    case 'p':
      return paragraph(node.children, outside, depth, { name: 'p', align })
    case 'ul':
    case 'ol':
      return list(node, outside, depth)
    case 'hr':
      return { html: styles.rule, text: '\n\n--------\n\n' }
    case 'blockquote': {
      const inner = blocks(node.children, outside, depth + 1)
      return { html: styles.quote(inner.html), text: `\n\n${inner.text.trim().replaceAll(/^/gm, '> ')}\n\n` }
    }
    case 'table':
      return table(node, outside, depth)
    default:
      return blocks(node.children, outside, depth + 1)
  }
}

interface Paragraph {
  readonly name: 'p' | 'h1' | 'h2' | 'h3'
  readonly align: string
}

function paragraph(nodes: readonly AnyNode[], outside: Outside, depth: number, { name, align }: Paragraph): Letter {
  const inner = inline(nodes, outside, depth)
  const said = inner.text.trim()
  // A condition in a line of its own stands around what follows, and is no line in the letter.
  if (
    said !== '' &&
    withoutTokens(said, token => token.startsWith('{%')).trim() === '' &&
    !/<img|<table/.test(inner.html)
  )
    return { html: said, text: said }
  if (inner.html.trim() === '')
    return { html: name === 'p' ? styles.paragraph('&nbsp;', 'p', align) : '', text: '\n\n' }
  const buttons = buttonsOf(nodes)
  const html = buttons ? inner.html : styles.paragraph(inner.html, name, align)
  return { html: buttons && align ? `<div align="${align}">${html}</div>` : html, text: `\n\n${said}\n\n` }
}

/** A line of nothing but buttons and images is no text. */
const buttonsOf = (nodes: readonly AnyNode[]) =>
  nodes.length > 0 && nodes.every(node => (isTag(node) && isButton(node)) || (isText(node) && node.data.trim() === ''))

function list(node: Element, outside: Outside, depth: number): Letter {
  const items = node.children.filter(isTag).map((item, index) => {
    const inner = blocks(item.children, outside, depth + 1)
    const mark = node.name === 'ol' ? `${index + 1}.` : '-'
    return { html: styles.item(inner.html), text: `${mark} ${inner.text.trim().replaceAll('\n', '\n  ')}` }
  })
  return {
    html: styles.list(items.map(item => item.html).join(''), node.name === 'ol' ? 'ol' : 'ul'),
    text: `\n\n${items.map(item => item.text).join('\n')}\n\n`,
  }
}

function table(node: Element, outside: Outside, depth: number): Letter {
  const rows = rowsOf(node, 0).map(row =>
    row.children.filter(isTag).map(cell => ({
      ...blocks(cell.children, outside, depth + 1),
      isHead: cell.name === 'th',
      span: Math.min(Number.parseInt(cell.attribs.colspan ?? '1', 10) || 1, 20),
      down: Math.min(Number.parseInt(cell.attribs.rowspan ?? '1', 10) || 1, 100),
    })),
  )
  return {
    html: styles.table(rows.map(row => styles.row(row.map(cell => styles.cell(cell)).join(''))).join('\n')),
    text: `\n\n${rows.map(row => row.map(cell => cell.text.replaceAll(/\s+/g, ' ').trim()).join(' | ')).join('\n')}\n\n`,
  }
}

const rowsOf = (node: Element, depth: number): Element[] =>
  node.children.filter(isTag).flatMap(child => (child.name === 'tr' || depth > 3 ? [child] : rowsOf(child, depth + 1)))

function inline(nodes: readonly AnyNode[], outside: Outside, depth: number): Letter {
  if (depth > mostNested) throw new LanguageError('This is nested too deep: paste it as plain text.')
  const parts = nodes.map(node => one(node, outside, depth + 1))
  return { html: parts.map(part => part.html).join(''), text: parts.map(part => part.text).join('') }
}

const marks: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  s: 's',
  del: 's',
  sup: 'sup',
  sub: 'sub',
}

function one(node: AnyNode, outside: Outside, depth: number): Letter {
  if (isText(node)) return words(node.data)
  if (!isTag(node)) return nothing
  if (silent.has(node.name)) return nothing
  if (node.name === 'br') return { html: '<br>', text: '\n' }
  if (node.name === 'img') return picture(node, outside)
  const inner = hasChildren(node) ? inline(node.children, outside, depth) : nothing
  if (node.name === 'a') return link(node, inner, outside)
  const mark = marks[node.name]
  return mark ? { html: `<${mark}>${inner.html}</${mark}>`, text: inner.text } : inner
}

const nothing: Letter = { html: '', text: '' }

/** Escaped but where merge fields stand; those are read by the language, which takes no markup from them. */
export function words(data: string): Letter {
  let html = ''
  let from = 0
  for (const { index, token } of tokensIn(data)) {
    if (/<[a-z!/?]/i.test(token)) throw new LanguageError(`There is markup in ${token.slice(0, 100)}.`)
    html += escapeHtml(data.slice(from, index)) + token
    from = index + token.length
  }
  return { html: html + escapeHtml(data.slice(from)), text: data.replaceAll(/[ \t\r\n]+/g, ' ') }
}

const isButton = (node: Element) => node.name === 'a' && 'data-button' in node.attribs

function link(node: Element, inner: Letter, outside: Outside): Letter {
  const href = (node.attribs.href ?? '').trim()
  if (href === '') return inner
  const to = outside.link(href)
  const text = inner.text.trim()
  const said = text === '' || text === to.text || `https://${text}` === to.text
  return {
    html: isButton(node) ? styles.button(to.html, inner.html) : styles.link(to.html, inner.html),
    text: said ? to.text : `${text}${isButton(node) ? ': ' : ' ('}${to.text}${isButton(node) ? '' : ')'}`,
  }
}

function picture(node: Element, outside: Outside): Letter {
  const image = outside.image((node.attribs.src ?? '').trim())
  const asked = Number.parseInt(node.attribs.width ?? '', 10) || image.width
  const width = Math.max(1, Math.min(asked, image.width, mostWidth))
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const alt = words((node.attribs.alt ?? '').replaceAll(/[{}]/g, ''))
  return {
    html: styles.image({ address: escapeHtml(image.address), alt: alt.html, width, height }),
    text: alt.text.trim() ? `[${alt.text.trim()}]` : '',
  }
}

function alignOf(node: Element): string {
  const [, align = ''] = /text-align:\s*(left|center|right)/.exec(node.attribs.style ?? '') ?? []
  return align || (/^(left|center|right)$/.exec(node.attribs.align ?? '')?.[0] ?? '')
}

import { type Inline, readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { type Html, html } from '../platform/html.ts'

/** A text as markup, everything in it escaped. Its headings begin below the page's own. */
export function markdownHtml(text: string): Html[] {
  return readMarkdown(text).map(block => {
    if (block.kind === 'list') {
      const items = block.items.map(item => html`<li>${item.map(inlineHtml)}</li>`)
      return block.isOrdered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
    }
    const inside = block.inline.map(inlineHtml)
    if (block.kind === 'paragraph') return html`<p>${inside}</p>`
    if (block.level === 1) return html`<h3>${inside}</h3>`
    return block.level === 2 ? html`<h4>${inside}</h4>` : html`<h5>${inside}</h5>`
  })
}

function inlineHtml({ text, isBold, isItalic, href }: Inline): Html {
  const lines = text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
  if (href) return html`<a href="${href}" target="_blank" rel="noreferrer">${lines}</a>`
  if (isBold) return html`<strong>${lines}</strong>`
  return isItalic ? html`<em>${lines}</em>` : html`${lines}`
}

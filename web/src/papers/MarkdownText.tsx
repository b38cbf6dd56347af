import { type Block, type Inline, readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { createElement } from 'react'
import css from './MarkdownText.module.css'

/**
 * A text of a club as elements: nothing in it becomes markup. Its headings begin below the dialog's own. The parts are
 * given as arguments rather than as lists, since they have no names to be told apart by.
 */
export const MarkdownText = ({ text }: { text: string }) =>
  createElement('div', { className: css.text }, ...readMarkdown(text).map(blockElement))

const headings = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

function blockElement(block: Block) {
  if (block.kind === 'paragraph') return createElement('p', null, ...block.inline.map(inlineElement))
  if (block.kind === 'heading') return createElement(headings[block.level], null, ...block.inline.map(inlineElement))
  const items = block.items.map(item => createElement('li', null, ...item.map(inlineElement)))
  return createElement(block.isOrdered ? 'ol' : 'ul', null, ...items)
}

function inlineElement({ text, isBold, isItalic, href }: Inline) {
  if (href) return createElement('a', { href, target: '_blank', rel: 'noreferrer' }, text)
  if (isBold) return createElement('strong', null, text)
  return isItalic ? createElement('em', null, text) : text
}

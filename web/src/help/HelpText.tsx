import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { type Block, type Inline, readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { createElement, type ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Help.module.css'
import { type Part, partsOf, pictureOf } from './pictures.ts'

/**
 * The text of an article as elements. In a link `{club}` is the first of the reader's clubs; who has none reads the words
 * without the link. The parts are given as arguments rather than as lists, since they have no names to be told apart by.
 */
export function HelpText({ text }: { text: string }) {
  const clubs = useRead(getSidebarConfig, {}).data?.clubs
  const block = blockElement(clubs?.[0]?.id)
  const elements = (part: Part) =>
    'picture' in part ? pictureElement(part) : readMarkdown(part.text, { isOurs: true }).map(block)
  return createElement('div', { className: css.text }, ...partsOf(text).flatMap(elements))
}

function pictureElement({ picture, alt }: Extract<Part, { picture: string }>): ReactNode {
  const found = pictureOf(picture)
  return found ? createElement('img', { ...found, alt, loading: 'lazy', className: css.picture }) : null
}

const blockElement =
  (clubId: number | undefined) =>
  (block: Block): ReactNode => {
    const inline = inlineElement(clubId)
    if (block.kind === 'paragraph') return createElement('p', null, ...block.inline.map(inline))
    // Below the heading of the screen.
    if (block.kind === 'heading')
      return createElement(block.level === 3 ? 'h3' : 'h2', null, ...block.inline.map(inline))
    const items = block.items.map(item => createElement('li', null, ...item.map(inline)))
    return createElement(block.isOrdered ? 'ol' : 'ul', null, ...items)
  }

const inlineElement =
  (clubId: number | undefined) =>
  ({ text, isBold, isItalic, isCode, href }: Inline): ReactNode => {
    if (isCode) return createElement('code', null, text)
    if (href?.startsWith('/')) return screenLink(href, text, clubId)
    if (href) return createElement('a', { href, target: '_blank', rel: 'noreferrer' }, text)
    if (isBold) return createElement('strong', null, text)
    return isItalic ? createElement('em', null, text) : text
  }

function screenLink(href: string, text: string, clubId: number | undefined): ReactNode {
  if (href.includes('{club}') && clubId === undefined) return text
  const [path = '', query = ''] = href.replace('{club}', String(clubId)).split('?')
  const search = Object.fromEntries(new URLSearchParams(query))
  return createElement(AppLink, { to: path, search }, text)
}

import { mergeField } from '@honbu/contract/merge-fields.ts'
import { escapeHtml, LanguageError, safeAddress, tokensIn, withoutTokens } from './liquid.ts'

interface Ours {
  /** Where the product is found. */
  readonly address: string
  readonly images: ReadonlyMap<string, unknown>
}

/**
 * Where a link of a message leads, as Liquid. A merge field stands for a whole address, or is encoded as a part behind
 * the host's name; it never says the scheme or the host.
 * @throws LanguageError for what leads nowhere good
 */
export function linkIn(href: string, ours: Ours): { html: string; text: string } {
  const [, name] = /^\{\{-?\s*([\w.]+)\s*-?\}\}$/.exec(href) ?? []
  if (name !== undefined) {
    const field = mergeField(name)
    if (field && !field.isAddress) throw new LanguageError(`{{ ${name} }} is no address: a link cannot lead there.`)
    // A name that is none is said with the place by whoever reads the fields.
    return { html: `{{ ${name} | web_address }}`, text: `{{ ${name} | web_address }}` }
  }
  const fixed = withoutTokens(href)
  if (safeAddress(fixed) === '')
    throw new LanguageError(`The link to “${href.slice(0, 100)}” should begin with https://, mailto: or tel:.`)
  if (href !== fixed && !/^(https?:\/\/[^/?#{]+[/?#]|mailto:|tel:)/i.test(href))
    throw new LanguageError(`In the link “${href.slice(0, 100)}” a field stands where the host’s name belongs.`)
  demandNoSecret(fixed, ours)
  let html = ''
  let text = ''
  let from = 0
  for (const { index, token } of tokensIn(href)) {
    const [, output, rest = ''] = /^\{\{-?\s*([\w.]+)\s*(\|[^<>]*?)?-?\}\}$/.exec(token) ?? []
    if (output === undefined) throw new LanguageError(`In a link stand fields alone, not ${token.slice(0, 100)}.`)
    const encoded = `{{ ${output} ${rest} | url_encode }}`
    html += escapeHtml(href.slice(from, index)) + encoded
    text += href.slice(from, index) + encoded
    from = index + token.length
  }
  return { html: html + escapeHtml(href.slice(from)), text: text + href.slice(from) }
}

/** An address of ours that was made for one person would go to everyone, and a file of another club is none of theirs. */
function demandNoSecret(href: string, { address, images }: Ours): void {
  const lower = href.toLowerCase()
  if (lower !== address.toLowerCase() && !lower.startsWith(`${address.toLowerCase()}/`)) return
  const path = href.slice(address.length + 1).split(/[?#]/)[0] ?? ''
  if (path.startsWith('files/') && images.has(path)) return
  if (path.startsWith('files/')) throw new LanguageError('There is a link to a file that is not of this club.')
  if (/[\w-]{24,}/.test(href.slice(address.length)))
    throw new LanguageError('There is a link that was made for one person. Use a merge field such as {{ links.pay }}.')
}

import { describe, expect, it } from 'vitest'
import { help } from './help.ts'
import { marketingHelp } from './marketing-help.ts'
import { articleSearch, markFound } from './search-articles.ts'

const find = articleSearch(marketingHelp.articles)
const first = (query: string) => find(query)[0]?.article.slug

describe('articleSearch', () => {
  it.each([
    ['enquiry form', 'enquiry-form'],
    ['how do I get more enquiries?', 'more-enquiries'],
    ['WordPress', 'enquiry-form'],
    ['unsubscribe', 'unsubscribe'],
    ['unsubsribe', 'unsubscribe'],
    ['newslettr', 'newsletter'],
    ['delivrability spam', 'deliverability'],
    ['dkim', 'deliverability'],
    ['gdpr', 'consent'],
    ['lapsed', 'win-back'],
    ['cost per jion', 'cost-per-join'],
    ['automat', 'automation-recipes'],
    ['subject lines', 'subject-lines'],
    ['refferal', 'referral-links'],
  ])('%s: %s', (query, slug) => {
    expect(first(query)).toBe(slug)
  })

  it.each(['', '   ', '?!', 'the of and', 'xyzzyplugh'])('finds nothing for %j', query => {
    expect(find(query)).toEqual([])
  })

  it('finds by any of the words where no article has all', () => {
    expect(first('dkim xyzzyplugh')).toBe('deliverability')
  })

  it('shows the part that was found, marked, and never more than a few lines', () => {
    const [hit] = find('seperate conset')
    if (!hit) throw new Error('found nothing')
    const marked = markFound(hit.excerpt, hit.found).filter(({ isFound }) => isFound)
    expect(marked.length).toBeGreaterThan(0)
    for (const query of ['consent', 'class', 'message', 'source', 'trial'])
      for (const { excerpt } of find(query)) expect(excerpt.length).toBeLessThan(240)
  })
})

describe('the help for clubs', () => {
  const findHelp = articleSearch(help.articles)

  it.each([
    ['forgot password', 'cannot-sign-in'],
    ["can't log in", 'cannot-sign-in'],
    ['no internet', 'register-without-signal'],
    ['refund', 'wrong-charge'],
    ['charged twice', 'wrong-charge'],
    ['direkt debit', 'direct-debit'],
    ['pause membership', 'freeze-a-membership'],
    ['cancel membership', 'end-a-membership'],
    ['bank holiday', 'change-or-end-a-class'],
    ['duplicate', 'merge-two-records'],
    ['why is he not ready to grade?', 'grading-readiness'],
    ['sibling discount', 'link-a-family'],
    ['regster', 'take-the-register'],
    ['trial', 'trials-at-the-register'],
    ['csv import', 'import-members'],
    ['invite instructor', 'people-and-rights'],
    ['price increase', 'price-rise'],
    ['who owes money', 'debt-and-reminders'],
    ['ical', 'the-schedule'],
  ])('%s: %s', (query, slug) => {
    expect(findHelp(query)[0]?.article.slug).toBe(slug)
  })
})

describe('markFound', () => {
  it('cuts a text where words were found, whatever their case and accents', () => {
    expect(markFound('A Café, a cafe.', new Set(['cafe']))).toEqual([
      { text: 'A ', isFound: false },
      { text: 'Café', isFound: true },
      { text: ', a ', isFound: false },
      { text: 'cafe', isFound: true },
      { text: '.', isFound: false },
    ])
  })
})

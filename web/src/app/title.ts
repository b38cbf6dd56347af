interface Match {
  readonly staticData: { readonly title?: string }
  readonly status?: string
}

export const notFoundTitle = 'Page not found'

/** The title of the screen that is shown: that of the innermost route. */
function titleOf(matches: readonly Match[]): string {
  if (matches.some(({ status }) => status === 'notFound')) return notFoundTitle
  return matches.findLast(({ staticData }) => staticData.title)?.staticData.title ?? ''
}

/** What the browser's tab says. */
export const documentTitle = (matches: readonly Match[]): string =>
  [titleOf(matches), 'Honbu'].filter(Boolean).join(' · ')

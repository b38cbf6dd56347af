import css from './MessagePreview.module.css'

/** Says that links of a look lead nowhere: whoever opens one would take it for broken. */
export function ExampleLinks({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  const named = titles.map(title => `“${title}”`).join(', ')
  return (
    <p className={css.none}>
      {titles.length === 1 ? `The link ${named} is only an example` : `The links ${named} are only examples`} here:
      everybody gets one of their own when it is sent.
    </p>
  )
}

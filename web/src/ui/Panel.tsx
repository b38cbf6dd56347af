import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import css from './Panel.module.css'

interface Props {
  title?: ReactNode
  /** Beside the title: a link, a filter, a count. */
  aside?: ReactNode
  id?: string
  /** Content that runs to the edges, e.g. rows with hairlines. */
  flush?: boolean
  children: ReactNode
}

/** A sheet of paper on the ground, with a heading of its own. */
export function Panel({ title, aside, id, flush = false, children }: Props) {
  const headingId = useId()
  return (
    <section className={css.panel} id={id} aria-labelledby={title ? headingId : undefined}>
      {title && (
        <div className={css.head}>
          <h2 className={css.title} id={headingId}>
            {title}
          </h2>
          {aside}
        </div>
      )}
      <div className={clsx(css.body, flush && css.flush)}>{children}</div>
    </section>
  )
}

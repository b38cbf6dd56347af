import type { ReactNode } from 'react'
import css from './Tags.module.css'

/** A tag: its word, and a dot of its colour. */
export const TagChip = ({ tag, children }: { tag: { name: string; colour: string }; children?: ReactNode }) => (
  <span className={css.chip}>
    <span className={css.dot} style={{ background: tag.colour }} aria-hidden="true" />
    {tag.name}
    {children}
  </span>
)

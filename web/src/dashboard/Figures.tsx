import { type ReactNode, useId } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Figures.module.css'
import { goTo } from './go-to.ts'

/** Figures that belong together, as one sheet. */
export function FigureGroup({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section className={css.group} aria-labelledby={headingId}>
      <div className={css.head}>
        <h2 className={css.title} id={headingId}>
          {title}
        </h2>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      <ul className={css.cells}>{children}</ul>
    </section>
  )
}

export interface Target {
  /** A screen, or with # a part of this one. */
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
}

interface Props {
  label: string
  /** Null: it is not known. */
  value: string | null
  /** The list that the number counts. */
  target: Target
  /** What makes the number readable; a figure in it may open a list of its own. */
  children?: ReactNode
}

/** A number that matters: large, and the way to the list behind it. */
export function DashboardFigure({ label, value, target: { to, search = {} }, children }: Props) {
  const words = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{value ?? '–'}</span>
    </>
  )
  return (
    <li className={css.cell}>
      {to.startsWith('#') ? (
        <button type="button" className={css.opens} onClick={() => goTo(to.slice(1))}>
          {words}
        </button>
      ) : (
        <AppLink to={to} search={search} className={css.opens}>
          {words}
        </AppLink>
      )}
      {children && <span className={css.note}>{children}</span>}
    </li>
  )
}

/** A figure within the note of another. */
export const NoteLink = ({ target: { to, search = {} }, children }: { target: Target; children: ReactNode }) => (
  <AppLink to={to} search={search} className={css.noteLink}>
    {children}
  </AppLink>
)

import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import css from './Figure.module.css'

interface Props {
  label: string
  value: string
  /** What makes the number readable: its whole, its period, its definition. */
  note?: ReactNode
  /** Opens the list that the number counts: a screen, or with # a part of this one. */
  to: string
}

/** A number that matters: large, and the way to the list behind it. */
export function Figure({ label, value, note, to }: Props) {
  const words = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{value}</span>
      {note && <span className={css.note}>{note}</span>}
    </>
  )
  if (!to.startsWith('#')) {
    return (
      <AppLink to={to} className={css.figure}>
        {words}
      </AppLink>
    )
  }
  return (
    <button type="button" className={css.figure} onClick={() => goTo(to.slice(1))}>
      {words}
    </button>
  )
}

/** A button, as an address with a fragment alone would be taken relative to the base of the page. */
function goTo(id: string) {
  const target = document.getElementById(id)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
  target?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
}

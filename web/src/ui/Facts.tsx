import type { ReactNode } from 'react'
import css from './Facts.module.css'

interface Props {
  /** What it is, and the value; what has none is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Facts about a record, label beside value. */
export function Facts({ facts }: Props) {
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  if (given.length === 0) return <p className={css.none}>Nothing more is known.</p>
  return (
    <dl className={css.facts}>
      {given.map(([label, value]) => (
        <div key={label} className={css.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

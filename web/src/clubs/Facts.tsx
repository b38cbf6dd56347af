import type { ReactNode } from 'react'
import css from './Facts.module.css'

/** `undefined` leaves the line out. */
export type Fact = readonly [name: string, value: ReactNode]

/** What is known of something, a line each; a dash for what is not. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
    </dl>
  )
}

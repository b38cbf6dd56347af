import clsx from 'clsx'
import type { ReactNode } from 'react'
import css from './Badge.module.css'

/** 'plain' is for what is as it should be: no ground of its own. */
export type Tone = 'plain' | 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

interface Props {
  tone?: Tone
  /** The colour is never alone: a small icon goes with the word. */
  icon?: ReactNode
  title?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, title, children }: Props) {
  return (
    <span className={clsx(css.badge, css[tone])} title={title}>
      {icon}
      {children}
    </span>
  )
}

import css from './WorkProgress.module.css'

interface Props {
  /** What is going on: 'Writing 1,200 of 3,000'. */
  label: string
  done: number
  /** Null while nobody knows. */
  total: number | null
}

/** How far some long work is, in words and as a bar. */
export const WorkProgress = ({ label, done, total }: Props) => (
  <span className={css.work}>
    <span className={css.label}>{label}</span>
    <progress
      className={css.bar}
      aria-label={label}
      {...(total !== null && { value: done, max: Math.max(total, 1) })}
    />
  </span>
)

import css from './GettingStarted.module.css'

/** Shows how many steps need no more work. */
export function Progress({ settled, total }: { settled: number; total: number }) {
  return (
    <p className={css.progress}>
      <span
        className={css.track}
        role="progressbar"
        aria-label="Steps done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={settled}
      >
        <span className={css.bar} style={{ inlineSize: `${(settled / total) * 100}%` }} />
      </span>
      {settled} of {total}
    </p>
  )
}

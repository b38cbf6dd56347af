import clsx from 'clsx'
import css from './Progress.module.css'

interface Props {
  /** What is counted, e.g. 'Register of Junior Karate'. */
  label: string
  present: number
  absent: number
  total: number
  size?: 'small' | 'large'
}

/** How far a register is: present, absent and, left empty, not marked yet. The words stand beside it or are read out. */
export function Progress({ label, present, absent, total, size = 'small' }: Props) {
  const whole = Math.max(total, present + absent, 1)
  return (
    <div
      className={clsx(css.track, css[size])}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={present + absent}
      aria-valuetext={`${present} present, ${absent} absent, of ${total}`}
    >
      <span className={css.present} style={{ width: percent(present, whole) }} />
      <span className={css.absent} style={{ width: percent(absent, whole) }} />
    </div>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

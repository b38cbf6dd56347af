import css from './Skeleton.module.css'

interface Props {
  /** CSS lengths; a line of text when not given. */
  width?: string
  height?: string
}

/** The shape of what is coming. Put it in something with `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em' }: Props) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" data-skeleton="" />
}

/** Several rows of the same height, e.g. of a list that is loading. */
export function SkeletonRows({ count, height }: { count: number; height: string }) {
  return (
    <div className={css.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and never move
        <Skeleton key={index} height={height} />
      ))}
    </div>
  )
}

import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './RegisterSkeleton.module.css'

/** The shape of a register, bar and rows, while it loads. */
export function RegisterSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={css.bar}>
        <Skeleton height="100%" />
      </div>
      <SkeletonRows count={8} height="60px" />
    </div>
  )
}

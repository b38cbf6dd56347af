import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './Dashboard.module.css'
import figures from './DashboardFigures.module.css'

export function DashboardSkeleton() {
  return (
    <div className={css.screen} aria-busy="true">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={figures.figures}>
        {['a', 'b', 'c', 'd'].map(key => (
          <Skeleton key={key} height="104px" />
        ))}
      </div>
      <div className={css.columns}>
        <SkeletonRows count={7} height="72px" />
        <SkeletonRows count={3} height="190px" />
      </div>
    </div>
  )
}

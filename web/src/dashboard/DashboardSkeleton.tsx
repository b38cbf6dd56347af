import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './Dashboard.module.css'
import figures from './Figures.module.css'

export function DashboardSkeleton() {
  return (
    <div className={css.body} aria-busy="true">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={figures.groups}>
        {['a', 'b', 'c'].map(key => (
          <Skeleton key={key} height="190px" />
        ))}
      </div>
      <div className={css.columns}>
        <SkeletonRows count={7} height="64px" />
        <SkeletonRows count={3} height="190px" />
      </div>
    </div>
  )
}

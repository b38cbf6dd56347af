import { Skeleton } from './Skeleton.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What a heading holds until its name is known: a shape to look at, a word to hear. */
export function SkeletonTitle({ children }: { children: string }) {
  return (
    <>
      <VisuallyHidden>{children}</VisuallyHidden>
      <Skeleton width="14rem" />
    </>
  )
}

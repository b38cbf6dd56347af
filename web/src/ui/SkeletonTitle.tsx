import { Skeleton } from './Skeleton.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Props {
  children: string
  /** Why the name will not come: then the word stands for it. */
  error?: Error | null
}

/** What a heading holds until its name is known: a shape to look at, a word to hear. */
export function SkeletonTitle({ children, error = null }: Props) {
  if (error) return children
  return (
    <>
      <VisuallyHidden>{children}</VisuallyHidden>
      <Skeleton width="14rem" />
    </>
  )
}

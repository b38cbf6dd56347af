import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ourClubs } from './our-clubs.ts'
import type { MemberDetails } from './panel-props.ts'

const AddToClassForm = lazy(() => import('./AddToClassForm.tsx').then(m => ({ default: m.AddToClassForm })))

/** The way to put a member on the register of a class. */
export function AddToClass({ details }: { details: MemberDetails }) {
  const [isOpen, setOpen] = useState(false)
  if (ourClubs(details).length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconPlus size={18} aria-hidden="true" />
        Add to a class
      </Button>
      <Dialog title={`Add ${details.firstName} to a class`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<SkeletonRows count={2} height="3rem" />}>
          <AddToClassForm details={details} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}

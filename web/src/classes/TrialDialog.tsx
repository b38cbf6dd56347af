import { getClass } from '@honbu/contract/classes.ts'
import { useRead } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ActivateForm } from './ActivateForm.tsx'
import { NotInterestedForm } from './NotInterestedForm.tsx'
import { RebookForm } from './RebookForm.tsx'
import { fullName, type RegisterRow } from './register-view.ts'
import type { AskedAction, TrialForm } from './trial-form.ts'

interface Props {
  action: AskedAction
  row: RegisterRow
  classId: number
  classDate: string
  onDone: TrialForm['onDone']
  onClose: () => void
}

/** What an action after a trial has to know first. */
export function TrialDialog({ action, row, classId, classDate, onDone, onClose }: Props) {
  const klass = useRead(getClass, { id: classId })
  const name = fullName(row)
  const titles: Record<AskedAction, string> = {
    activated: `Activate ${name}`,
    notInterested: `${name} is not interested`,
    rebookFuture: `Book ${name} for a later date`,
    rebookDifferent: `Book ${name} for another class`,
  }
  const form = klass.data && {
    memberId: row.memberId,
    classId,
    classDate,
    className: klass.data.className,
    clubId: klass.data.clubId,
    today: klass.data.today,
    onDone,
    onClose,
  }
  return (
    <Dialog title={titles[action]} isOpen onClose={onClose}>
      {klass.error && !form && <ErrorState title="The class could not be loaded." error={klass.error} />}
      {!form && !klass.error && <SkeletonRows count={3} height="56px" />}
      {form && action === 'activated' && <ActivateForm {...form} />}
      {form && action === 'notInterested' && <NotInterestedForm {...form} />}
      {form && (action === 'rebookFuture' || action === 'rebookDifferent') && (
        <RebookForm {...form} isOther={action === 'rebookDifferent'} />
      )}
    </Dialog>
  )
}

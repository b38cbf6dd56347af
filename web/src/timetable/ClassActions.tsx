import { deleteClass } from '@honbu/contract/class-form.ts'
import { classType } from '@honbu/contract/ids.ts'
import {
  IconCalendarEvent,
  IconCalendarOff,
  IconClipboardCheck,
  IconCopy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { rosterAddress } from '../classes/roster-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { availabilityAddress, classesTabAddress, classFormAddress } from './class-address.ts'
import type { ClassRecord } from './class-values.ts'
import { EndDialog } from './EndDialog.tsx'

/** What can be done with a class beside holding it. */
export function ClassActions({ klass, isAdmin }: { klass: ClassRecord; isAdmin: boolean }) {
  const { classId, clubId, className, classTypeId } = klass
  const navigate = useNavigate()
  const remove = useWrite(deleteClass)
  const { ask, dialog } = useConfirm()
  // Why it is to be ended: asked for from the menu, or because it cannot be deleted.
  const [ending, setEnding] = useState<string | null>(null)

  async function askAndDelete() {
    const isSure = await ask({
      title: `Delete ${className}?`,
      text: 'A class that nobody has been in is gone for good.',
      action: 'Delete class',
      isDanger: true,
    })
    if (!isSure) return
    const result = await remove.mutateAsync({ id: classId })
    if (isRefusal(result)) return setEnding(result.message)
    showToast({ message: `${className} is deleted.` })
    void navigate({ to: classesTabAddress(clubId) as '/' })
  }

  const items: MenuItem[] = [
    ...(classTypeId === classType.prebooked
      ? [
          {
            text: 'Availability',
            icon: <IconCalendarEvent size={18} aria-hidden="true" />,
            to: availabilityAddress(clubId, classId),
          },
        ]
      : []),
    ...(classTypeId === classType.grading
      ? [{ text: 'Register', icon: <IconClipboardCheck size={18} aria-hidden="true" />, to: rosterAddress(classId) }]
      : []),
    ...(isAdmin
      ? [
          {
            text: 'Duplicate class',
            icon: <IconCopy size={18} aria-hidden="true" />,
            to: classFormAddress(clubId),
            search: { copy: String(classId) },
          },
          {
            text: klass.endDate === null ? 'Give it a last day' : 'Change its last day',
            icon: <IconCalendarOff size={18} aria-hidden="true" />,
            onSelect: () => setEnding(''),
          },
          {
            text: 'Delete class',
            icon: <IconTrash size={18} aria-hidden="true" />,
            isDanger: true,
            onSelect: () => void askAndDelete(),
          },
        ]
      : []),
  ]
  return (
    <>
      {isAdmin && (
        <AppLink to={classFormAddress(clubId, classId)} className={buttonClass('secondary')}>
          <IconPencil size={18} aria-hidden="true" />
          Edit
        </AppLink>
      )}
      {items.length > 0 && <Menu label={`More for ${className}`} items={items} />}
      {dialog}
      {ending !== null && <EndDialog klass={klass} reason={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

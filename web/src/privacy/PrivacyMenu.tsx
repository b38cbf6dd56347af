import { IconArrowMerge, IconEraser, IconFileZip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { EraseDialog, MergeDialog, SubjectAccessDialog } from './privacy-dialogs.ts'

const size = { size: 18, 'aria-hidden': true } as const

const dialogs = { merge: MergeDialog, handOut: SubjectAccessDialog, erase: EraseDialog }

interface Props {
  details: MemberDetails
  /** Lines above those about the record. */
  items: readonly MenuItem[]
  /** Whether the user is an admin of all the member’s clubs. */
  isAdmin: boolean
}

/** What is done with a member less often; the actions on the whole record come last. */
export function PrivacyMenu({ details, items, isAdmin }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const Shown = open && dialogs[open]

  const record: readonly MenuItem[] = [
    {
      text: 'Merge with another record',
      icon: <IconArrowMerge {...size} />,
      isFirst: items.length > 0,
      onSelect: () => setOpen('merge'),
    },
    { text: 'Hand out personal data', icon: <IconFileZip {...size} />, onSelect: () => setOpen('handOut') },
    {
      text: 'Erase personal data',
      icon: <IconEraser {...size} />,
      isDanger: true,
      onSelect: () => setOpen('erase'),
    },
  ]
  if (items.length === 0 && !isAdmin) return null
  return (
    <>
      <Menu
        label={`More for ${details.firstName} ${details.lastName}`.trim()}
        items={[...items, ...(isAdmin ? record : [])]}
      />
      {Shown && (
        <Suspense>
          <Shown details={details} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

import { IconArrowMerge, IconEraser, IconFileZip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Menu } from '../ui/Menu.tsx'
import { EraseDialog, MergeDialog, SubjectAccessDialog } from './privacy-dialogs.ts'

const size = { size: 18, 'aria-hidden': true } as const

const dialogs = { merge: MergeDialog, handOut: SubjectAccessDialog, erase: EraseDialog }

/** The actions on a whole record, for admins of all the member's clubs. */
export function PrivacyMenu({ details }: { details: MemberDetails }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const Shown = open && dialogs[open]

  return (
    <>
      <Menu
        label={`More for ${details.firstName} ${details.lastName}`.trim()}
        items={[
          { text: 'Merge with another record', icon: <IconArrowMerge {...size} />, onSelect: () => setOpen('merge') },
          {
            text: 'Hand out personal data',
            icon: <IconFileZip {...size} />,
            onSelect: () => setOpen('handOut'),
          },
          {
            text: 'Erase personal data',
            icon: <IconEraser {...size} />,
            isDanger: true,
            onSelect: () => setOpen('erase'),
          },
        ]}
      />
      {Shown && (
        <Suspense>
          <Shown details={details} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

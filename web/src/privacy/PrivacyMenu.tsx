import { exportPersonalData } from '@honbu/contract/privacy.ts'
import { IconArrowMerge, IconEraser, IconFileZip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { download } from '../ui/download.ts'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { EraseDialog, MergeDialog } from './privacy-dialogs.ts'

const size = { size: 18, 'aria-hidden': true } as const

/** What an admin of all the member's clubs may do with the record as a whole. */
export function PrivacyMenu({ details }: { details: MemberDetails }) {
  const [open, setOpen] = useState<'merge' | 'erase' | null>(null)
  const data = useWrite(exportPersonalData, { invalidates: [] })
  const Shown = open === 'merge' ? MergeDialog : EraseDialog

  async function handOver() {
    const result = await data.mutateAsync({ id: details.memberId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else download(result)
  }

  return (
    <>
      <Menu
        label={`More for ${details.firstName} ${details.lastName}`.trim()}
        items={[
          { text: 'Merge with another record', icon: <IconArrowMerge {...size} />, onSelect: () => setOpen('merge') },
          {
            text: 'Hand out personal data (ZIP)',
            icon: <IconFileZip {...size} />,
            onSelect: () => void handOver(),
          },
          {
            text: 'Erase personal data',
            icon: <IconEraser {...size} />,
            isDanger: true,
            onSelect: () => setOpen('erase'),
          },
        ]}
      />
      {open && (
        <Suspense>
          <Shown details={details} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

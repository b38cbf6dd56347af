import type { Output } from '@honbu/contract/endpoint.ts'
import { deleteDraft, getDrafts } from '@honbu/contract/joining.ts'
import { IconTrash } from '@tabler/icons-react'
import { isRefusal, useWrite } from '../app/api.ts'
import { memberCreateAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Joining.module.css'

export type Draft = Output<typeof getDrafts>[number]

/** What was begun and not ended, on this device or another; nothing where there is none. */
export function DraftList({ drafts }: { drafts: readonly Draft[] }) {
  const { ask, dialog } = useConfirm()
  const remove = useWrite(deleteDraft, { invalidates: [getDrafts] })
  if (drafts.length === 0) return null

  async function discard({ draftId, title }: Draft) {
    const text = 'What has been filled in is lost.'
    if (!(await ask({ title: `Throw the draft of ${title} away?`, text, action: 'Throw away', isDanger: true }))) return
    const result = await remove.mutateAsync({ id: draftId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Panel title="Begun and not finished" flush>
      <ul className={css.rows}>
        {drafts.map(draft => (
          <li key={draft.draftId} className={css.draft}>
            <AppLink
              to={memberCreateAddress(draft.clubId)}
              search={{ draft: String(draft.draftId) }}
              className={css.row}
            >
              <span className={css.rowName}>Go on with {draft.title}</span>
              <span className={css.soft}>
                {draft.clubName} · {moment(draft.savedAt)}
              </span>
            </AppLink>
            <IconButton
              label={`Throw the draft of ${draft.title} away`}
              icon={<IconTrash size={18} aria-hidden="true" />}
              onClick={() => void discard(draft)}
            />
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

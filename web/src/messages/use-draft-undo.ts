import { getMessageDrafts, restoreMessageDraft } from '@honbu/contract/messages.ts'
import { useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'

/** Says that a draft was discarded, and offers to restore it. */
export function useDraftUndo() {
  const restore = useWrite(restoreMessageDraft, {
    invalidates: [getMessageDrafts],
    onSuccess: () => void showToast({ key: 'draft', message: 'Draft restored' }),
    onRefused: ({ message }) => void showToast({ key: 'draft', message, tone: 'bad' }),
  })
  return (draftId: number) =>
    void showToast({
      ...{ key: 'draft', message: 'Draft discarded' },
      action: { text: 'Undo', run: () => restore.mutate({ id: draftId }) },
    })
}

import { counted } from '@honbu/contract/format.ts'
import { changeMessageTime } from '@honbu/contract/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Messages.module.css'
import type { ScheduledMessage } from './message.ts'
import { WhenFields } from './WhenFields.tsx'
import { whoGetsIt } from './who-gets-it.ts'

/** Another time for a scheduled message, or now. */
export function TimeDialog({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const { id, version, name, sendLocal, perClubZone, clubCount } = message
  const [when, setWhen] = useState({ sendLocal, perClubZone })
  const [isWhole, setWhole] = useState(true)
  const change = useWrite(changeMessageTime, {
    onSuccess: () => {
      showToast({ message: when.sendLocal === null ? 'The message is being sent.' : 'The time is changed.' })
      onClose()
    },
  })
  const client = useQueryClient()
  const { ask, dialog } = useConfirm()

  async function save() {
    if (when.sendLocal !== null) return change.mutate({ id, version, ...when })
    const count = await whoGetsIt(client, id)
    const title = `Send it to ${counted(count, 'person', 'people')} now?`
    if (await ask({ title, text: 'What has left can’t be called back.', action: 'Send now' }))
      change.mutate({ id, version, ...when, confirmedCount: count })
  }

  const refusal = change.data?.isSuccess === false ? change.data : null
  return (
    <Dialog
      title={`When “${name}” leaves`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button variant="primary" isBusy={change.isPending} disabled={!isWhole} onClick={() => void save()}>
            {when.sendLocal === null ? 'Send now' : 'Save time'}
          </Button>
        </>
      }
    >
      <WhenFields
        message={message}
        value={when}
        hasSeveralClubs={clubCount > 1}
        onChange={setWhen}
        onWhole={setWhole}
        error={refusal?.fields?.sendLocal?.[0]}
      />
      {refusal && !refusal.fields?.sendLocal && (
        <p className={css.error} role="alert">
          {refusal.message}
        </p>
      )}
      {dialog}
    </Dialog>
  )
}

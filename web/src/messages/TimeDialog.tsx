import { changeMessageTime } from '@honbu/contract/messages.ts'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Messages.module.css'
import type { ScheduledMessage } from './message.ts'
import { WhenFields } from './WhenFields.tsx'

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
  const refusal = change.data?.isSuccess === false ? change.data : null
  return (
    <Dialog
      title={`When “${name}” leaves`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant="primary"
            isBusy={change.isPending}
            disabled={!isWhole}
            onClick={() => change.mutate({ id, version, ...when })}
          >
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
    </Dialog>
  )
}

import { sendMessage } from '@honbu/contract/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { type MessageDraft, missingOf, wholeOf } from './draft.ts'
import { LivePreview } from './LivePreview.tsx'
import css from './Messages.module.css'
import { localTimeWords, sentItemsAddress } from './message-words.ts'
import { WhenFields } from './WhenFields.tsx'

interface Props {
  draft: MessageDraft
  change: (part: Partial<MessageDraft>) => void
  onSent: () => void
}

/** How it looks, how many get it and who does not, what is missing, when; then it leaves. */
export function SendStep({ draft, change, onSent }: Props) {
  const navigate = useNavigate()
  const send = useWrite(sendMessage)
  const { ask, dialog } = useConfirm()
  const [reached, setReached] = useState<number | null>(null)
  const missing = missingOf(draft)
  const whole = wholeOf(draft)
  const { sendLocal, perClubZone, templateId, name, clubId } = draft
  const refusal = send.data?.isSuccess === false ? send.data : null

  async function leave() {
    const people = reached === 1 ? 'one person' : `${reached?.toLocaleString('en-GB')} people`
    const title =
      sendLocal === null ? `Send it to ${people} now?` : `Send it to ${people} at ${localTimeWords(sendLocal)}?`
    const text =
      sendLocal === null ? 'What has left cannot be called back.' : 'It can be changed and cancelled until then.'
    if (!(await ask({ title, text, action: sendLocal === null ? 'Send' : 'Schedule' }))) return
    const result = await send.mutateAsync({ ...whole, sendLocal, perClubZone, templateId, name })
    if (result.isSuccess === false) return
    onSent()
    showToast({ message: sendLocal === null ? 'The message is being sent.' : 'The message is scheduled.' })
    const address = sendLocal === null ? sentItemsAddress(clubId) : `/messaging/scheduled/${clubId}`
    const search = sendLocal === null ? { message: String(result.messageId) } : {}
    // The address is made from the specification's routes, which the router's types do not know.
    await navigate({ to: address as '/', search: search as never })
  }

  if (missing.length > 0)
    return (
      <Panel title="Not ready yet">
        <ul className={css.list}>
          {missing.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Panel>
    )
  return (
    <div className={css.stack}>
      <CheckPanel whole={whole} onChecked={setReached} />
      <LivePreview whole={whole} />
      <Panel title="When">
        <div className={css.stack}>
          <WhenFields
            value={{ sendLocal, perClubZone }}
            hasSeveralClubs={draft.clubIds.length > 1}
            onChange={change}
            error={refusal?.fields?.sendLocal?.[0]}
          />
          <label className={css.label}>
            Name among the sent items
            <input
              className={css.input}
              value={name}
              maxLength={200}
              placeholder={draft.subject || 'Message'}
              onChange={event => change({ name: event.target.value })}
            />
          </label>
        </div>
      </Panel>
      {refusal && (
        <p className={css.error} role="alert">
          {refusal.message}
        </p>
      )}
      <div className={css.actions}>
        <Button variant="primary" isBusy={send.isPending} disabled={!reached} onClick={() => void leave()}>
          {sendLocal === null ? 'Send' : 'Schedule'}
        </Button>
        {reached === 0 && <p className={css.warning}>Nobody would get it.</p>}
      </div>
      {dialog}
    </div>
  )
}

import { wholeNumber } from '@honbu/contract/format.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import { type Gap, saveScheduledMessage, sendMessage } from '@honbu/contract/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { type Checked, CheckPanel } from './CheckPanel.tsx'
import { type MessageDraft, missingOf, wholeOf } from './draft.ts'
import { LivePreview } from './LivePreview.tsx'
import css from './Messages.module.css'
import { localTimeWords, sentItemsAddress } from './message-words.ts'
import { costWords, statusWords } from './sending-words.ts'
import { useWhyNot } from './use-why-not.ts'
import { WhenFields } from './WhenFields.tsx'

interface Props {
  draft: MessageDraft
  change: (part: Partial<MessageDraft>) => void
  /** The scheduled message that is changed; 0 where it is a new one. */
  editId: number
  /** Saves the last words; the draft's id. */
  settle: () => Promise<number | undefined>
  onSent: () => void
  onRestart: () => void
}

/** How it looks, how many get it and who does not, what is missing, when; then it leaves. */
export function SendStep({ draft, change, editId, settle, onSent, onRestart }: Props) {
  const navigate = useNavigate()
  const send = useWrite(sendMessage)
  const save = useWrite(saveScheduledMessage)
  const { ask, dialog } = useConfirm()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [hasTime, setHasTime] = useState(true)
  // From the answer to the question on: pressed once more meanwhile, it would leave twice.
  const [isLeaving, setLeaving] = useState(false)
  const reached = checked?.reached ?? null
  const missing = missingOf(draft)
  const whole = wholeOf(draft)
  const { sendLocal, perClubZone, templateId, name, clubId } = draft
  const setGaps = (gaps: Gap[]) => change({ gaps })
  const answer = editId > 0 ? save.data : send.data
  const refusal = answer && isRefusal(answer) ? answer : null
  const action = sendLocal !== null ? (editId > 0 ? 'Save changes' : 'Schedule') : 'Send'

  async function leave() {
    const people = reached === 1 ? 'one person' : `${wholeNumber(reached ?? 0)} people`
    const title =
      sendLocal === null ? `Send it to ${people} now?` : `Send it to ${people} on ${localTimeWords(sendLocal)}?`
    const text =
      sendLocal === null ? 'What has left cannot be called back.' : 'It can be changed and cancelled until then.'
    if (!(await ask({ title, text, action }))) return
    if (!(await looksTwice())) return
    setLeaving(true)
    try {
      await leaveNow()
    } finally {
      setLeaving(false)
    }
  }

  /** The second step of a message to more people than the club sends to without it. */
  async function looksTwice(): Promise<boolean> {
    if (!checked || checked.reached <= checked.answer.askAbove) return true
    const people = wholeNumber(checked.reached)
    return await ask({
      title: `This goes to ${people} people`,
      text: (
        <>
          <p>{statusWords(checked.answer)}.</p>
          {draft.channel === 'sms' && <p>{costWords(checked.answer)}.</p>}
          <p>Your club asks twice above {wholeNumber(checked.answer.askAbove)} people.</p>
        </>
      ),
      action: `${action} to ${people}`,
    })
  }

  async function leaveNow() {
    const draftId = await settle()
    const message = { ...whole, sendLocal, perClubZone, templateId, name, confirmedCount: reached ?? 0, draftId }
    const result =
      editId > 0
        ? await save.mutateAsync({ ...message, id: editId, version: draft.version ?? 0 })
        : await send.mutateAsync(message)
    if (isRefusal(result)) return
    onSent()
    const done = editId > 0 ? 'The message is changed.' : 'The message is scheduled.'
    showToast({ message: sendLocal === null ? 'The message is being sent.' : done })
    const address = sendLocal === null ? sentItemsAddress(clubId) : `/messaging/scheduled/${clubId}`
    const search = sendLocal === null ? { message: String(result.messageId) } : {}
    // The address is made from the specification's routes, which the router's types do not know.
    await navigate({ to: address as '/', search: search as never })
  }

  const whyNot = useWhyNot(draft)
  if (whyNot)
    return (
      <Panel title="Not allowed">
        <p>{whyNot}</p>
      </Panel>
    )
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
      {/* First, as it is there at once: what is being counted below moves nothing that is about to be pressed. */}
      <Panel title="When">
        <div className={css.stack}>
          <WhenFields
            message={draft}
            value={{ sendLocal, perClubZone }}
            hasSeveralClubs={draft.clubIds.length > 1}
            onChange={change}
            onWhole={setHasTime}
            error={refusal?.fields?.sendLocal?.[0]}
          />
          <label className={css.label}>
            Name among the sent items
            <input
              className={css.input}
              value={name}
              maxLength={200}
              placeholder={withTitles(draft.channel === 'email' ? draft.subject : draft.body).slice(0, 60)}
              onChange={event => change({ name: event.target.value })}
            />
          </label>
        </div>
      </Panel>
      <CheckPanel whole={whole} isNow={sendLocal === null} onChecked={setChecked} onGaps={setGaps} />
      <LivePreview whole={whole} />
      {refusal && (
        <p className={css.error} role="alert">
          {refusal.message}{' '}
          {refusal.conflict && (
            <Button variant="quiet" onClick={onRestart}>
              Begin with what is there now
            </Button>
          )}
        </p>
      )}
      <div className={css.actions}>
        <Button
          variant="primary"
          isBusy={isLeaving}
          disabled={!reached || !hasTime || checked?.open !== 0}
          onClick={() => void leave()}
        >
          {action}
        </Button>
        {reached === 0 && <p className={css.warning}>Nobody would get it.</p>}
        {checked !== null && checked.open > 0 && (
          <p className={css.warning}>Choose above what becomes of those for whom a field is empty.</p>
        )}
        {!hasTime && <p className={css.warning}>Give the day and the time at which it leaves.</p>}
      </div>
      {dialog}
    </div>
  )
}

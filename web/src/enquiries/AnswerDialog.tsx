import { answerEnquiry, getTrialSessions } from '@honbu/contract/enquiries.ts'
import { getNoteRecipients } from '@honbu/contract/notes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './AnswerDialog.module.css'
import { answerText, sessionText, type TrialSession } from './answer-text.ts'

interface Props {
  memberId: number
  clubId: number
  /** Who would train. */
  name: string
  /** What they asked, where it's known. */
  asked: string
  onClose: () => void
}

/** Answers one enquiry: a text that proposes the next sessions, one of them to book, and Send. Its task is done then. */
export function AnswerDialog({ memberId, clubId, name, asked, onClose }: Props) {
  const sessions = useRead(getTrialSessions, { id: memberId, clubId })
  const recipients = useRead(getNoteRecipients, { id: memberId, clubId })
  const isReady = sessions.data !== undefined && recipients.data !== undefined
  const error = sessions.error ?? recipients.error
  return (
    <Dialog title={`Answer ${name}`} isOpen isWide onClose={onClose}>
      {asked && <p className={css.asked}>{asked}</p>}
      {error && <p role="alert">{error.message}</p>}
      {!isReady && !error && <SkeletonRows count={4} height="2.5rem" />}
      {isReady && (
        <Answer
          {...{ memberId, clubId, name, onClose, recipients: recipients.data, sessions: sessions.data.sessions }}
        />
      )}
    </Dialog>
  )
}

interface AnswerProps extends Omit<Props, 'asked'> {
  sessions: readonly TrialSession[]
  recipients: NonNullable<ReturnType<typeof useRead<typeof getNoteRecipients>>['data']>
}

const keyOf = ({ classId, classDate }: TrialSession) => `${classId} ${classDate}`

function Answer({ memberId, clubId, name, sessions, recipients, onClose }: AnswerProps) {
  const textId = useId()
  const client = useQueryClient()
  const send = useWrite(answerEnquiry)
  const { email, sms } = recipients
  const ways = [
    ...(email.to ? [{ value: 'email' as const, text: 'Email' }] : []),
    ...(sms.to && sms.hasConsent ? [{ value: 'sms' as const, text: 'Text message' }] : []),
  ]
  const [by, setBy] = useState(ways[0]?.value ?? 'email')
  const to = recipients[by].to
  const firstName = name.split(' ')[0] ?? name
  const textFor = (booked: TrialSession | undefined) =>
    answerText({ reader: to?.name.split(' ')[0] ?? firstName, name: firstName, sessions, booked })
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState(textFor(undefined))
  const [refusal, setRefusal] = useState('')
  const booked = sessions.find(each => keyOf(each) === chosen)

  function choose(key: string) {
    const next = sessions.find(each => keyOf(each) === key)
    // What somebody has written themselves stays, and the place is said below it.
    const isOurs = text === textFor(booked)
    setText(isOurs ? textFor(next) : next ? `${text.trimEnd()}\n\n${sessionText(next)}` : text)
    setChosen(key)
  }

  async function press() {
    const place = { classId: booked?.classId ?? null, bookingDate: booked?.classDate ?? null }
    const result = await send.mutateAsync({
      id: memberId,
      clubId,
      message: text,
      by,
      evenWithoutConsent: false,
      ...place,
    })
    if (isRefusal(result)) return setRefusal(Object.values(result.fields ?? {}).flat()[0] ?? result.message)
    void client.invalidateQueries()
    showToast({ message: booked ? 'Answer sent, trial booked' : 'Answer sent' })
    onClose()
  }

  if (!to) return <p role="alert">{email.refused}</p>
  return (
    <div className={css.answer}>
      {sessions.length > 0 && (
        <Select
          label="Book a trial"
          options={[
            { value: '', text: 'Not yet: propose the next sessions' },
            ...sessions.map(each => ({ value: keyOf(each), text: sessionText(each) + placesText(each) })),
          ]}
          value={chosen}
          onChoose={choose}
        />
      )}
      <label htmlFor={textId}>
        To {to.name}, {to.address}
      </label>
      <textarea
        id={textId}
        className={css.text}
        rows={10}
        maxLength={10_000}
        data-autofocus=""
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {refusal && (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={css.actions}>
        {ways.length > 1 && <Segmented label="Send by" options={ways} value={by} onChoose={setBy} />}
        <Button variant="primary" isBusy={send.isPending} disabled={text.trim() === ''} onClick={() => void press()}>
          {booked ? 'Book and send' : 'Send answer'}
        </Button>
      </div>
    </div>
  )
}

const placesText = ({ free }: TrialSession) => (free === null ? '' : free === 1 ? ' (1 place)' : ` (${free} places)`)

import { getDocumentVersion, signDocument } from '@honbu/contract/papers.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { MemberBill } from '../charging/FirstBill.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { MemberDocument, Signer } from './document-words.ts'
import { MarkdownText } from './MarkdownText.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import css from './SignSheet.module.css'

interface Props {
  memberId: number
  firstName: string
  documents: readonly MemberDocument[]
  signers: readonly Signer[]
  onClose: () => void
}

/**
 * Signing on this device, which is handed over: the sheet covers the whole screen and shows nothing of the member but the
 * first name. First staff says who signs, then that person reads and signs one document after the other, and hands it back.
 */
export function SignSheet({ memberId, firstName, documents, signers, onClose }: Props) {
  // What is signed leaves the list outside; the sheet keeps what it began with.
  const [asked] = useState(documents)
  const [signer, setSigner] = useState<Signer | null>(null)
  const [place, setPlace] = useState(0)
  const [name, setName] = useState('')
  const sheet = useRef<HTMLDialogElement>(null)
  const document = asked[place]

  useEffect(() => {
    const element = sheet.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  // Every step is a page of its own: it begins at its heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => {
    sheet.current?.scrollTo({ top: 0 })
    sheet.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [place, signer])

  return (
    <dialog
      ref={sheet}
      className={css.sheet}
      aria-labelledby="sign-sheet-title"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.page}>
        {!signer && (
          <ChooseSigner asked={asked} firstName={firstName} signers={signers} onChoose={setSigner} onClose={onClose} />
        )}
        {signer && document && (
          <SignStep
            key={document.documentVersionId}
            memberId={memberId}
            firstName={firstName}
            document={document}
            signer={signer}
            step={asked.length > 1 ? `${place + 1} of ${asked.length}` : ''}
            name={name}
            onName={setName}
            onDone={() => setPlace(place + 1)}
            onClose={onClose}
          />
        )}
        {signer && !document && (
          <>
            <h2 id="sign-sheet-title" className={css.title} tabIndex={-1}>
              Thank you
            </h2>
            <p>Your answers are kept. Please hand the device back.</p>
            <Button variant="primary" className={css.big} onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </div>
    </dialog>
  )
}

interface ChooseProps {
  asked: readonly MemberDocument[]
  firstName: string
  signers: readonly Signer[]
  onChoose: (signer: Signer) => void
  onClose: () => void
}

function ChooseSigner({ asked, firstName, signers, onChoose, onClose }: ChooseProps) {
  return (
    <>
      <h2 id="sign-sheet-title" className={css.title} tabIndex={-1}>
        Who signs for {firstName}?
      </h2>
      <p>Choose, then hand the device over. To be read and signed:</p>
      <ul className={css.asked}>
        {asked.map(({ documentId, title }) => (
          <li key={documentId}>{title}</li>
        ))}
      </ul>
      <div className={css.signers}>
        {signers.map(signer => (
          <Button key={signer.personId} variant="primary" className={css.big} onClick={() => onChoose(signer)}>
            {signer.name}
            {signer.relationship && ` (${signer.relationship})`}
          </Button>
        ))}
        <Button className={css.big} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}

interface StepProps {
  memberId: number
  firstName: string
  document: MemberDocument
  signer: Signer
  /** '1 of 3'; empty for one alone. */
  step: string
  /** Typed with the first document, and kept for the next. */
  name: string
  onName: (name: string) => void
  onDone: () => void
  onClose: () => void
}

function SignStep(props: StepProps) {
  const { memberId, firstName, document, signer, step, name, onName, onDone, onClose } = props
  const answer = useRead(getDocumentVersion, { id: document.documentVersionId })
  const sign = useWrite(signDocument)
  const [drawing, setDrawing] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)

  async function send(given: 'signed' | 'declined') {
    if (name.trim() === '') {
      setError('Type your name')
      return input.current?.focus()
    }
    const { clubId, documentVersionId } = document
    const result = await sign.mutateAsync({
      ...{ id: memberId, clubId, documentVersionId, personId: signer.personId },
      ...{ answer: given, signerName: name.trim(), drawing: drawing || null, how: 'screen' },
    })
    if (!isRefusal(result)) return onDone()
    setError(result.message)
  }

  return (
    <form
      className={css.step}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send('signed')
      }}
    >
      <p className={css.soft}>
        {document.clubName}
        {step && `, ${step}`}
      </p>
      <h2 id="sign-sheet-title" className={css.title} tabIndex={-1}>
        {document.title}
      </h2>
      {answer.error && !answer.data && (
        <ErrorState title="The text could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.data && !answer.error && <SkeletonRows count={8} height="1.5rem" />}
      {answer.data && (
        <>
          <MarkdownText text={answer.data.text} />
          {document.kind === 'terms' && <MemberBill memberId={memberId} clubId={document.clubId} />}
          <div className={css.signing}>
            <p className={css.soft}>
              {signer.isMember
                ? 'You sign for yourself.'
                : `You sign for ${firstName}, as ${signer.relationship || 'guardian'}.`}
              {!document.isRequired && ' It is your choice: training does not depend on it.'}
            </p>
            <label className={css.label} htmlFor="sign-sheet-name">
              Your name
            </label>
            <input
              ref={input}
              id="sign-sheet-name"
              className={css.input}
              value={name}
              maxLength={200}
              autoComplete="off"
              aria-required="true"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'sign-sheet-error' : undefined}
              onChange={event => {
                setError('')
                onName(event.target.value)
              }}
            />
            <SignaturePad onChange={setDrawing} />
            <div role="alert" id="sign-sheet-error" className={css.error}>
              {error}
            </div>
            <div className={css.answers}>
              <Button type="submit" variant="primary" className={css.big} isBusy={sign.isPending}>
                I have read this and agree
              </Button>
              <Button className={css.big} isBusy={sign.isPending} onClick={() => void send('declined')}>
                I do not agree
              </Button>
              <Button variant="quiet" className={css.big} onClick={onClose}>
                Stop
              </Button>
            </div>
          </div>
        </>
      )}
    </form>
  )
}

import type { Output } from '@honbu/contract/endpoint.ts'
import { getSignature, withdrawSignature } from '@honbu/contract/papers.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { instantText, signerText } from './document-words.ts'
import { MarkdownText } from './MarkdownText.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import css from './SignatureDialog.module.css'

type Kept = Output<typeof getSignature>

/** What was signed, word for word, by whom and when; to be printed, or withdrawn with a reason. */
export function SignatureDialog({ signatureId, onClose }: { signatureId: number; onClose: () => void }) {
  const answer = useRead(getSignature, { id: signatureId })
  const [isWithdrawing, setWithdrawing] = useState(false)
  const kept = answer.data
  return (
    <Dialog
      title={kept ? `${kept.title}, version ${kept.number}` : 'Signature'}
      isOpen
      isWide
      onClose={onClose}
      actions={
        !isWithdrawing && (
          <>
            <Button disabled={!kept} onClick={() => window.print()}>
              Print
            </Button>
            {kept && !kept.withdrawn && (
              <Button variant="danger" onClick={() => setWithdrawing(true)}>
                Withdraw
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
          </>
        )
      }
    >
      {answer.error && !kept && (
        <ErrorState
          title="The signature could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!kept && !answer.error && <SkeletonRows count={6} height="1.5rem" />}
      {kept && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
          <section className={css.paper} aria-label="Text" tabIndex={0}>
            <MarkdownText text={kept.text} />
          </section>
          <div className={css.facts}>
            <SignatureFacts kept={kept} />
          </div>
          {isWithdrawing && <WithdrawForm kept={kept} onClose={() => setWithdrawing(false)} />}
          <PrintSheet>
            <h1>{kept.title}</h1>
            <p>
              {kept.clubName}, version {kept.number}
            </p>
            <MarkdownText text={kept.text} />
            <SignatureFacts kept={kept} />
          </PrintSheet>
        </>
      )}
    </Dialog>
  )
}

const ways = {
  screen: 'On the screen of the club',
  link: 'By a link in an e-mail',
  paper: 'On paper',
  carried: 'Before texts were kept here',
}

function SignatureFacts({ kept }: { kept: Kept }) {
  const { timeZone, withdrawn, drawing } = kept
  return (
    <Facts
      facts={[
        ['For', kept.memberName],
        [kept.answer === 'signed' ? 'Signed by' : 'Declined by', signerText(kept)],
        [
          'When',
          kept.how === 'paper'
            ? instantText(kept.signedAt, timeZone).slice(0, -7)
            : instantText(kept.signedAt, timeZone),
        ],
        ['How', ways[kept.how]],
        [kept.how === 'paper' ? 'Written down by' : 'Device held by', kept.recordedBy],
        ['Signature', drawing && <Drawing path={drawing} />],
        [
          'Withdrawn',
          withdrawn &&
            `${instantText(withdrawn.at, timeZone)}${withdrawn.by && ` by ${withdrawn.by}`}: ${withdrawn.reason}`,
        ],
      ]}
    />
  )
}

const Drawing = ({ path }: { path: string }) => (
  <svg className={css.drawing} viewBox="0 0 600 200" role="img" aria-label="Drawn signature">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

const WithdrawFields = z.object({ reason: z.string().check(z.trim(), z.minLength(1, { error: 'Say why' })) })

function WithdrawForm({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const withdraw = useWrite(withdrawSignature)
  const form = useForm({
    schema: WithdrawFields,
    values: { reason: '' },
    save: ({ reason }) => withdraw.mutateAsync({ id: kept.signatureId, reason }),
    saved: () => {
      showToast({ message: 'It is withdrawn, and stays in the history.' })
      onClose()
    },
  })
  return (
    <div className={css.withdraw}>
      <p className={css.soft}>
        It stays in the history, and {kept.memberName} is asked again
        {kept.kind === 'photo' && '; the consent to photos is taken back with it'}.
      </p>
      <Form form={form} submit="Withdraw signature" cancel={onClose} isInDialog>
        <TextField {...form.field('reason')} label="Why" required autoFocus />
      </Form>
    </div>
  )
}

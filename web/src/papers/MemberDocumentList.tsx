import { getMemberDocuments } from '@honbu/contract/papers.ts'
import { IconAlertTriangle, IconFileText, IconMail, IconSignature } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './DocumentsPanel.module.css'
import { type MemberDocument, signatureText } from './document-words.ts'
import { MemberDocumentRow } from './MemberDocumentRow.tsx'

const SignSheet = lazy(() => import('./SignSheet.tsx').then(m => ({ default: m.SignSheet })))
const SendLinkDialog = lazy(() => import('./SendLinkDialog.tsx').then(m => ({ default: m.SendLinkDialog })))
const PaperDialog = lazy(() => import('./PaperDialog.tsx').then(m => ({ default: m.PaperDialog })))
const SignatureDialog = lazy(() => import('./SignatureDialog.tsx').then(m => ({ default: m.SignatureDialog })))
const MemberBill = lazy(() => import('../charging/FirstBill.tsx').then(m => ({ default: m.MemberBill })))
const TextDialog = lazy(() => import('./TextDialog.tsx').then(m => ({ default: m.TextDialog })))

type Opened =
  | { what: 'sign' | 'send'; documents: readonly MemberDocument[] }
  | { what: 'paper' | 'text'; document: MemberDocument }
  | { what: 'signature'; signatureId: number }

interface Props {
  memberId: number
  details: MemberDetails
}

/** What a member is asked to sign and how it stands; signing it here, by a link, or from paper. */
export function MemberDocumentList({ memberId, details }: Props) {
  const answer = useRead(getMemberDocuments, { id: memberId })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const shown = answer.data
  const open = shown?.documents.filter(({ state }) => state !== 'signed') ?? []
  const canSign = (shown?.signers.length ?? 0) > 0
  const older = shown?.signatures.filter(
    ({ signatureId }) => !shown.documents.some(document => document.signatureId === signatureId),
  )

  return (
    <Panel
      title="Documents"
      flush
      aside={
        open.length > 0 &&
        canSign && (
          <span className={css.buttons}>
            <Button onClick={() => setOpened({ what: 'send', documents: open })}>
              <IconMail size={18} aria-hidden="true" />
              Send link
            </Button>
            <Button variant="primary" onClick={() => setOpened({ what: 'sign', documents: open })}>
              <IconSignature size={18} aria-hidden="true" />
              Sign here
            </Button>
          </span>
        )
      }
    >
      {answer.error && !shown && (
        <ErrorState
          title="The documents could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!answer.error && !shown && <SkeletonRows count={2} height="3.5rem" />}
      {shown && !canSign && (
        <p className={css.note}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            {details.firstName} is under 18, and a guardian signs.{' '}
            <AppLink to={memberTabAddress(memberId, 'contacts')}>Add a guardian to the contacts</AppLink> first.
          </span>
        </p>
      )}
      {shown?.documents.length === 0 && (
        <EmptyState icon={<IconFileText size={28} />} title="Nothing to sign.">
          Terms, waivers and photo consent are written in the settings of the club.
        </EmptyState>
      )}
      {shown && shown.documents.length > 0 && (
        <ul className={css.list} aria-label="Documents">
          {shown.documents.map(document => (
            <MemberDocumentRow
              key={document.documentId}
              document={document}
              signature={shown.signatures.find(({ signatureId }) => signatureId === document.signatureId)}
              isConsentGone={
                document.kind === 'photo' &&
                document.state === 'signed' &&
                details.memberships.some(each => each.clubId === document.clubId && !each.allowPhoto)
              }
              canSign={canSign}
              onSign={() => setOpened({ what: 'sign', documents: [document] })}
              onSend={() => setOpened({ what: 'send', documents: [document] })}
              onPaper={() => setOpened({ what: 'paper', document })}
              onRead={() => setOpened({ what: 'text', document })}
              onView={signatureId => setOpened({ what: 'signature', signatureId })}
            />
          ))}
        </ul>
      )}
      {older && older.length > 0 && (
        <details className={css.history}>
          <summary>Earlier ({older.length})</summary>
          <ol>
            {older.map(signature => (
              <li key={signature.signatureId}>
                <button
                  type="button"
                  className={css.open}
                  onClick={() => setOpened({ what: 'signature', signatureId: signature.signatureId })}
                >
                  {signature.title}, version {signature.number}
                </button>
                <br />
                <span className={css.soft}>
                  {signatureText(signature)}
                  {signature.withdrawn && `; withdrawn: ${signature.withdrawn.reason}`}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <Suspense>
        {shown && opened?.what === 'sign' && (
          <SignSheet
            memberId={memberId}
            firstName={details.firstName}
            documents={opened.documents}
            signers={shown.signers}
            onClose={close}
          />
        )}
        {shown && opened?.what === 'send' && (
          <SendLinkDialog memberId={memberId} documents={opened.documents} signers={shown.signers} onClose={close} />
        )}
        {shown && opened?.what === 'paper' && (
          <PaperDialog
            memberId={memberId}
            today={details.today}
            document={opened.document}
            signers={shown.signers}
            onClose={close}
          />
        )}
        {opened?.what === 'text' && (
          <TextDialog
            documentVersionId={opened.document.documentVersionId}
            bill={
              opened.document.kind === 'terms' && <MemberBill memberId={memberId} clubId={opened.document.clubId} />
            }
            onClose={close}
          />
        )}
        {opened?.what === 'signature' && <SignatureDialog signatureId={opened.signatureId} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

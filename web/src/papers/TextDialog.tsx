import { getDocumentVersion } from '@honbu/contract/papers.ts'
import type { ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { dayText } from './document-words.ts'
import { MarkdownText } from './MarkdownText.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import css from './SignatureDialog.module.css'

interface Props {
  documentVersionId: number
  /** The first bill, for terms that a member signs. */
  bill?: ReactNode
  onClose: () => void
}

/** A published version, to be read and printed. */
export function TextDialog({ documentVersionId, bill, onClose }: Props) {
  const answer = useRead(getDocumentVersion, { id: documentVersionId })
  const version = answer.data
  return (
    <Dialog
      title={version?.title ?? 'Document'}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button disabled={!version} onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {answer.error && !version && (
        <ErrorState title="The text could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!version && !answer.error && <SkeletonRows count={6} height="1.5rem" />}
      {version && (
        <>
          <p className={css.soft}>
            {version.clubName}, version {version.number}, in force since {dayText(version.publishedAt)}
          </p>
          <div className={css.paper}>
            <MarkdownText text={version.text} />
            {bill}
          </div>
          <PrintSheet>
            <h1>{version.title}</h1>
            <p>
              {version.clubName}, version {version.number}, in force since {dayText(version.publishedAt)}
            </p>
            <MarkdownText text={version.text} />
            {bill}
            <p className={css.lines}>
              <span>Name</span>
              <span>Date</span>
              <span>Signature</span>
            </p>
          </PrintSheet>
        </>
      )}
    </Dialog>
  )
}

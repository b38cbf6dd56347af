import { documentKinds, getDocuments, publishDocument, withdrawDocument } from '@honbu/contract/papers.ts'
import { IconCheck, IconFileText, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './DocumentsPanel.module.css'
import { dayText } from './document-words.ts'
import type { ClubDocument } from './papers.ts'
import { UnsignedMembers } from './UnsignedMembers.tsx'

const DocumentDialog = lazy(() => import('./DocumentDialog.tsx').then(m => ({ default: m.DocumentDialog })))
const TextDialog = lazy(() => import('./TextDialog.tsx').then(m => ({ default: m.TextDialog })))

type Opened = { what: 'edit'; document: ClubDocument | undefined } | { what: 'text'; documentVersionId: number }

/** What a club has its members sign; what stands above it is written there. */
export function DocumentSettings({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const answer = useRead(getDocuments, { clubId })
  const publish = useWrite(publishDocument)
  const withdraw = useWrite(withdrawDocument)
  const { ask, dialog } = useConfirm()
  const [opened, setOpened] = useState<Opened | null>(null)
  const documents = answer.data

  async function pressPublish({ documentId, version, title, versions, hasChanges }: ClubDocument) {
    const again = versions.length > 0 && hasChanges
    const yes = await ask({
      title: `Publish ${title}?`,
      text: again
        ? 'It becomes a new version, and everybody is asked to sign again. What has been signed is kept.'
        : 'Members are asked to sign it from now on. This text never changes again; what you edit later becomes a new version.',
      action: 'Publish',
    })
    if (!yes) return
    const result = await publish.mutateAsync({ id: documentId, version })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `Version ${result.number} of ${title} is in force.` })
  }

  async function pressWithdraw({ documentId, version, title, versions }: ClubDocument) {
    const isDraft = versions.length === 0
    const yes = await ask({
      title: isDraft ? `Delete the draft ${title}?` : `Withdraw ${title}?`,
      text: isDraft
        ? 'It was never published.'
        : 'Nobody is asked for it any more. What has been signed is kept, and it can be put in force again.',
      action: isDraft ? 'Delete draft' : 'Withdraw',
      isDanger: true,
    })
    if (!yes) return
    const result = await withdraw.mutateAsync({ id: documentId, version })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  const newButton = isAdmin && (
    <Button onClick={() => setOpened({ what: 'edit', document: undefined })}>
      <IconPlus size={18} aria-hidden="true" />
      New document
    </Button>
  )
  return (
    <>
      <Panel id="documents" title="Documents to sign" flush aside={documents && documents.length > 0 && newButton}>
        {answer.error && !documents && (
          <ErrorState
            title="The documents could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {!documents && !answer.error && <SkeletonRows count={2} height="3.5rem" />}
        {documents?.length === 0 && (
          <EmptyState icon={<IconFileText size={28} />} title="Nothing to sign yet" actions={newButton}>
            Terms of membership, a waiver, a photo consent: members sign them here, or by a link in an e-mail.
          </EmptyState>
        )}
        {documents && documents.length > 0 && (
          <ul className={css.list} aria-label="Documents to sign">
            {documents.map(document => (
              <DocumentRow
                key={document.documentId}
                document={document}
                isOwn={document.clubId === clubId}
                onEdit={() => setOpened({ what: 'edit', document })}
                onRead={documentVersionId => setOpened({ what: 'text', documentVersionId })}
                onPublish={() => void pressPublish(document)}
                onWithdraw={() => void pressWithdraw(document)}
              />
            ))}
          </ul>
        )}
        <Suspense>
          {opened?.what === 'edit' && (
            <DocumentDialog clubId={clubId} document={opened.document} onClose={() => setOpened(null)} />
          )}
          {opened?.what === 'text' && (
            <TextDialog documentVersionId={opened.documentVersionId} onClose={() => setOpened(null)} />
          )}
        </Suspense>
        {dialog}
      </Panel>
      {documents?.some(
        ({ isRequired, withdrawnAt, versions }) => isRequired && !withdrawnAt && versions.length > 0,
      ) && <UnsignedMembers clubId={clubId} isAdmin={isAdmin} />}
    </>
  )
}

interface RowProps {
  document: ClubDocument
  /** Made by this club; else it comes from one above. */
  isOwn: boolean
  onEdit: () => void
  onRead: (documentVersionId: number) => void
  onPublish: () => void
  onWithdraw: () => void
}

function DocumentRow({ document, isOwn, onEdit, onRead, onPublish, onWithdraw }: RowProps) {
  const { title, kind, clubName, isRequired, versions, hasChanges, withdrawnAt, canEdit } = document
  const [newest] = versions
  const mayEdit = canEdit && isOwn
  const items: MenuItem[] = [
    ...versions.map(({ documentVersionId, number }) => ({
      text: `Read version ${number}`,
      onSelect: () => onRead(documentVersionId),
    })),
    ...(mayEdit && !withdrawnAt
      ? [{ text: newest ? 'Withdraw' : 'Delete draft', isDanger: true, onSelect: onWithdraw }]
      : []),
  ]
  return (
    <li className={css.row} aria-label={title}>
      <div className={css.words}>
        <p className={css.title}>
          <strong>{title}</strong>
          {newest && !withdrawnAt && (
            <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
              In force, version {newest.number}
            </Badge>
          )}
          {!newest && <Badge>Draft</Badge>}
          {withdrawnAt && <Badge>Withdrawn {dayText(withdrawnAt)}</Badge>}
          {newest && hasChanges && <Badge tone="warn">Changes not published</Badge>}
        </p>
        <p className={css.soft}>
          {documentKinds[kind]}, {isRequired ? 'required' : 'optional'}
          {!isOwn && `, from ${clubName}`}
        </p>
        {newest && (
          <p className={css.soft}>
            Published {dayText(newest.publishedAt)}
            {newest.publishedBy && ` by ${newest.publishedBy}`}, signed {newest.signed}{' '}
            {newest.signed === 1 ? 'time' : 'times'}
          </p>
        )}
      </div>
      {mayEdit && (
        <span className={css.buttons}>
          <Button onClick={onEdit} aria-label={`Edit ${title}`}>
            <IconPencil size={18} aria-hidden="true" />
            Edit
          </Button>
          {(hasChanges || withdrawnAt) && (
            <Button variant="primary" onClick={onPublish} aria-label={`Publish ${title}`}>
              Publish
            </Button>
          )}
        </span>
      )}
      {items.length > 0 && <Menu label={`More for ${title}`} items={items} />}
    </li>
  )
}

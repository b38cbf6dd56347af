import { documentKinds } from '@honbu/contract/papers.ts'
import { IconCheck, IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import css from './DocumentsPanel.module.css'
import { dayText, type KeptSignature, type MemberDocument, signatureText } from './document-words.ts'

interface Props {
  document: MemberDocument
  /** That the state is about. */
  signature: KeptSignature | undefined
  /** Photos were agreed to by signing, and the consent was withdrawn since. */
  isConsentGone: boolean
  canSign: boolean
  onSign: () => void
  onSend: () => void
  onPaper: () => void
  onRead: () => void
  onView: (signatureId: number) => void
}

export function MemberDocumentRow(props: Props) {
  const { document, signature, isConsentGone, canSign, onSign, onSend, onPaper, onRead, onView } = props
  const { title, kind, isRequired, ownerName, number, state, asked } = document
  const isOpen = state !== 'signed'
  const items: MenuItem[] = [
    { text: `Read version ${number}`, onSelect: onRead },
    ...(signature ? [{ text: 'View what was signed', onSelect: () => onView(signature.signatureId) }] : []),
    ...(isOpen && canSign
      ? [
          { text: 'Send link', onSelect: onSend },
          { text: 'Signed on paper', onSelect: onPaper },
        ]
      : []),
  ]
  return (
    <li className={css.row} aria-label={title}>
      <div className={css.words}>
        <p className={css.title}>
          <button
            type="button"
            className={css.open}
            onClick={() => (state === 'signed' && signature ? onView(signature.signatureId) : onRead())}
          >
            {title}
          </button>
          <StateBadge document={document} />
          {isConsentGone && (
            <Badge tone="warn" icon={<IconX size={14} aria-hidden="true" />}>
              Consent withdrawn since
            </Badge>
          )}
        </p>
        <p className={css.soft}>
          {documentKinds[kind]} of {ownerName}, version {number}, {isRequired ? 'required' : 'optional'}
        </p>
        {signature && (
          <p className={css.soft}>
            {state === 'outdated' && `Version ${signature.number}: `}
            {signatureText(signature)}
          </p>
        )}
        {isOpen && asked && (
          <p className={css.soft}>
            Link sent to {asked.email} on {dayText(asked.at)}, good until {dayText(asked.until)}
          </p>
        )}
      </div>
      {isOpen && canSign && (
        <Button onClick={onSign} aria-label={`Sign ${title}`}>
          Sign
        </Button>
      )}
      <Menu label={`More for ${title}`} items={items} />
    </li>
  )
}

function StateBadge({ document: { state, isRequired } }: { document: MemberDocument }) {
  const size = { size: 14, 'aria-hidden': true } as const
  if (state === 'signed')
    return (
      <Badge tone="good" icon={<IconCheck {...size} />}>
        Signed
      </Badge>
    )
  if (state === 'declined')
    return (
      <Badge tone={isRequired ? 'bad' : 'neutral'} icon={<IconX {...size} />}>
        Declined
      </Badge>
    )
  if (state === 'outdated')
    return (
      <Badge tone={isRequired ? 'warn' : 'neutral'} icon={<IconRefresh {...size} />}>
        New version to sign
      </Badge>
    )
  return (
    <Badge tone={isRequired ? 'warn' : 'neutral'} icon={<IconClock {...size} />}>
      Not signed
    </Badge>
  )
}

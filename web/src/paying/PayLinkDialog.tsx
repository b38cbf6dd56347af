import { currency, longDate } from '@honbu/contract/format.ts'
import { sendPayLink } from '@honbu/contract/paying.ts'
import { IconDeviceMobileMessage, IconExternalLink, IconMail, IconQrcode } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Paying.module.css'
import type { Asked, PayWays } from './pay-ways.ts'
import { QrCode } from './QrCode.tsx'

interface Props {
  memberId: number
  ways: PayWays
  asked: Asked
  onClose: () => void
}

type SendBy = 'email' | 'sms' | 'qr'

/** A link is sent, or shown so that a phone can open it at the desk. */
export function PayLinkDialog({ memberId, ways, asked, onClose }: Props) {
  const { clubId, purpose, transaction } = asked
  const send = useWrite(sendPayLink)
  const [refusal, setRefusal] = useState('')
  const [shown, setShown] = useState<{ url: string; expiresAt: string } | null>(null)
  const shownBlock = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: who cannot see the code hears that it is there.
  useEffect(() => {
    if (shown) shownBlock.current?.focus()
  }, [shown])
  const club = ways.clubs.find(each => each.clubId === clubId)
  if (!club) return null

  async function press(sendBy: SendBy) {
    const transactionId = transaction?.transactionId ?? null
    const result = await send.mutateAsync({ id: memberId, clubId, purpose, transactionId, sendBy })
    if (isRefusal(result)) return setRefusal(Object.values(result.fields ?? {}).flat()[0] ?? result.message)
    setRefusal('')
    if (result.url) return setShown({ url: result.url, expiresAt: result.expiresAt })
    const when = sendBy === 'sms' && wait ? `leaves at ${wait}` : 'is on its way'
    showToast({ message: `The link ${when} to ${result.name} (${result.sentTo}).` })
    onClose()
  }

  async function pressCopy() {
    await navigator.clipboard.writeText(shown?.url ?? '')
    showToast({ message: 'The link is copied.' })
  }

  const wait = club.sms.waitsUntil
  const isBusy = (by: SendBy) => send.isPending && send.variables.sendBy === by
  return (
    <Dialog
      title={purpose === 'card' ? 'Ask for a card' : 'Send pay link'}
      isOpen
      onClose={onClose}
      actions={
        shown && (
          <>
            <Button onClick={() => void pressCopy()}>Copy link</Button>
            <a className={buttonClass('secondary')} href={shown.url} target="_blank" rel="noreferrer">
              <IconExternalLink size={18} aria-hidden="true" />
              Open page
            </a>
          </>
        )
      }
    >
      <p>{whatFor(asked, club.clubName)}</p>
      {refusal && (
        <p className={css.problem} role="alert">
          {refusal}
        </p>
      )}
      {shown ? (
        <div className={css.shown} ref={shownBlock} tabIndex={-1}>
          <QrCode text={shown.url} label="QR code of the link" />
          <p className={css.details}>
            Scan it with a phone. It works until {longDate(shown.expiresAt.slice(0, 10))}, for whoever has it.
          </p>
        </div>
      ) : (
        <ul className={css.ways}>
          <li>
            <Button
              isBusy={isBusy('email')}
              disabled={club.email.refused !== ''}
              aria-describedby="pay-link-email"
              onClick={() => void press('email')}
            >
              <IconMail size={18} aria-hidden="true" />
              E-mail
            </Button>
            <span id="pay-link-email">{club.email.refused || `to ${club.email.name}, ${club.email.address}`}</span>
          </li>
          <li>
            <Button
              isBusy={isBusy('sms')}
              disabled={club.sms.refused !== ''}
              aria-describedby="pay-link-sms"
              onClick={() => void press('sms')}
            >
              <IconDeviceMobileMessage size={18} aria-hidden="true" />
              Text message
            </Button>
            <span id="pay-link-sms">
              {club.sms.refused || `to ${club.sms.name}, ${club.sms.address}`}
              {wait && `. Texts wait until ${wait}: use the QR code now.`}
            </span>
          </li>
          <li>
            <Button isBusy={isBusy('qr')} aria-describedby="pay-link-qr" onClick={() => void press('qr')}>
              <IconQrcode size={18} aria-hidden="true" />
              QR code
            </Button>
            <span id="pay-link-qr">to be scanned at the desk, now</span>
          </li>
        </ul>
      )}
    </Dialog>
  )
}

function whatFor({ purpose, transaction }: Asked, clubName: string): string {
  if (purpose === 'card')
    return `The payer leaves a card at Stripe, by which ${clubName} can take what falls due later. Nothing is taken now.`
  if (!transaction) return `For all that is owed to ${clubName} when the link is opened.`
  return `For ${transaction.description}: ${currency(transaction.outstanding)} to ${clubName}.`
}

import { getDetailsLink } from '@honbu/contract/enquiries.ts'
import { longDate } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { address } from '../app/base.ts'
import { QrCode } from '../paying/QrCode.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './DetailsLinkDialog.module.css'

interface Props {
  memberId: number
  firstName: string
  onClose: () => void
}

/** A link for a walk-in or their parent to add what wasn't asked at the door: to scan, share or copy. */
export function DetailsLinkDialog({ memberId, firstName, onClose }: Props) {
  const link = useRead(getDetailsLink, { id: memberId })
  const url = link.data && address(link.data.address)

  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    showToast({ message: 'Link copied' })
  }

  async function share(text: string) {
    // Whoever closes the phone's own dialog has changed their mind.
    await navigator.share({ title: `${firstName}’s details`, url: text }).catch(() => {})
  }

  return (
    <Dialog
      title={`${firstName}’s details`}
      isOpen
      onClose={onClose}
      actions={
        url && (
          <>
            <Button onClick={() => void copy(url)}>Copy link</Button>
            {'share' in navigator && (
              <Button variant="primary" onClick={() => void share(url)}>
                Share link
              </Button>
            )}
          </>
        )
      }
    >
      {link.error && (
        <ErrorState title="The link couldn’t be made." error={link.error} retry={() => void link.refetch()} />
      )}
      {!link.data && !link.error && <Skeleton height="220px" />}
      {link.data && url && (
        <div className={css.link}>
          <QrCode text={url} label="QR code of the link" />
          <p className={css.text}>
            {link.data.isGiven
              ? `We have ${firstName}’s details already, so the link only says thank you.`
              : `The parent, or ${firstName} if 18 or over, adds birthday, phone and consents without logging in. It works until ${longDate(link.data.expiresAt.slice(0, 10))}.`}
          </p>
        </div>
      )}
    </Dialog>
  )
}

import { getMandates, newCustomer } from '@honbu/contract/collections.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Collections.module.css'

interface Props {
  memberId: number
  clubId: number
  onClose: () => void
}

/** A direct debit is set up together: the bank details are given on GoCardless's own page, by the payer. */
export function SetUpDialog({ memberId, clubId, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const [refusal, setRefusal] = useState('')
  const { mutateAsync } = useWrite(newCustomer, { invalidates: [getMandates] })
  useEffect(() => {
    let isShown = true
    void mutateAsync({ id: memberId, clubId }).then(result => {
      if (!isShown) return
      if (isRefusal(result)) setRefusal(result.message)
      else setAddress(result.redirectUrl)
    })
    return () => {
      isShown = false
    }
  }, [mutateAsync, memberId, clubId])

  async function pressCopy() {
    await navigator.clipboard.writeText(address ?? '')
    showToast({ message: 'The link is copied. It works for an hour.' })
  }

  return (
    <Dialog
      title="Set up a direct debit"
      isOpen
      onClose={onClose}
      actions={
        address && (
          <>
            <a className={buttonClass('primary')} href={address} target="_blank" rel="noreferrer" onClick={onClose}>
              <IconExternalLink size={18} aria-hidden="true" />
              Open GoCardless
            </a>
            <Button onClick={() => void pressCopy()}>Copy link</Button>
          </>
        )
      }
    >
      {refusal && (
        <p className={css.problem} role="alert">
          {refusal}
        </p>
      )}
      {!refusal && (
        <p>
          The member, or a parent, fills in the bank details on GoCardless’s page; it opens in a new tab. Nobody at the
          club sees them.
        </p>
      )}
      {!refusal && address === null && <SkeletonRows count={1} height="2.5rem" />}
    </Dialog>
  )
}

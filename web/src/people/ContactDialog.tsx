import { getContactOffers, getPerson } from '@honbu/contract/people.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactOffers } from './ContactOffers.tsx'
import { nameOf } from './person-name.ts'
import type { ContactOffer, ContactRecord } from './person-values.ts'

interface Props {
  memberId: number
  memberName: string
  /** None: a new one. */
  contact: ContactRecord | undefined
  onClose: () => void
}

/** A contact, new or known: of the family first, since nobody should type a mother twice. */
export function ContactDialog({ memberId, memberName, contact, onClose }: Props) {
  const isNew = contact === undefined
  const member = useRead(getPerson, { id: memberId })
  const offers = useRead(getContactOffers, { id: memberId }, { enabled: isNew })
  const [chosen, setChosen] = useState<ContactOffer | null>(null)
  const isReady = (member.data || member.error) && (!isNew || offers.data || offers.error)
  return (
    <Dialog
      title={isNew ? `Add a contact of ${memberName}` : `Edit ${nameOf(contact)}`}
      isOpen
      isWide
      onClose={onClose}
    >
      {!isReady && <SkeletonRows count={4} height="3rem" />}
      {isReady && isNew && offers.data && offers.data.length > 0 && (
        <ContactOffers offers={offers.data} chosen={chosen} onChoose={setChosen} />
      )}
      {isReady && (
        <ContactForm
          // Another person, another form.
          key={chosen?.personId ?? 0}
          memberId={memberId}
          memberName={memberName}
          member={member.data}
          contact={contact ?? chosen ?? undefined}
          isNew={isNew}
          takesFocus={!offers.data?.length}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

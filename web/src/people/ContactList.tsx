import { getContacts, saveContactOrder } from '@honbu/contract/people.ts'
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { ContactCard } from './ContactCard.tsx'
import css from './ContactList.module.css'
import { nameOf } from './person-name.ts'
import type { ContactRecord } from './person-values.ts'

const ContactDialog = lazy(() =>
  import('./ContactDialog.tsx').then(({ ContactDialog }) => ({ default: ContactDialog })),
)

interface Props {
  memberId: number
  memberName: string
}

/** A member's contacts in the order in which they are called. */
export function ContactList({ memberId, memberName }: Props) {
  const answer = useRead(getContacts, { id: memberId })
  const order = useWrite(saveContactOrder)
  /** A contact's person, or 0 for a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const contacts = answer.data

  async function move(from: number, to: number) {
    if (!contacts) return
    const personIds = contacts.map(({ personId }) => personId)
    personIds.splice(to, 0, ...personIds.splice(from, 1))
    const result = await order.mutateAsync({ id: memberId, personIds })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else setSaid(`${nameOf(contacts[from] as ContactRecord)} is number ${to + 1} of ${contacts.length} now.`)
    await answer.refetch()
  }

  const addButton = (
    <Button onClick={() => setEdited(0)}>
      <IconUserPlus size={18} aria-hidden="true" />
      Add a contact
    </Button>
  )
  return (
    <Panel title="Contacts" aside={contacts && contacts.length > 0 && addButton} flush>
      {answer.error && !contacts && (
        <ErrorState
          title="The contacts could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!answer.error && !contacts && <SkeletonRows count={2} height="5rem" />}
      {contacts?.length === 0 && (
        <EmptyState icon={<IconUsersGroup size={28} />} title="Nobody to call yet." actions={addButton}>
          Parents, a partner, whoever is called when something happens.
        </EmptyState>
      )}
      {contacts && contacts.length > 0 && (
        <ol className={css.list}>
          {contacts.map((contact, index) => (
            <ContactCard
              key={contact.personId}
              contact={contact}
              isFirst={index === 0}
              isLast={index === contacts.length - 1}
              isBusy={order.isPending}
              onMove={by => void move(index, index + by)}
              onEdit={() => setEdited(contact.personId)}
            />
          ))}
        </ol>
      )}
      <div role="status" className={css.said}>
        {said}
      </div>
      {edited !== null && contacts && (
        <Suspense>
          <ContactDialog
            memberId={memberId}
            memberName={memberName}
            contact={contacts.find(({ personId }) => personId === edited)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

import { getPerson } from '@honbu/contract/people.ts'
import { useRead } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ConsentPanel } from './ConsentPanel.tsx'
import { ContactList } from './ContactList.tsx'
import { PersonForm } from './PersonForm.tsx'
import { PhotoPanel } from './PhotoPanel.tsx'
import { nameOf } from './person-name.ts'

/** A member as a person: photo, particulars, consents and contacts, each saved by itself. */
export function UpdateMember() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const answer = useRead(getPerson, { id })
  const person = answer.data
  const crumbs = person ? [{ text: nameOf(person), to: memberAddress(id) }] : null
  return (
    <Screen isNarrow>
      <PageHeader title={person ? `Update ${nameOf(person)}` : 'Update member'} crumbs={crumbs}>
        {person && `Code ${person.code}`}
      </PageHeader>
      {answer.error && !person && (
        <ErrorState title="The member could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.error && !person && <SkeletonRows count={8} height="3rem" />}
      {person && (
        <>
          <PhotoPanel key={`photo ${id}`} memberId={id} person={person} />
          <PersonForm key={id} memberId={id} person={person} />
          <ConsentPanel memberId={id} />
          <ContactList memberId={id} memberName={nameOf(person)} />
        </>
      )}
    </Screen>
  )
}

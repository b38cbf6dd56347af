import { getDraft, getJoiningChoices } from '@honbu/contract/joining.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { memberCreateAddress } from '../members/member-address.ts'
import { idOf, type SearchValues, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ChooseClub } from './ChooseClub.tsx'
import { readContent } from './draft-content.ts'
import { Wizard } from './Wizard.tsx'
import { newJoining, newPerson, newStart, type PersonValues } from './wizard.ts'

/** `/clubadmin/club/member/create/{id?}`: the id is the club's. */
export function CreateMember() {
  const { params, search } = useAddress()
  const clubId = idOf(params.id)
  const clubs = useRead(getClubList, {})
  const [only, second] = clubs.data ?? []
  if (clubId !== 0) return <OfClub key={clubId} clubId={clubId} />
  if (only && !second) return <Navigate to={memberCreateAddress(only.id) as '/'} search={search as never} replace />
  return (
    <Screen isNarrow>
      <PageHeader title="New member">Which club is it?</PageHeader>
      {clubs.error && !clubs.data && (
        <ErrorState title="The clubs could not be loaded." error={clubs.error} retry={() => void clubs.refetch()} />
      )}
      {!clubs.error && !clubs.data && <SkeletonRows count={4} height="3rem" />}
      {clubs.data && <ChooseClub clubs={clubs.data} search={search} />}
    </Screen>
  )
}

/** The draft of the address is opened once; the one that the wizard makes itself while somebody types is open already. */
function OfClub({ clubId }: { clubId: number }) {
  const { search } = useAddress()
  const draftId = idOf(search.draft)
  const own = useRef(draftId)
  const [opened, setOpened] = useState({ draftId, turn: 0 })
  useEffect(() => {
    if (draftId === own.current) return
    own.current = draftId
    setOpened(({ turn }) => ({ draftId, turn: turn + 1 }))
  }, [draftId])
  return (
    <Opened
      key={opened.turn}
      clubId={clubId}
      draftId={opened.draftId}
      search={search}
      onKept={id => {
        own.current = id
      }}
    />
  )
}

interface OpenedProps {
  clubId: number
  draftId: number
  search: SearchValues
  onKept: (draftId: number) => void
}

function Opened({ clubId, draftId, search, onKept }: OpenedProps) {
  const choices = useRead(getJoiningChoices, { id: clubId })
  // As it is now: another device may have gone on with it.
  const draft = useRead(getDraft, { id: draftId }, { enabled: draftId !== 0, gcTime: 0, staleTime: Infinity })
  const answers = draftId === 0 ? [choices] : [choices, draft]
  const failed = answers.find(answer => answer.error && !answer.data)
  if (failed || answers.some(answer => !answer.data))
    return (
      <Screen isNarrow>
        <PageHeader title="New member" />
        {failed ? (
          <ErrorState title="The form could not be loaded." error={failed.error} retry={() => void failed.refetch()} />
        ) : (
          <SkeletonRows count={8} height="3rem" />
        )}
      </Screen>
    )
  const kept = draft.data && readContent(draft.data.content)
  return (
    choices.data && (
      <Wizard
        choices={choices.data}
        draft={draft.data && { draftId, version: draft.data.version }}
        begin={kept?.joining ?? begunWith(search)}
        at={kept?.at}
        isUnreadable={draft.data !== undefined && !kept}
        onKept={onKept}
      />
    )
  )
}

/** Where somebody comes from a search that has found nobody, or from a class. */
function begunWith({ name = '', classId }: SearchValues) {
  return newJoining({
    person: newPerson(personFrom(name.trim())),
    start: newStart({ classId: idOf(classId) || null }),
  })
}

/** Members are searched for by e-mail and phone too. */
function personFrom(text: string): Partial<PersonValues> {
  if (text.includes('@')) return { email: text }
  if (/\d{4}/.test(text.replaceAll(/\s/g, ''))) return { phoneMob: text }
  const [firstName = '', ...rest] = text.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

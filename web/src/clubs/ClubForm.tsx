import { getClub, getParentClubList, saveClub, saveClubLogo } from '@honbu/contract/clubs.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { getUsers } from '@honbu/contract/users.ts'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './ClubForm.module.css'
import { AddressSection, ClubSection, ContactSection, NewClubSection, PeopleSection } from './ClubFormSections.tsx'
import { clubAddress } from './club-address.ts'
import {
  belowOrSame,
  type ClubFormValues,
  type ClubRecord,
  clubFormSchema,
  newClub,
  suggestDetails,
  valuesOf,
} from './club-form.ts'
import type { LogoChange } from './LogoField.tsx'

/** Makes a club (`/club/create`), or changes one. */
export function ClubForm() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const club = useRead(getClub, { id }, { enabled: id !== 0 })
  const parents = useRead(getParentClubList, {})
  const clubs = useRead(getClubList, {})
  const users = useRead(getUsers, { clubId: id, pageSize: 500 }, { enabled: id !== 0 })
  const answers = id === 0 ? [parents, clubs] : [club, parents, clubs, users]
  const failed = answers.find(answer => answer.error && !answer.data)
  const title = id === 0 ? 'New club' : 'Update club'
  const crumbs = club.data ? [{ text: club.data.name, to: clubAddress(id, 'details') }] : id === 0 ? [] : null

  const form = (
    <>
      {failed && (
        <ErrorState title="The form could not be loaded." error={failed.error} retry={() => void failed.refetch()} />
      )}
      {!failed && answers.some(answer => !answer.data) && <SkeletonRows count={8} height="3rem" />}
      {!failed && answers.every(answer => answer.data) && (
        <TheForm
          key={id}
          club={club.data}
          people={users.data?.data ?? []}
          parents={parentsFor(club.data, parents.data ?? [], clubs.data ?? [])}
        />
      )}
    </>
  )
  return (
    <div className={css.screen}>
      <PageHeader title={title} crumbs={crumbs}>
        {id === 0 && 'You’ll be its owner and admin. Everything else can come later.'}
      </PageHeader>
      {id === 0 ? (
        form
      ) : (
        <SaveGate call={saveClub} clubId={id} cannot="change this club’s details">
          {form}
        </SaveGate>
      )}
    </div>
  )
}

interface Choice {
  readonly value: number
  readonly text: string
}

interface Parents {
  readonly options: readonly Choice[]
  /** Only admins of the club above can take a club out of it. */
  readonly canChange: boolean
}

function parentsFor(
  club: ClubRecord | undefined,
  parents: readonly { id: number; name: string }[],
  clubs: readonly { id: number; parentClubId: number | null }[],
): Parents {
  const excluded = club ? belowOrSame(clubs, club.id) : new Set<number>()
  const options = parents.filter(({ id }) => !excluded.has(id)).map(({ id, name }) => ({ value: id, text: name }))
  const { parentClubId = null, parentClubName } = club ?? {}
  if (parentClubId === null || options.some(({ value }) => value === parentClubId)) return { options, canChange: true }
  return { options: [{ value: parentClubId, text: parentClubName ?? '' }], canChange: false }
}

interface Props {
  club: ClubRecord | undefined
  people: readonly { personId: number; fullName: string; isCurrent: boolean }[]
  parents: Parents
}

function TheForm({ club, people, parents }: Props) {
  const navigate = useNavigate()
  const save = useWrite(saveClub)
  const saveLogo = useWrite(saveClubLogo)
  const form = useForm({
    schema: clubFormSchema,
    values: club ? valuesOf(club) : newClub(),
    version: club?.version,
    async save({ logoChange: _, ...values }, version) {
      if (club) return await save.mutateAsync({ id: club.id, version, ...values })
      const { code, ...rest } = values
      // Left to the server, which knows the codes that are taken.
      const isSuggested = code === suggestDetails(values).code
      return await save.mutateAsync({ id: 0, ...rest, ...(!isSuggested && { code }) })
    },
    async saved({ id }, { logoChange, name }) {
      await storeLogo(id, logoChange)
      showToast({ message: club ? 'The details have been saved.' : `${name} is there.` })
      await navigate({ to: clubAddress(id, 'details') })
    },
    fromRecord: valuesOf,
  })

  useSuggestions(form, club === undefined)
  const [hasDetails, setDetails] = useState(false)

  async function storeLogo(id: number, change: LogoChange) {
    if (change === 'keep') return
    const result = await saveLogo.mutateAsync({ id, image: change === 'remove' ? null : change.base64 })
    // The club itself is saved; a logo can be chosen again.
    if (isRefusal(result)) showToast({ message: `The logo was not saved: ${result.message}`, tone: 'bad' })
  }

  return (
    <Form
      form={form}
      submit={club ? 'Save details' : 'Create club'}
      hasDraft={club !== undefined}
      cancel={club ? clubAddress(club.id, 'details') : '/dashboard'}
    >
      {club && <KeepDraft of={withoutLogo(form)} form="club" clubId={club.id} record={club.id} />}
      {!club && <NewClubSection form={form} parents={parents.options} />}
      {(club || hasDetails) && (
        <>
          <ClubSection
            form={form}
            logo={club?.logo ?? ''}
            parents={parents.options}
            canMove={parents.canChange}
            isNew={!club}
          />
          {club && <PeopleSection form={form} people={choicesOf(people, club)} />}
          <ContactSection form={form} />
          <AddressSection form={form} isNew={!club} />
        </>
      )}
      {!club && !hasDetails && (
        <div>
          <Button variant="quiet" onClick={() => setDetails(true)}>
            <IconPlus size={18} aria-hidden="true" />
            Add details
          </Button>
        </div>
      )}
    </Form>
  )
}

/** A picture is too large to be kept with each pause in typing. */
function withoutLogo<F extends { draft: () => { values: object } }>(form: F): F {
  const draft = () => {
    const typed = form.draft()
    return { ...typed, values: { ...typed.values, logoChange: 'keep' } }
  }
  return { ...form, draft }
}

type Suggested = keyof ReturnType<typeof suggestDetails>

interface Watched {
  watch: () => ClubFormValues
  setValue: (name: Suggested, value: never) => void
}

/** Code and type of a new club follow its name and the club above, until someone changes them. */
function useSuggestions(form: Watched, isNew: boolean) {
  const values = form.watch()
  const last = useRef(suggestDetails(values))
  const { setValue } = form
  useEffect(() => {
    if (!isNew) return
    const next = suggestDetails(values)
    // The value is of that very name; the compiler doesn’t follow a name through a loop.
    for (const name of ['code', 'clubTypeId'] as const)
      if (values[name] === last.current[name] && next[name] !== values[name]) setValue(name, next[name] as never)
    last.current = next
  }, [values, isNew, setValue])
}

/** Who works there, and whoever is named now though he does not. */
function choicesOf(people: Props['people'], club: ClubRecord): Choice[] {
  const named = [
    [club.ownerId, club.ownerName],
    [club.adminId, club.adminName],
    [club.instructorId, club.instructorName],
  ] as const
  const choices = new Map<number, string>()
  for (const { personId, fullName, isCurrent } of people) if (isCurrent) choices.set(personId, fullName)
  for (const [personId, name] of named)
    if (personId !== null && !choices.has(personId)) choices.set(personId, name ?? '')
  return [...choices].map(([value, text]) => ({ value, text }))
}

import { activation } from '@honbu/contract/automations.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { create, findDuplicates } from '@honbu/contract/joining.ts'
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useRead, useWrite, write } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { inWords, nameOf } from '../people/person-name.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { createInput, type Problem, problemsOf } from './create-input.ts'
import { JoinedDialog, type JoinedMember } from './JoinedDialog.tsx'
import css from './Joining.module.css'
import { ReviewBill } from './ReviewBill.tsx'
import { ReviewContact, ReviewJoiner } from './ReviewParts.tsx'
import type { StepProps } from './step-props.ts'
import type { useDraft } from './use-draft.ts'
import { askedOf } from './use-duplicates.ts'
import { stepNames, withSibling } from './wizard.ts'

interface Props extends StepProps {
  kept: ReturnType<typeof useDraft>
  allProblems: readonly Problem[]
  showProblems: (problems: readonly Problem[]) => void
  remove: (who: number) => void
  startAgain: () => Promise<void>
}

/** Everything once more, a brother or sister besides, and then they are members. */
export function ReviewStep(props: Props) {
  const { choices, joining, kept, allProblems, showProblems, change, goTo, back, remove, startAgain } = props
  const { clubId } = choices
  const navigate = useNavigate()
  const save = useWrite(create)
  const { ask, dialog } = useConfirm()
  const [refusal, setRefusal] = useState('')
  const [joined, setJoined] = useState<{ first: number; members: readonly JoinedMember[] } | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const people = joining.joiners.map(({ person }) => askedOf(person))
  // Somebody may have been added by a colleague since the first step.
  const duplicates = useRead(findDuplicates, { clubId, people }, { staleTime: 0 })
  const undecided = joining.joiners.flatMap(({ person, notThese }, who) =>
    (duplicates.data?.[who] ?? [])
      .filter(({ isLikely, memberId }) => isLikely && !notThese.includes(memberId))
      .map(({ code }) => ({ who, name: nameOf(person), code })),
  )
  const names = joining.joiners.map(({ person }) => nameOf(person))
  const problems: readonly Problem[] = [
    ...allProblems.filter(({ field }) => field !== 'evenIfDuplicate'),
    ...undecided.map(({ who, code }) => ({
      place: { step: 'who' as const, who },
      field: 'evenIfDuplicate',
      message: `May be member ${code} already: have a look.`,
    })),
  ]
  useEffect(() => {
    if (refusal) top.current?.focus()
  }, [refusal])

  async function submit() {
    setRefusal('')
    const draftId = await kept.settled()
    const result = await save.mutateAsync(createInput(joining, clubId, draftId))
    if (isRefusal(result)) {
      const refused = problemsOf(result.fields ?? {})
      showProblems(refused)
      setRefusal(result.message)
      if (refused.some(({ field }) => field === 'evenIfDuplicate')) void duplicates.refetch()
      return
    }
    kept.end()
    // The messages about a trial are scheduled as after any booking; the member is there without them too.
    for (const { memberId, bookingId } of [result, ...result.siblings])
      if (bookingId !== null) void write(activation, { memberId, bookingId })
    showToast({ message: `${inWords(names)} ${names.length === 1 ? 'is a member' : 'are members'} now.` })
    const members = [result, ...result.siblings].flatMap(({ memberId }, who) =>
      joining.joiners[who]?.membership.paymentMethodId === paymentMethod.directDebit
        ? [{ memberId, name: joining.joiners[who].person.firstName }]
        : [],
    )
    if (members.length > 0) setJoined({ first: result.memberId, members })
    else await open(result.memberId)
  }

  const open = (memberId: number) => navigate({ to: memberAddress(memberId) as '/', replace: true })

  return (
    <div className={css.review}>
      {(refusal || problems.length > 0) && (
        <div ref={top} className={css.refusal} role="alert" tabIndex={-1}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            {refusal && problems.length === 0 && <p>{refusal}</p>}
            <ul className={css.problems}>
              {problems.map(({ place, message }) => (
                <li key={`${place.step} ${place.who} ${message}`}>
                  {message}{' '}
                  <Button variant="quiet" onClick={() => goTo(place)}>
                    {stepNames[place.step]}
                    {names.length > 1 && place.step !== 'contact' && `, ${names[place.who] ?? ''}`}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {joining.joiners.map((joiner, who) => (
        <ReviewJoiner
          // biome-ignore lint/suspicious/noArrayIndexKey: those who join have no id yet
          key={who}
          choices={choices}
          joiner={joiner}
          who={who}
          goTo={goTo}
          remove={joining.joiners.length > 1 ? () => remove(who) : undefined}
        />
      ))}
      <ReviewContact joining={joining} goTo={goTo} />
      {problems.length === 0 && joining.joiners.some(({ membership }) => membership.joinsAs !== 'enquiry') && (
        <ReviewBill joining={joining} clubId={clubId} today={choices.today} />
      )}
      <div>
        <Button
          disabled={joining.joiners.length >= 12}
          onClick={() => {
            change(withSibling)
            goTo({ step: 'who', who: joining.joiners.length })
          }}
        >
          <IconUserPlus size={18} aria-hidden="true" /> Add a brother or sister
        </Button>
      </div>
      <div className={css.buttons}>
        <Button variant="primary" isBusy={save.isPending} disabled={undecided.length > 0} onClick={() => void submit()}>
          {names.length === 1 ? 'Create member' : `Create ${names.length} members`}
        </Button>
        {back && <Button onClick={back}>Back</Button>}
        <Button
          variant="quiet"
          className={css.throwAway ?? ''}
          onClick={async () => {
            const text = 'All that has been filled in is lost.'
            if (await ask({ title: 'Throw this away?', text, action: 'Throw away', isDanger: true })) await startAgain()
          }}
        >
          Throw away
        </Button>
      </div>
      {dialog}
      {joined && <JoinedDialog clubId={clubId} members={joined.members} onClose={() => void open(joined.first)} />}
    </div>
  )
}

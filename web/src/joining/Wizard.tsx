import { getDrafts } from '@honbu/contract/joining.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { nameOf } from '../people/person-name.ts'
import { idOf, oneOf, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ContactStep } from './ContactStep.tsx'
import type { Problem } from './create-input.ts'
import { DraftList } from './DraftList.tsx'
import { DraftNote } from './DraftNote.tsx'
import css from './Joining.module.css'
import { MembershipStep } from './MembershipStep.tsx'
import { firstOpen, placeBefore, reachable } from './places.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { StartStep } from './StartStep.tsx'
import { StepList } from './StepList.tsx'
import type { StepProps } from './step-props.ts'
import { useDraft } from './use-draft.ts'
import { WhoStep } from './WhoStep.tsx'
import {
  type Choices,
  type Joiner,
  type Joining,
  newJoining,
  type Place,
  stepNames,
  steps,
  withJoiner,
  withoutJoiner,
} from './wizard.ts'

interface Props {
  choices: Choices
  draft: { draftId: number; version: number } | undefined
  begin: Joining
  /** Where a draft was left. */
  at: Place | undefined
  isUnreadable: boolean
  onKept: (draftId: number) => void
}

/** Short steps, each an address; what is typed is kept as it goes. */
export function Wizard({ choices, draft, begin, at, isUnreadable, onKept }: Props) {
  const { clubId, clubName, today } = choices
  const { search, setSearch } = useAddress()
  const navigate = useNavigate()
  const [joining, setJoining] = useState(begin)
  /** Forms begin anew with what another device has filled in. */
  const [turn, setTurn] = useState(0)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const wanted = search.step ? { step: oneOf(steps, search.step), who: Math.max(0, idOf(search.who) - 1) } : at
  const place = reachable(joining, wanted ?? { step: 'who', who: 0 }, today)
  const { step, who } = place
  const joiner = joining.joiners[who] ?? joining.joiners[0]
  const kept = useDraft({
    clubId,
    draftId: draft?.draftId ?? 0,
    version: draft?.version ?? 0,
    joining,
    place,
    onKept: id => {
      onKept(id)
      setSearch({ draft: String(id) })
    },
  })
  const drafts = useRead(getDrafts, {}, { enabled: draft === undefined })
  const stage = useRef<HTMLDivElement>(null)
  const stageName = step === 'review' ? 'review' : `${step} ${who}`
  const formKey = `${stageName} ${turn}`
  useFocusOn(stage, stageName)

  const goTo = (to: Place) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({
        ...now,
        step: to.step,
        who: to.who === 0 ? undefined : String(to.who + 1),
      })) as never,
    })
  const change = (next: (now: Joining) => Joining) => setJoining(next)
  const before = placeBefore(joining, place)

  if (!joiner) return null
  const props: StepProps = {
    choices,
    joining,
    who,
    joiner,
    problems: problems.filter(problem => problem.place.step === step && problem.place.who === who),
    change,
    changeJoiner: each => change(now => withJoiner(now, who, each)),
    next: fill => {
      const filled = fill(joining)
      setJoining(filled)
      setProblems(others => others.filter(problem => problem.place.step !== step || problem.place.who !== who))
      // Who corrects one step of a whole that is filled in goes back to the review.
      goTo(firstOpen(filled, today))
    },
    back: before && (() => goTo(before)),
    goTo,
  }
  const title = joining.joiners.length === 1 ? 'New member' : `New members: ${joining.joiners.length} of a family`
  const isUntouched = draft === undefined && kept.state === 'none'

  return (
    <Screen isNarrow>
      <PageHeader
        title={title}
        crumbs={[{ text: clubName, to: clubAddress(clubId, 'members') }]}
        actions={
          <Button
            onClick={async () => {
              if (await kept.keep()) await navigate({ to: clubAddress(clubId, 'members') as '/' })
            }}
          >
            {isUntouched ? 'Close' : 'Stop here, go on later'}
          </Button>
        }
      >
        <DraftNote
          kept={kept}
          isUnreadable={isUnreadable}
          takeTheirs={(theirs, their) => {
            setJoining(theirs)
            setTurn(now => now + 1)
            goTo(their)
          }}
        />
      </PageHeader>
      {isUntouched && <DraftList drafts={(drafts.data ?? []).filter(each => each.clubId === clubId)} />}
      <StepList joining={joining} place={place} today={today} />
      <div ref={stage} className={css.stage}>
        <h2 className={css.stageTitle} tabIndex={-1}>
          {stepTitle(place, joiner, joining)}
        </h2>
        {step === 'who' && <WhoStep key={formKey} {...props} />}
        {step === 'contact' && <ContactStep key={formKey} {...props} />}
        {step === 'membership' && <MembershipStep key={formKey} {...props} />}
        {step === 'start' && <StartStep key={formKey} {...props} />}
        {step === 'review' && (
          <ReviewStep
            {...props}
            kept={kept}
            showProblems={setProblems}
            allProblems={problems}
            remove={index => setJoining(now => withoutJoiner(now, index))}
            startAgain={async () => {
              await kept.discard()
              setJoining(newJoining())
              void navigate({ to: clubAddress(clubId, 'members') as '/' })
            }}
          />
        )}
      </div>
    </Screen>
  )
}

function stepTitle({ step, who }: Place, { person }: Joiner, { joiners }: Joining): string {
  if (step === 'review') return stepNames.review
  const name = nameOf(person)
  if (step === 'contact') return joiners.length > 1 ? 'Contact of all of them' : `Contact of ${name}`
  if (step !== 'who') return `${stepNames[step]}: ${name}`
  return who === 0 ? 'Who joins?' : 'Which brother or sister?'
}

/** A step that follows another begins at its first field; the first leaves the focus to the screen. */
function useFocusOn(stage: { readonly current: HTMLElement | null }, name: string) {
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    const field = stage.current?.querySelector<HTMLElement>('[aria-invalid=true], input, select, textarea')
    const target = name === 'review' || !field ? stage.current?.querySelector<HTMLElement>('h2') : field
    target?.focus()
  }, [name, stage])
}

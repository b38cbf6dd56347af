import { getClubList } from '@honbu/contract/my-clubs.ts'
import { IconPencil, IconSend, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useRead } from '../app/api.ts'
import { AudienceForm } from '../audience/AudienceForm.tsx'
import { type Chosen, recallChosen } from '../exports/chosen.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, type SearchValues, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { DraftNote } from './DraftNote.tsx'
import type { MessageDraft } from './draft.ts'
import { KindStep } from './KindStep.tsx'
import css from './Messages.module.css'
import type { WholeMessage } from './message.ts'
import { sentItemsAddress } from './message-words.ts'
import { messagingAddress } from './messaging-tabs.ts'
import { SendStep } from './SendStep.tsx'
import { useDraft } from './use-draft.ts'
import { useDraftUndo } from './use-draft-undo.ts'
import { useWhyNot } from './use-why-not.ts'

const ContentEditor = lazy(() => import('../templates/ContentEditor.tsx').then(m => ({ default: m.ContentEditor })))

const steps = ['What it is', 'Who gets it', 'What it says', 'Check and send'] as const

/** Send a Message, in four steps; what is written is kept, and can be gone on with later. */
export function CreateMessage() {
  const { params, search, setSearch } = useAddress()
  const draftId = idOf(search.draft)
  const clubs = useRead(getClubList, {})
  const given = idOf(params.clubId)
  const clubId = given || (clubs.data?.[0]?.id ?? 0)
  const chosen = chosenFor(search)
  const begunFrom = (['edit', 'again', 'member', 'selection'] as const)
    .flatMap(name => (search[name] ? `${name} ${search[name]}` : []))
    .concat(params.templateId ? `template ${params.templateId}` : [])
    .join(', ')
    .slice(0, 100)
  const session = useWritingSession(`${given} ${begunFrom}`, draftId)
  const needsSelection = search.selection !== undefined && !chosen && draftId === 0
  return (
    <Screen>
      <PageHeader title={idOf(search.edit) > 0 ? 'Change a scheduled message' : 'Send a Message'} />
      {clubs.error && !clubs.data && (
        <ErrorState title="Your clubs could not be loaded." error={clubs.error} retry={() => void clubs.refetch()} />
      )}
      {!clubs.data && !clubs.error && <SkeletonRows count={4} height="3rem" />}
      {needsSelection && <UnknownSelection />}
      {clubs.data && clubId > 0 && !needsSelection && (
        <Writing
          key={session.key}
          draftId={draftId}
          onKept={id => {
            session.keep(id)
            setSearch({ draft: String(id) })
          }}
          clubs={clubs.data}
          isGiven={given > 0}
          clubId={clubId}
          templateId={idOf(params.templateId)}
          againId={idOf(search.again)}
          editId={idOf(search.edit)}
          chosen={chosen}
          begunFrom={begunFrom}
        />
      )}
    </Screen>
  )
}

/** Its key changes with what is written, and not when a new draft gets its id: the page goes on with it. */
function useWritingSession(begun: string, draftId: number) {
  const kept = useRef(0)
  const session = useRef({ begun, draftId, key: 0 })
  const { current: before } = session
  const isSame = before.begun === begun && (before.draftId === draftId || draftId === kept.current)
  if (!isSame) kept.current = 0
  session.current = { begun, draftId, key: isSame ? before.key : before.key + 1 }
  return {
    key: session.current.key,
    keep: (id: number) => {
      kept.current = id
    },
  }
}

/** Of the directory, or the member whose page it was begun on. */
function chosenFor({ selection, member }: SearchValues): Chosen | null {
  const memberId = idOf(member)
  return memberId > 0 ? { members: [memberId] } : recallChosen(selection)
}

const UnknownSelection = () => (
  <EmptyState icon={<IconUsers size={24} />} title="The selection is not known here">
    It lasts as long as the tab in which it was made. Tick members in <AppLink to="/member/search">All Members</AppLink>{' '}
    again, or <AppLink to="/create-message">choose whom it is for here</AppLink>.
  </EmptyState>
)

const GoneDraft = () => (
  <EmptyState icon={<IconPencil size={24} />} title="This draft isn’t there any more">
    It was sent or discarded. <AppLink to="/create-message">Start a new message</AppLink>.
  </EmptyState>
)

const BegunAlready = ({ message: { id, clubId, status } }: { message: WholeMessage }) => (
  <EmptyState
    icon={<IconSend size={24} />}
    title={status === 'cancelled' ? 'This message was cancelled' : 'This message is being sent already'}
  >
    It cannot be changed any more.{' '}
    <AppLink to={sentItemsAddress(clubId)} search={{ message: String(id) }}>
      Look at it
    </AppLink>
  </EmptyState>
)

interface Props {
  clubs: readonly { id: number; name: string }[]
  isGiven: boolean
  clubId: number
  templateId: number
  againId: number
  editId: number
  chosen: Chosen | null
  begunFrom: string
  draftId: number
  onKept: (draftId: number) => void
}

function Writing({ clubs, ...begun }: Props) {
  const writing = useDraft(begun)
  const { draft, error, change, restart } = writing
  const navigate = useNavigate()
  const offerUndo = useDraftUndo()
  if (error && !draft && begun.draftId > 0) return <GoneDraft />
  if (error && !draft)
    return (
      <>
        <ErrorState title="This message cannot be begun." error={error} />
        {begun.chosen && (
          <p>
            <AppLink to="/member/search">Choose other members</AppLink>
          </p>
        )}
      </>
    )
  if (!draft) return <SkeletonRows count={4} height="3rem" />
  const { editId } = begun
  if (writing.message && writing.message.status !== 'scheduled') return <BegunAlready message={writing.message} />
  const step = Math.min(draft.step, steps.length - 1)
  const go = (to: number) => change({ step: to })
  async function discard() {
    const id = await writing.discard()
    if (id > 0) offerUndo(id)
    // The address is made from the specification's routes, which the router's types do not know.
    await navigate({ to: messagingAddress('drafts', draft?.clubId) as '/' })
  }
  return (
    <div className={css.stack}>
      <DraftNote writing={writing} clubId={draft.clubId} isChange={editId > 0} onDiscard={() => void discard()} />
      <nav aria-label="Steps">
        <ol className={css.steps}>
          {steps.map((title, place) => (
            <li key={title}>
              <Button
                variant={place === step ? 'primary' : 'quiet'}
                aria-current={place === step ? 'step' : undefined}
                onClick={() => go(place)}
              >
                {place + 1}. {title}
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      <Step
        {...{ step, draft, clubs, change, editId }}
        settle={writing.settle}
        onSent={writing.end}
        onRestart={() => void restart()}
      />
      {step < steps.length - 1 && (
        <div className={css.actions}>
          {step > 0 && <Button onClick={() => go(step - 1)}>Back</Button>}
          <Button variant="primary" onClick={() => go(step + 1)}>
            Next: {steps[step + 1]}
          </Button>
        </div>
      )}
    </div>
  )
}

interface StepProps {
  step: number
  draft: MessageDraft
  clubs: Props['clubs']
  change: (part: Partial<MessageDraft>) => void
  editId: number
  settle: () => Promise<number | undefined>
  onSent: () => void
  onRestart: () => void
}

function Step({ step, draft, clubs, change, editId, settle, onSent, onRestart }: StepProps) {
  const whyNot = useWhyNot(draft)
  const { clubId, clubIds, channel, purpose, onePerAddress, audience, subject, body, layoutId } = draft
  if (step === 0) return <KindStep draft={draft} clubs={clubs} change={change} isChange={editId > 0} />
  if (step === 1)
    return (
      <Panel title="Who gets it">
        <div className={css.stack}>
          {whyNot && <p>{whyNot}</p>}
          <AudienceForm
            {...{ clubId, clubIds, channel, purpose, onePerAddress }}
            value={audience}
            onChange={next => change({ audience: next })}
          />
          <label className={css.choice}>
            <input
              type="checkbox"
              checked={onePerAddress}
              onChange={event => change({ onePerAddress: event.target.checked })}
            />
            <span>One message for everybody who shares an address, such as a family. It names them all.</span>
          </label>
        </div>
      </Panel>
    )
  if (step === 2)
    return (
      <Panel title="What it says">
        <Suspense fallback={<SkeletonRows count={4} height="3rem" />}>
          <ContentEditor
            {...{ clubId, channel, onChange: change }}
            value={{ subject, body, layoutId }}
            isMarketing={purpose === 'marketing'}
          />
        </Suspense>
      </Panel>
    )
  return <SendStep {...{ draft, change, editId, settle, onSent, onRestart }} />
}

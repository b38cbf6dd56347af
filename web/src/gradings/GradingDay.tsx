import type { getClass } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { getGradingCandidates } from '@honbu/contract/gradings.ts'
import { IconDots, IconListCheck, IconUserPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useRead } from '../app/api.ts'
import { useConnection } from '../app/connection.ts'
import { rosterAddress } from '../classes/roster-address.ts'
import { usePhone } from '../classes/use-phone.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { oneOf, useAddress } from '../ui/address.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { AddCandidate } from './AddCandidate.tsx'
import { BeltOrder } from './BeltOrder.tsx'
import { CertificateButton } from './CertificateButton.tsx'
import { ExaminerSheet } from './ExaminerSheet.tsx'
import css from './GradingDay.module.css'
import { InviteButton } from './InviteButton.tsx'
import { ReadyButton } from './ReadyButton.tsx'
import { Results } from './Results.tsx'
import { useDraft } from './use-draft.ts'
import { useSelectCandidates } from './use-select-candidates.tsx'

interface Props {
  classId: number
  classDate: string
  klass: Output<typeof getClass>
}

const views = ['results', 'belts', 'sheet'] as const
const viewNames = { results: 'Results', belts: 'Belts to order', sheet: 'Examiner’s sheet' }

/** Milliseconds between two looks at what other devices have saved, while the screen is seen. */
const pollEvery = 10_000

export function GradingDay({ classId, classDate, klass }: Props) {
  const { search, setSearch } = useAddress()
  const view = oneOf(views, search.view)
  const day = useRead(getGradingCandidates, { classId, classDate }, { refetchInterval: pollEvery })
  const { entries, change } = useDraft(classId, classDate)
  const [isAdding, setAdding] = useState(false)
  const [areToolsOpen, setToolsOpen] = useState(false)
  const toolsId = useId()
  const isPhone = usePhone()
  const { isOffline } = useConnection()
  const select = useSelectCandidates({ candidates: day.data?.candidates ?? [], clubId: klass.clubId })

  if (!day.data) {
    if (day.error)
      return <ErrorState title="The grading could not be loaded." error={day.error} retry={() => void day.refetch()} />
    return (
      <div aria-busy="true">
        <VisuallyHidden>Loading...</VisuallyHidden>
        <SkeletonRows count={8} height="68px" />
      </div>
    )
  }
  const { candidates, disciplines } = day.data
  /** On a phone the results come first, and the rest when it is asked for. */
  const isFolded = isPhone && view === 'results' && candidates.length > 0
  const hasTools = !isFolded || areToolsOpen
  const hasPassed = candidates.some(({ result }) => result?.passed)
  return (
    <div className={css.day}>
      {hasTools && (
        <div className={css.tools} id={toolsId}>
          <Segmented
            label="View"
            options={views.map(value => ({ value, text: viewNames[value] }))}
            value={view}
            onChoose={value => setSearch({ view: value === 'results' ? undefined : value })}
          />
          <div className={css.actions}>
            {hasPassed && <CertificateButton classId={classId} classDate={classDate} text="Certificates" />}
            <AppLink to={rosterAddress(classId)} search={{ date: classDate }} className={buttonClass('secondary')}>
              <IconListCheck size={18} aria-hidden="true" />
              Register
            </AppLink>
            <ReadyButton classId={classId} classDate={classDate} />
            {candidates.length > 0 && (
              <>
                <InviteButton memberIds={candidates.map(({ memberId }) => memberId)} clubId={klass.clubId} />
                {select.menu}
              </>
            )}
            <Button aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              <IconUserPlus size={18} aria-hidden="true" />
              Add a member
            </Button>
          </div>
        </div>
      )}
      {select.bar}
      {isAdding && <AddCandidate classId={classId} classDate={classDate} onClose={() => setAdding(false)} />}
      {isOffline && (
        <p className={css.offline} role="status">
          No connection. What you enter stays on this device. Save it when you’re back online.
        </p>
      )}
      {day.error && !isOffline && (
        <ErrorState
          title="What was saved elsewhere cannot be seen at the moment."
          error={day.error}
          retry={() => void day.refetch()}
        />
      )}
      {disciplines.length === 0 && (
        <EmptyState
          title="This grading has no discipline."
          actions={
            <AppLink to={clubAddress(klass.clubId, 'classes-and-events')} className={buttonClass('primary')}>
              Classes and events
            </AppLink>
          }
        >
          Say in the class’s form what is graded there.
        </EmptyState>
      )}
      {disciplines.length > 0 && candidates.length === 0 && (
        <EmptyState
          title="Nobody is on the list yet."
          actions={<Button onClick={() => setAdding(true)}>Add a member</Button>}
        >
          Candidates for grading who study {disciplines.map(({ name }) => name).join(', ')} appear here, and who is
          enrolled in this grading.
        </EmptyState>
      )}
      {candidates.length > 0 && view === 'results' && (
        <Results
          data={day.data}
          entries={entries}
          change={change}
          hasTools={hasTools}
          toggle={
            isFolded && (
              <IconButton
                label="Views and tools"
                icon={<IconDots size={20} aria-hidden="true" />}
                aria-expanded={areToolsOpen}
                aria-controls={areToolsOpen ? toolsId : undefined}
                onClick={() => setToolsOpen(!areToolsOpen)}
              />
            )
          }
        />
      )}
      {candidates.length > 0 && view === 'belts' && <BeltOrder data={day.data} entries={entries} />}
      {candidates.length > 0 && view === 'sheet' && <ExaminerSheet data={day.data} />}
    </div>
  )
}

import { longDate, shortDate } from '@honbu/contract/format.ts'
import { getGradingHistory } from '@honbu/contract/gradings.ts'
import { gradingRequirement } from '@honbu/contract/ids.ts'
import { getMemberDisciplines, removeDiscipline } from '@honbu/contract/membership.ts'
import { IconAward, IconCertificate, IconCertificateOff, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { ourClubs } from '../member-view/our-clubs.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { Studied } from './discipline.ts'
import css from './Grades.module.css'

const PastGradingDialog = lazy(() => import('./PastGradingDialog.tsx').then(m => ({ default: m.PastGradingDialog })))
const DisciplineDialog = lazy(() => import('./DisciplineDialog.tsx').then(m => ({ default: m.DisciplineDialog })))

/** What a member studies, how far the next grade is, and every grading there was. */
export function GradesPanel({ memberId, details }: MemberPanelProps) {
  const [edited, setEdited] = useState<Studied | 'new' | null>(null)
  const [isRecording, setRecording] = useState(false)
  const { ask, dialog } = useConfirm()
  const answer = useRead(getMemberDisciplines, { id: memberId })
  const remove = useWrite(removeDiscipline)
  const clubId = ourClubs(details)[0]?.clubId

  async function pressRemove({ memberDisciplineId, disciplineName }: Studied) {
    const yes = await ask({
      title: `Does ${details.firstName} not study ${disciplineName} any more?`,
      text: 'The grade is forgotten; the results of gradings stay in the history.',
      action: 'Remove discipline',
      isDanger: true,
    })
    if (!yes) return
    const result = await remove.mutateAsync({ id: memberId, memberDisciplineId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <div className={css.panels}>
      <Panel
        title="Disciplines"
        flush
        aside={
          clubId && (
            <Button onClick={() => setEdited('new')}>
              <IconPlus size={18} aria-hidden="true" />
              Add a discipline
            </Button>
          )
        }
      >
        {answer.error && !answer.data && (
          <ErrorState
            title="The grades could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {answer.isLoading && <SkeletonRows count={2} height="4rem" />}
        {answer.data?.length === 0 && (
          <EmptyState icon={<IconAward size={24} />} title="Studies nothing yet">
            Add a discipline and, if there is one, the grade that was reached elsewhere.
          </EmptyState>
        )}
        <ul className={css.list}>
          {(answer.data ?? []).map(studied => (
            <li key={studied.memberDisciplineId} className={css.discipline}>
              <div className={css.words}>
                <strong>{studied.disciplineName}</strong>
                <span>{studied.belt ? <Belt belt={studied.belt} /> : 'No grade yet'}</span>
                <span className={css.soft}>
                  since {shortDate(studied.studiedSince)}
                  {studied.lastGrading && `, last grading ${shortDate(studied.lastGrading)}`}
                </span>
              </div>
              <Next studied={studied} />
              {clubId && (
                <Menu
                  label={`More for ${studied.disciplineName}`}
                  items={[
                    { text: 'Change', onSelect: () => setEdited(studied) },
                    { text: 'Remove', isDanger: true, onSelect: () => void pressRemove(studied) },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
      <History memberId={memberId} onRecord={clubId === undefined ? undefined : () => setRecording(true)} />
      {edited && clubId && (
        <Suspense>
          <DisciplineDialog
            memberId={memberId}
            clubId={clubId}
            today={details.today}
            studied={edited === 'new' ? null : edited}
            has={(answer.data ?? []).map(({ disciplineId }) => disciplineId)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {isRecording && clubId && (
        <Suspense>
          <PastGradingDialog
            memberId={memberId}
            firstName={details.firstName}
            clubId={clubId}
            today={details.today}
            onClose={() => setRecording(false)}
          />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

function Next({ studied }: { studied: Studied }) {
  const { nextGrade, hasGradesAbove, gradingProgress, gradingRequirementFlags: flags } = studied
  if (!nextGrade)
    return (
      <span className={css.soft}>
        {hasGradesAbove ? 'No higher grade for their age or category' : 'The highest grade'}
      </span>
    )
  const isReady = flags === (gradingRequirement.attendance | gradingRequirement.experience)
  return (
    <div className={css.words}>
      <span className={css.next}>
        Next <Belt belt={nextGrade} />
      </span>
      <span>
        <Badge tone={isReady ? 'good' : 'neutral'} icon={isReady && <IconCertificate size={14} aria-hidden="true" />}>
          {readinessText(flags)}
        </Badge>
      </span>
      <span className={css.soft}>{gradingProgress}</span>
    </div>
  )
}

function readinessText(flags: number): string {
  if (flags === 3) return 'Ready to grade'
  if (flags === gradingRequirement.experience) return 'Needs attendance'
  return flags === gradingRequirement.attendance ? 'Needs experience' : 'Not ready'
}

function History({ memberId, onRecord }: { memberId: number; onRecord: (() => void) | undefined }) {
  const answer = useRead(getGradingHistory, { id: memberId })
  return (
    <Panel
      title="Gradings"
      flush
      aside={
        onRecord && (
          <Button onClick={onRecord}>
            <IconPlus size={18} aria-hidden="true" />
            Record result
          </Button>
        )
      }
    >
      {answer.error && !answer.data && (
        <ErrorState
          title="The gradings could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="3rem" />}
      {answer.data?.length === 0 && (
        <EmptyState title="No gradings yet">
          Results appear here after a grading. Record a past one yourself.
        </EmptyState>
      )}
      <ol className={css.list}>
        {(answer.data ?? []).map(entry => (
          <li key={entry.id} className={css.grading}>
            <span className={css.date}>{longDate(entry.gradedOn)}</span>
            <div className={css.words}>
              <span className={css.next}>
                {entry.passed ? (
                  <IconCertificate size={18} aria-hidden="true" className={css.passed} />
                ) : (
                  <IconCertificateOff size={18} aria-hidden="true" />
                )}
                {entry.passed ? 'Passed' : 'Not passed'}: {entry.disciplineName} <Belt belt={entry.to} />
              </span>
              <span className={css.soft}>
                {[entry.progress, entry.reason, entry.note, entry.clubName, entry.by].filter(Boolean).join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

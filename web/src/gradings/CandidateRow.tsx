import { currency } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconArrowRight, IconCash, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { CandidateDetail } from './CandidateDetail.tsx'
import css from './CandidateRow.module.css'
import {
  type Candidate,
  type Discipline,
  fullName,
  type Grades,
  type GradingDayData,
  gradeBefore,
  isReady,
  keyOf,
} from './candidates.ts'
import { EntryWords } from './EntryWords.tsx'
import type { Entry, Outcome } from './entries.ts'
import { ResultControls } from './ResultControls.tsx'
import { SavedResult } from './SavedResult.tsx'

interface Props {
  row: Candidate
  discipline: Discipline
  grades: Grades
  day: GradingDayData
  entry: Entry | undefined
  error: string | undefined
  /** The row that Tab reaches and the arrows move. */
  isCurrent: boolean
  isOpen: boolean
  /** A reason is asked for, or a note is being written. */
  isWriting: boolean
  focusNote: boolean
  onOutcome: (outcome: Outcome) => void
  onEntry: (entry: Entry | null) => void
  onOpen: () => void
  onNote: () => void
}

/** A member: photo or initials, name, belts, how far he is, what he owes, and the result. */
export function CandidateRow(props: Props) {
  const { row, discipline, grades, day, entry, error, isCurrent, isOpen } = props
  const name = fullName(row)
  const key = keyOf(row)
  const detailId = `candidate-${key}-detail`
  const from = grades.get(gradeBefore(row) ?? 0)
  const to = grades.get(row.result?.gradeId ?? entry?.gradeId ?? row.gradeIdsAbove[0] ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid, which cannot be a table
    <div
      className={clsx(
        css.row,
        day.canSave && css.takesResult,
        entry && !row.result && css.entered,
        error && css.wrong,
        isOpen && css.open,
      )}
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      data-row={key}
      aria-label={`${name}, ${state(row, entry, to?.belt.gradeName)}`}
    >
      <Cell className={css.who}>
        <button
          type="button"
          className={css.member}
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId : undefined}
          onClick={props.onOpen}
        >
          <Avatar firstName={row.firstName} lastName={row.lastName} photoUrl={row.photoUrl} />
          <span className={css.name}>{name}</span>
          <span className={css.belts}>
            {from ? <Belt belt={from.belt} barOnly={to !== undefined} /> : <span>No grade</span>}
            {to && (
              <>
                <IconArrowRight size={14} aria-label="to" />
                <Belt belt={to.belt} />
              </>
            )}
            {!to && <span className={css.top}>Highest grade</span>}
          </span>
        </button>
      </Cell>
      <Cell className={css.facts}>
        <Readiness row={row} discipline={discipline} />
        {row.outstandingFees > 0 && (
          <Badge tone="bad" icon={<IconCash size={14} aria-hidden="true" />} title={row.debtInfo}>
            <span className={css.word}>{currency(row.outstandingFees)} due</span>
          </Badge>
        )}
        {!row.isEntered && (
          <span className={css.candidate}>
            <Badge title="Marked as a candidate; not entered for this grading.">Candidate</Badge>
          </span>
        )}
        {row.attended === false && <Badge tone="warn">Marked absent</Badge>}
      </Cell>
      <Cell className={css.controls}>
        {row.result ? (
          <SavedResult result={row.result} name={name} isReachable={isCurrent} />
        ) : (
          day.canSave && (
            <ResultControls
              row={row}
              discipline={discipline}
              entry={entry}
              isOpen={isOpen}
              isReachable={isCurrent}
              onOutcome={props.onOutcome}
              onEntry={props.onEntry}
              onNote={props.onNote}
            />
          )
        )}
      </Cell>
      {entry && !row.result && day.canSave && (props.isWriting || entry.note !== '' || entry.reason !== '') && (
        <Cell className={css.words}>
          <EntryWords row={row} entry={entry} focusNote={props.focusNote} onEntry={props.onEntry} />
        </Cell>
      )}
      {error && (
        <Cell className={css.error}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {error}
        </Cell>
      )}
      {isOpen && (
        <Cell className={css.detail} id={detailId}>
          <CandidateDetail row={row} day={day} grades={grades} />
        </Cell>
      )}
    </div>
  )
}

function Readiness({ row, discipline }: { row: Candidate; discipline: Discipline }) {
  const { gradingProgress, gradingRequirementFlags, studies } = row
  if (!studies && !row.result) return <Badge tone="warn">Has not studied {discipline.name} so far</Badge>
  if (gradingProgress === '') return null
  const ready = isReady(row)
  const words: Readonly<Record<number, string>> = { 1: 'Needs attendance', 2: 'Needs experience', 3: 'Ready' }
  return (
    <span className={css.readiness}>
      <Badge
        tone={ready ? 'good' : 'warn'}
        icon={ready ? <IconCircleCheck size={14} aria-hidden="true" /> : <IconHourglass size={14} aria-hidden="true" />}
      >
        <span className={css.word}>{words[gradingRequirementFlags] ?? 'Not ready'}</span>
      </Badge>
      <span className={css.progress}>{gradingProgress}</span>
    </span>
  )
}

interface CellProps {
  className: string | undefined
  id?: string
  children: ReactNode
}

function Cell({ className, id, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid, which cannot be a table
    // biome-ignore lint/a11y/useFocusableInteractive: the row and what is in the cell take the focus
    <div className={className} role="gridcell" id={id}>
      {children}
    </div>
  )
}

function state(row: Candidate, entry: Entry | undefined, grade = ''): string {
  if (row.result) return row.result.passed ? `passed, ${grade}` : 'not passed'
  if (!entry) return isReady(row) ? 'ready, no result yet' : 'not ready, no result yet'
  return entry.passed ? `pass to ${grade}, not saved yet` : 'fail, not saved yet'
}

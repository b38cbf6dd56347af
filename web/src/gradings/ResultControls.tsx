import { IconCheck, IconChevronsUp, IconNote, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { IconButton } from '../ui/IconButton.tsx'
import { type Candidate, type Discipline, fullName } from './candidates.ts'
import type { Entry, Outcome } from './entries.ts'
import { outcomeOf } from './entries.ts'
import css from './ResultControls.module.css'

interface Props {
  row: Candidate
  discipline: Discipline
  entry: Entry | undefined
  /** On a phone only an opened row has all of them. */
  isOpen: boolean
  /** By Tab; with a mouse all rows are. */
  isReachable: boolean
  onOutcome: (outcome: Outcome) => void
  onEntry: (entry: Entry | null) => void
  onNote: () => void
}

const outcomes = [
  { outcome: 'pass', text: 'Pass', Icon: IconCheck, above: 1 },
  { outcome: 'fail', text: 'Fail', Icon: IconX, above: 1 },
  { outcome: 'double', text: 'Double', Icon: IconChevronsUp, above: 2 },
] as const

/** Pass, fail, double grade, or any other grade of the discipline. Pressed again, a button takes its entry back. */
export function ResultControls({ row, discipline, entry, isOpen, isReachable, onOutcome, onEntry, onNote }: Props) {
  const name = fullName(row)
  const chosen = entry && outcomeOf(row, entry)
  const tabIndex = isReachable ? 0 : -1
  const isOther = entry !== undefined && chosen === null
  return (
    <div className={css.controls} data-open={isOpen || undefined}>
      <fieldset className={css.outcomes}>
        <legend>Result of {name}</legend>
        {outcomes.map(({ outcome, text, Icon, above }) => (
          <button
            key={outcome}
            type="button"
            className={clsx(css.outcome, css[outcome])}
            tabIndex={tabIndex}
            aria-pressed={chosen === outcome}
            disabled={row.gradeIdsAbove.length < above}
            onClick={() => (chosen === outcome ? onEntry(null) : onOutcome(outcome))}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={css.text}>{text}</span>
          </button>
        ))}
      </fieldset>
      <select
        className={clsx(css.other, isOther && css.isOther)}
        tabIndex={tabIndex}
        aria-label={`Other grade for ${name}`}
        value={isOther ? entry.gradeId : ''}
        onChange={({ target: { value } }) =>
          onEntry(
            value === ''
              ? null
              : { passed: true, gradeId: Number(value), reason: entry?.reason ?? '', note: entry?.note ?? '' },
          )
        }
      >
        <option value="">Other…</option>
        {discipline.grades
          .filter(({ gradeId }) => gradeId !== row.currentGradeId && !row.gradeIdsAbove.slice(0, 2).includes(gradeId))
          .map(({ gradeId, belt, categoryName }) => (
            <option key={gradeId} value={gradeId}>
              {belt.gradeName}
              {categoryName && ` (${categoryName})`}
            </option>
          ))}
      </select>
      <IconButton
        className={css.note}
        label={`Note on ${name}`}
        icon={<IconNote size={18} aria-hidden="true" />}
        tabIndex={tabIndex}
        onClick={onNote}
      />
    </div>
  )
}

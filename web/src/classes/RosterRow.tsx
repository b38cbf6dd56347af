import clsx from 'clsx'
import { memo, type ReactNode } from 'react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Belt } from '../ui/Belt.tsx'
import { MarkButtons } from './MarkButtons.tsx'
import type { Mark } from './mark-queue.ts'
import { RosterFlag } from './RosterFlag.tsx'
import css from './RosterRow.module.css'
import { RosterRowDetail } from './RosterRowDetail.tsx'
import { fullName, type RegisterRow, rowStyle } from './register-view.ts'
import { rosterFlags } from './roster-flags.ts'

interface Props {
  row: RegisterRow
  mark: Mark
  /** The row that Tab reaches and the arrows move. */
  isCurrent: boolean
  isOpen: boolean
  onMark: (row: RegisterRow, mark: Mark) => void
  onOpen: (memberId: number) => void
}

/** A member: photo or initials, name, belt, status, flags, and the two marks. Drawn again only when it has changed. */
export const RosterRow = memo(function RosterRow({ row, mark, isCurrent, isOpen, onMark, onOpen }: Props) {
  const name = fullName(row)
  const flags = rosterFlags(row)
  const detailId = `member-${row.memberId}-detail`
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      // The class names of the specification are not made unique to this file, so that tests and themes find them.
      className={clsx(css.row, rowStyle(row))}
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      data-member={row.memberId}
      aria-label={`${name}, ${markWord(mark)}`}
    >
      <Cell className={css.memberCell}>
        <button
          type="button"
          className={css.member}
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId : undefined}
          onClick={() => onOpen(row.memberId)}
        >
          <Avatar firstName={row.firstName} lastName={row.lastName} photoUrl={row.photoUrl} />
          <span className={css.name}>{name}</span>
          <span className={css.meta}>
            <span className={css.belt}>{row.belt && <Belt belt={row.belt} />}</span>
            <span className={css.status}>
              <MemberStatus id={row.memberStatusId} />
            </span>
            <span className={css.flags}>
              {flags.map(flag => (
                <RosterFlag key={flag.kind} flag={flag} />
              ))}
            </span>
          </span>
        </button>
      </Cell>
      <Cell className={css.marksCell}>
        <MarkButtons name={name} mark={mark} isReachable={isCurrent} onMark={next => onMark(row, next)} />
      </Cell>
      {isOpen && (
        <Cell className={css.detailCell} id={detailId}>
          <RosterRowDetail row={row} flags={flags} />
        </Cell>
      )}
    </div>
  )
})

interface CellProps {
  className: string | undefined
  id?: string
  children: ReactNode
}

function Cell({ className, id, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the row and what is in the cell take the focus
    <div className={className} role="gridcell" id={id}>
      {children}
    </div>
  )
}

const markWord = (mark: Mark) => {
  if (mark === null) return 'not marked'
  return mark ? 'present' : 'absent'
}

import { memberStatus } from '@honbu/contract/ids.ts'
import { IconAlertTriangle, IconCloudUp, IconPhone } from '@tabler/icons-react'
import clsx from 'clsx'
import { memo, type ReactNode } from 'react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import type { Mark, RegisterOf } from '../offline/mark-queue.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { shortDay } from '../ui/dates.ts'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { telOf } from '../ui/tel.ts'
import { MarkButtons } from './MarkButtons.tsx'
import { RosterFlag } from './RosterFlag.tsx'
import css from './RosterRow.module.css'
import { RosterRowDetail } from './RosterRowDetail.tsx'
import { fullName, markWord, type RegisterRow, rowStyle } from './register-view.ts'
import { rosterFlags } from './roster-flags.ts'
import type { Look } from './use-look.ts'

interface Props {
  row: RegisterRow
  mark: Mark
  /** The row that Tab reaches and the arrows move. */
  isCurrent: boolean
  isOpen: boolean
  /** Shares the name with another row: the code tells them apart. */
  isNamesake: boolean
  /** The mark is on the device and has not been sent. */
  isWaiting: boolean
  /** Why the last mark was not saved; empty when it was. */
  refusal: string
  look: Look
  /** The same object as long as the register is the same. */
  register: RegisterOf
  /** The register isn't open yet. */
  isClosed: boolean
  onMark: (row: RegisterRow, mark: Mark) => void
  onOpen: (memberId: number) => void
}

/** A member: photo or initials, name, belt, status, flags, and the two marks. Drawn again only when it has changed. */
export const RosterRow = memo(function RosterRow(props: Props) {
  const { row, mark, isCurrent, isOpen, isNamesake, isWaiting, refusal, look, register, isClosed, onMark, onOpen } =
    props
  const name = fullName(row)
  const flags = rosterFlags(row)
  const detailId = `member-${row.memberId}-detail`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid, which cannot be a table
    <div
      // The class names of the specification are not made unique to this file, so that tests and themes find them.
      className={clsx(css.row, look.isCompact && css.compact, rowStyle(row))}
      role="row"
      tabIndex={isCurrent ? 0 : -1}
      data-member={row.memberId}
      aria-label={`${name}, ${markWord(mark)}${isWaiting ? ', waiting to be sent' : ''}`}
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
          <span className={css.name}>
            {name}
            {isNamesake && <span className={css.code}> [{row.code}]</span>}
          </span>
          <span className={css.meta}>
            <span className={css.belt}>{look.grade && row.belt && <Belt belt={row.belt} />}</span>
            <span className={clsx(css.status, row.memberStatusId === memberStatus.active && css.usual)}>
              {look.status && <MemberStatus id={row.memberStatusId} />}
            </span>
            <span className={css.flags}>
              {isWaiting && (
                <span className={css.waiting}>
                  <Badge
                    tone="warn"
                    icon={<IconCloudUp size={14} aria-hidden="true" />}
                    title="Sent when the connection returns."
                  >
                    <span className={css.word}>Waiting</span>
                  </Badge>
                </span>
              )}
              {refusal && (
                <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />} title={refusal}>
                  Not saved
                </Badge>
              )}
              {look.last && (
                <span className={css.last}>
                  {row.lastAttendance ? `Last ${shortDay(row.lastAttendance)}` : 'Never yet'}
                </span>
              )}
              {look.flags && flags.map(flag => <RosterFlag key={flag.kind} flag={flag} />)}
            </span>
          </span>
        </button>
      </Cell>
      <Cell className={css.marksCell}>
        <EmergencyCall row={row} isReachable={isCurrent} />
        <MarkButtons
          name={name}
          mark={mark}
          isReachable={isCurrent}
          isDisabled={isClosed}
          onMark={next => onMark(row, next)}
        />
      </Cell>
      {isOpen && (
        <Cell className={css.detailCell} id={detailId}>
          <RosterRowDetail row={row} flags={flags} {...register} />
        </Cell>
      )}
    </div>
  )
})

/** Calls the first emergency contact of a member. */
function EmergencyCall({ row, isReachable }: { row: RegisterRow; isReachable: boolean }) {
  const [contact] = row.emergencyContacts
  if (!contact) return null
  const label = `Call ${contact.name}${contact.relationship && ` (${contact.relationship.toLowerCase()})`}, emergency contact of ${fullName(row)}`
  return (
    <a
      href={telOf(contact.phone)}
      className={iconButtonClass(css.call)}
      aria-label={label}
      title={label}
      tabIndex={isReachable ? 0 : -1}
    >
      <IconPhone size={20} aria-hidden="true" />
    </a>
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

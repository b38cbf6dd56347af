import { telLink } from '@honbu/contract/phone.ts'
import { IconCheck, IconMessage, IconPhone, IconRotate2 } from '@tabler/icons-react'
import clsx from 'clsx'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { shortDay } from '../ui/dates.ts'
import { SelectionBox } from '../ui/grid/SelectionBox.tsx'
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { moment } from '../ui/moments.ts'
import css from './TaskList.module.css'
import type { Task } from './task.ts'

interface Props {
  task: Task
  /** The row that Tab reaches and the arrows move. */
  isCurrent: boolean
  isTicked: boolean
  /** One of a line that is open, which says what they have in common. */
  isInFold: boolean
  showClub: boolean
  onTick: () => void
  onFinish: () => void
  onEdit: () => void
  onPostpone: () => void
  onReassign: () => void
  onAnswer: () => void
}

export function TaskRow(props: Props) {
  const { task, isCurrent, isTicked, isInFold, showClub, onTick, onFinish, onEdit, onPostpone, onReassign, onAnswer } =
    props
  const { subject, memberId, memberName, completedAt } = task
  const isDone = completedAt !== null
  const about = memberName ? `${subject}, ${memberName}` : subject
  const open = memberId
    ? [
        { text: 'Send message', to: '/create-message', search: { member: String(memberId) } },
        ...(['note', 'mention'].includes(task.kind)
          ? [{ text: 'Open the notes', to: `${memberAddress(memberId)}/notes` }]
          : []),
        { text: 'Open the member', to: memberAddress(memberId) },
      ]
    : task.kind === 'failure'
      ? [{ text: 'Open Sent items', to: `/messaging/sent-items/${task.clubId}` }]
      : []
  const items = isDone
    ? [{ text: 'Open again', onSelect: onFinish }, ...open]
    : [
        { text: 'Edit', onSelect: onEdit },
        { text: 'Postpone', onSelect: onPostpone },
        { text: 'Give to', onSelect: onReassign },
        ...open,
      ]
  return (
    <li
      className={clsx(css.row, isInFold && css.inFold)}
      tabIndex={isCurrent ? 0 : -1}
      data-task={task.taskId}
      aria-label={`${about}, due ${shortDay(task.dueOn)}${isTicked ? ', ticked' : ''}`}
    >
      <SelectionBox label={`Tick ${about}`} isOn={isTicked} onChange={onTick} />
      <Face task={task} />
      <div className={css.what}>
        <button type="button" className={css.subject} onClick={onEdit}>
          {subject}
        </button>
        {memberId && memberName && (
          <span className={css.who}>
            <AppLink to={memberAddress(memberId)}>{memberName}</AppLink>
            {task.memberStatusId !== null && <MemberStatus id={task.memberStatusId} />}
            <Phone task={task} />
          </span>
        )}
        {task.details && <span className={css.details}>{task.details}</span>}
      </div>
      <div className={css.facts}>
        {!isInFold && <Badge>{task.kindName}</Badge>}
        {!isInFold && showClub && <span>{task.clubName}</span>}
        {(isDone || !isInFold) && <span>{isDone ? doneText(task) : (task.assigneeName ?? 'Anybody')}</span>}
      </div>
      <span className={css.due}>{isDone ? moment(completedAt) : !isInFold && shortDay(task.dueOn)}</span>
      <span className={css.actions}>
        {task.kind === 'enquiry' && !isDone && memberId && (
          <IconButton
            label={`Answer ${memberName}`}
            icon={<IconMessage size={20} aria-hidden="true" />}
            onClick={onAnswer}
          />
        )}
        {task.kind === 'absent' && !isDone && memberId && (
          <AppLink
            to="/create-message"
            search={{ member: String(memberId) }}
            className={iconButtonClass()}
            aria-label={`Message ${memberName}`}
            title={`Message ${memberName}`}
          >
            <IconMessage size={20} aria-hidden="true" />
          </AppLink>
        )}
        <IconButton
          label={isDone ? `Open again: ${about}` : `Done: ${about}`}
          icon={isDone ? <IconRotate2 size={20} aria-hidden="true" /> : <IconCheck size={20} aria-hidden="true" />}
          onClick={onFinish}
        />
        <Menu label={`More for ${about}`} items={items} />
      </span>
    </li>
  )
}

const doneText = ({ completedBy, closedBecause }: Task) =>
  completedBy ? `Done by ${completedBy}` : closedBecause || 'Done'

function Face({ task: { memberId, firstName, lastName, photoUrl } }: { task: Task }) {
  if (!memberId) return <span />
  return <Avatar firstName={firstName ?? ''} lastName={lastName ?? ''} photoUrl={photoUrl} />
}

function Phone({ task: { phone, memberName } }: { task: Task }) {
  const link = phone && telLink(phone)
  if (!link) return null
  return (
    <a href={link} aria-label={`Call ${memberName} on ${phone}`} className={css.phone}>
      <IconPhone size={16} aria-hidden="true" />
      {phone}
    </a>
  )
}

import { useSortable } from '@dnd-kit/sortable'
import { IconGripVertical, IconPencil } from '@tabler/icons-react'
import clsx from 'clsx'
import { Belt } from '../ui/Belt.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './GradeList.module.css'
import type { Grade } from './grade.ts'

interface Props {
  grade: Grade
  canEdit: boolean
  onEdit: () => void
}

export function GradeRow({ grade, canEdit, onEdit }: Props) {
  const { gradeId, gradeName, categoryName } = grade
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: gradeId,
    disabled: !canEdit,
    attributes: { roleDescription: 'can be moved' },
  })
  const style = { transform: transform ? `translateY(${transform.y}px)` : undefined, transition }
  return (
    <li ref={setNodeRef} className={clsx(css.row, isDragging && css.dragging)} style={style}>
      {canEdit ? (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle}
          {...attributes}
          {...listeners}
          aria-label={`Move ${gradeName}`}
          title="Drag, or press Space and move with the arrows"
        >
          <IconGripVertical size={20} aria-hidden="true" />
        </button>
      ) : (
        <span />
      )}
      <span className={css.position}>{grade.position}</span>
      <span className={css.belt}>
        <Belt belt={grade} />
      </span>
      <span className={css.category}>{categoryName ?? 'All members'}</span>
      <span className={css.needs}>{needs(grade)}</span>
      {canEdit && (
        <IconButton label={`Edit ${gradeName}`} icon={<IconPencil size={18} aria-hidden="true" />} onClick={onEdit} />
      )}
    </li>
  )
}

function needs({ minimumAttendance, minimumMonths }: Grade): string {
  const classes = minimumAttendance > 0 && `${minimumAttendance} ${minimumAttendance === 1 ? 'class' : 'classes'}`
  const months = minimumMonths > 0 && `${minimumMonths} ${minimumMonths === 1 ? 'month' : 'months'}`
  return [classes, months].filter(Boolean).join(', ') || 'No minimum'
}

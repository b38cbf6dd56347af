import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { getDisciplineGrades, moveGrade } from '@honbu/contract/disciplines.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { GradeDialog } from './GradeDialog.tsx'
import css from './GradeList.module.css'
import { GradeRow } from './GradeRow.tsx'
import type { Grade } from './grade.ts'

interface Props {
  clubId: number
  disciplineId: number
  name: string
  canEdit: boolean
}

/** The grades of a discipline in the order in which they are reached; dragged, or moved by the keyboard. */
export function GradeList({ clubId, disciplineId, name, canEdit }: Props) {
  const answer = useRead(getDisciplineGrades, { id: disciplineId })
  const { shown, move } = useOrder(answer.data ?? none, () => answer.refetch())
  const [edited, setEdited] = useState<Grade | 'new' | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const add = canEdit && (
    <Button onClick={() => setEdited('new')}>
      <IconPlus size={18} aria-hidden="true" />
      New grade
    </Button>
  )
  return (
    <Panel title="Grades" aside={add} flush>
      <p className={css.help}>
        From the first to the highest. Classes and months are what it takes to reach that grade, counted since the
        grading before it.
      </p>
      {answer.error && (
        <ErrorState title="The grades could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="48px" />}
      {answer.data?.length === 0 && <p className={css.help}>No grades yet.</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements: announcements(shown) }}
        onDragEnd={({ active, over }) => {
          if (over && over.id !== active.id) void move(Number(active.id), Number(over.id))
        }}
      >
        <SortableContext items={shown.map(grade => grade.gradeId)} strategy={verticalListSortingStrategy}>
          <ol className={css.list} aria-label={`Grades of ${name}`}>
            {shown.map(grade => (
              <GradeRow key={grade.gradeId} grade={grade} canEdit={canEdit} onEdit={() => setEdited(grade)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {edited && (
        <GradeDialog
          clubId={clubId}
          disciplineId={disciplineId}
          grade={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}

const none: readonly Grade[] = []

/** The order as it was dragged, until the server's own comes back. */
function useOrder(grades: readonly Grade[], refetch: () => Promise<unknown>) {
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const save = useWrite(moveGrade, { invalidates: [] })
  const shown = order ? [...grades].sort((a, b) => order.indexOf(a.gradeId) - order.indexOf(b.gradeId)) : grades
  async function move(id: number, to: number) {
    const ids = shown.map(grade => grade.gradeId)
    const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
    setOrder(arrayMove(ids, from, target))
    const result = await save.mutateAsync({ id, positions: target - from })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    await refetch()
    setOrder(null)
  }
  return { shown, move }
}

/** What a screen reader says while a grade is moved by the keyboard. */
function announcements(grades: readonly Grade[]): Announcements {
  const nameOf = (id: string | number) => grades.find(grade => grade.gradeId === id)?.gradeName ?? 'The grade'
  const placeOf = (id: string | number) => grades.findIndex(grade => grade.gradeId === id) + 1
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up. Up and down move it, Space drops it.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} would be number ${placeOf(over.id)} of ${grades.length}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} is number ${placeOf(over.id)} of ${grades.length}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
  }
}

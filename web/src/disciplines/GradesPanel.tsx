import { getGradeTable } from '@honbu/contract/grade-table.ts'
import { useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { GradeFacts } from './GradeFacts.tsx'
import css from './GradeTable.module.css'
import { GradeTable } from './GradeTable.tsx'

interface Props {
  clubId: number
  disciplineId: number
  name: string
  canEdit: boolean
}

/** The grades of a discipline in the order in which they are reached: a table to edit, or to read. */
export function GradesPanel({ clubId, disciplineId, name, canEdit }: Props) {
  const answer = useRead(getGradeTable, { id: disciplineId })
  const [saves, setSaves] = useState(0)
  const top = useRef<HTMLDivElement>(null)
  async function saved() {
    // The rows that were added have ids only now.
    await answer.refetch()
    setSaves(count => count + 1)
    showToast({ message: 'Grades saved' })
    top.current?.focus()
  }
  return (
    <Panel title="Grades" flush>
      <div ref={top} tabIndex={-1} className={css.panel}>
        <p className={css.help}>
          From the first to the highest. Classes and months are counted since the grading before.
          {canEdit && ' Enter moves down a column. Paste rows from a spreadsheet into any cell.'}
        </p>
        {answer.error && (
          <ErrorState
            title="The grades could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {answer.isLoading && <SkeletonRows count={4} height="48px" />}
        {answer.data &&
          (canEdit ? (
            <GradeTable key={saves} clubId={clubId} name={name} table={answer.data} saved={saved} />
          ) : (
            <GradeFacts name={name} grades={answer.data.grades} />
          ))}
      </div>
    </Panel>
  )
}

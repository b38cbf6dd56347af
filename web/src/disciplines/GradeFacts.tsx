import { Belt } from '../ui/Belt.tsx'
import css from './GradeTable.module.css'
import type { Grade } from './grade-rows.ts'

/** The grades as those read them who may not change them. */
export function GradeFacts({ name, grades }: { name: string; grades: readonly Grade[] }) {
  if (grades.length === 0) return <p className={css.help}>No grades yet.</p>
  return (
    <ol className={css.list} aria-label={`Grades of ${name}`}>
      {grades.map(grade => (
        <li key={grade.gradeId} className={css.fact}>
          <span className={css.position}>{grade.position}</span>
          <Belt belt={grade} />
          <span className={css.soft}>{membersOf(grade)}</span>
          <span className={css.soft}>{needs(grade)}</span>
        </li>
      ))}
    </ol>
  )
}

function membersOf({ categoryName, minAge, maxAge }: Grade): string {
  const ages = agesText(minAge, maxAge)
  return [categoryName, ages].filter(Boolean).join(', ') || 'All members'
}

export function agesText(minAge: number | null, maxAge: number | null): string {
  if (minAge === null && maxAge === null) return ''
  if (maxAge === null) return `${minAge} and over`
  return minAge === null ? `up to ${maxAge}` : `${minAge} to ${maxAge}`
}

function needs({ minimumAttendance, minimumMonths }: Grade): string {
  const classes = minimumAttendance > 0 && `${minimumAttendance} ${minimumAttendance === 1 ? 'class' : 'classes'}`
  const months = minimumMonths > 0 && `${minimumMonths} ${minimumMonths === 1 ? 'month' : 'months'}`
  return [classes, months].filter(Boolean).join(', ') || 'No minimum'
}

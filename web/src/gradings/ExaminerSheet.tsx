import { IconPrinter } from '@tabler/icons-react'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import {
  type Candidate,
  fullName,
  type Grades,
  type GradingDayData,
  gradeBefore,
  gradesById,
  groupsOf,
  isReady,
  keyOf,
} from './candidates.ts'
import css from './ExaminerSheet.module.css'

/** Marks of four parts, whatever they are called in a discipline, and the result. */
const boxes = ['1', '2', '3', '4', 'Result']

/** For the examiner's clipboard: names, belts, what they go for, and empty boxes. */
export function ExaminerSheet({ data }: { data: GradingDayData }) {
  const grades = gradesById(data.disciplines)
  const rows = groupsOf(data).flatMap(group => group.rows)
  return (
    <Panel
      title="Examiner’s sheet"
      aside={
        <Button className={css.print ?? ''} onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden="true" />
          Print
        </Button>
      }
      flush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be scrolled by keys */}
      <section className={css.scroll} tabIndex={0} aria-label="Examiner’s sheet, table">
        <table className={css.sheet}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Name</th>
              <th scope="col">Grade</th>
              <th scope="col">Goes for</th>
              {boxes.map(box => (
                <th key={box} scope="col" className={css.boxHead}>
                  {box}
                </th>
              ))}
              <th scope="col" className={css.notes}>
                Notes
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row key={keyOf(row)} row={row} number={index + 1} grades={grades} />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function Row({ row, number, grades }: { row: Candidate; number: number; grades: Grades }) {
  const from = grades.get(gradeBefore(row) ?? 0)
  const to = grades.get(row.result?.gradeId ?? row.gradeIdsAbove[0] ?? 0)
  return (
    <tr>
      <td className={css.number}>{number}</td>
      <th scope="row">
        {fullName(row)}
        {!isReady(row) && row.gradingProgress !== '' && <small>Not ready: {row.gradingProgress}</small>}
      </th>
      <td>{from ? <Belt belt={from.belt} /> : '–'}</td>
      <td>{to ? <Belt belt={to.belt} /> : '–'}</td>
      {boxes.map(box => (
        <td key={box} className={css.box} />
      ))}
      <td />
    </tr>
  )
}

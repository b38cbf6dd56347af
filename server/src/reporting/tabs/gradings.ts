import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { gradingFacts, readyFacts } from '../counts/gradings.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['graded', 'passRate']
const byClub: readonly KpiName[] = ['graded', 'passRate', 'ready']

export const gradings: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (read, report) => [
    ...(await Promise.all([byGrade(read, report), byExaminer(read, report)])),
    monthByMonth(report, { names: byMonth, drawn: ['graded'], draw: 'bar' }),
    ...sideBySide(report, byClub),
  ],
}

const rate = (passed: number, graded: number) => (graded > 0 ? (100 * passed) / graded : null)

interface ByGrade {
  id: number
  grade: string
  discipline: string
  graded: number
  passed: number
  ready: number
}

async function byGrade({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const { rows } = await sql<ByGrade>`
    select grade.id, grade.name as grade, discipline.name as discipline, sum(graded)::integer as graded,
      sum(passed)::integer as passed, sum(ready)::integer as ready
    from (
      select grade_id, count(*) as graded, count(*) filter (where passed) as passed, 0 as ready
      from ${gradingFacts({ clubIds, buckets: [period], now })} fact group by grade_id
      union all
      select grade_id, 0, 0, count(*) from ${readyFacts({ clubIds, now })} fact group by grade_id
    ) counted
    join grade on grade.id = grade_id join discipline on discipline.id = grade.discipline_id
    group by grade.id, discipline.id order by discipline.name, discipline.id, grade.position`.execute(db)
  const total = (key: 'graded' | 'passed' | 'ready') => rows.reduce((sum, row) => sum + row[key], 0)
  return {
    ...{ key: 'grades', title: 'By grade', draw: null },
    words:
      'Graded: results of the period for this grade. Ready: those who have the classes and the months for it today, whatever ' +
      'the period is.',
    columns: [
      textColumn('grade', 'Grade', 'things'),
      textColumn('discipline', 'Discipline', 'things'),
      column('graded', 'Graded', 'count', { isDrawn: true, list: 'graded' }),
      column('passed', 'Passed', 'count', { list: 'passed' }),
      column('rate', 'Pass rate', 'percent'),
      column('ready', 'Ready now', 'count', { isDrawn: true, list: 'ready' }),
    ],
    rows: rows.map(({ id, grade, discipline, graded, passed, ready }) => ({
      cells: [grade, discipline, graded, passed, rate(passed, graded), ready],
      where: { group: groupOf('grade', id) },
    })),
    total: ['All', null, total('graded'), total('passed'), rate(total('passed'), total('graded')), total('ready')],
  }
}

async function byExaminer({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const { rows } = await sql<{ id: number | null; name: string; graded: number; passed: number }>`
    select account_id as id, coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), 'Not known') as name,
      count(*) as graded, count(*) filter (where passed) as passed
    from ${gradingFacts({ clubIds, buckets: [period], now })} fact
    left join account on account.id = account_id left join person on person.id = account.person_id
    group by account_id, person.id order by graded desc, name, id`.execute(db)
  return {
    ...{
      key: 'examiners',
      title: 'Who wrote the results down',
      words: 'The account that saved the result.',
      draw: null,
    },
    columns: [
      textColumn('examiner', 'Name', 'people'),
      column('graded', 'Graded', 'count', { list: 'graded' }),
      column('passed', 'Passed', 'count', { list: 'passed' }),
      column('rate', 'Pass rate', 'percent'),
    ],
    rows: rows.map(({ id, name, graded, passed }) => ({
      cells: [name, graded, passed, rate(passed, graded)],
      where: { group: groupOf('examiner', id) },
    })),
    total: null,
  }
}

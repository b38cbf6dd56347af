import type { AgedCategory } from '@honbu/contract/category-ages.ts'
import { choicesOf, memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import type { ImportValueKind } from '@honbu/contract/import-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { usableSources } from '../../settings/index.ts'
import { looksOf } from './belt-spellings.ts'
import type { KnownDiscipline, KnownGrade } from './match-belt.ts'

/** A plan with what it costs, by how often that is paid. */
export interface KnownPlan extends KnownGrade {
  readonly prices: readonly { readonly frequencyId: number; readonly pence: number }[]
}

/** A category with its ages. */
interface KnownCategory extends KnownGrade, AgedCategory {}

/** What the texts of a file can stand for in a club: what the club has, and what the clubs above it share with it. */
export interface Choices {
  /** In the club. */
  readonly today: string
  readonly disciplines: readonly KnownDiscipline[]
  /** The discipline that most of the club's present classes teach; in a club without classes, the first it has. */
  readonly mainDisciplineId: number | null
  readonly status: readonly KnownGrade[]
  readonly frequency: readonly KnownGrade[]
  readonly paymentMethod: readonly KnownGrade[]
  readonly plan: readonly KnownPlan[]
  readonly category: readonly KnownCategory[]
  /** Those of this club that have not ended. */
  readonly class: readonly KnownGrade[]
  readonly source: readonly KnownGrade[]
}

interface Place {
  readonly clubId: number
  readonly rootClubId: number
  readonly today: string
}

export async function choicesIn(db: Db, { clubId, rootClubId, today }: Place): Promise<Choices> {
  const ours = sql<number>`(select club_id from club_and_above(${clubId}))`
  const [disciplines, grades, plan, category, classes, source] = await Promise.all([
    disciplinesByUse(db, clubId),
    db
      .selectFrom('grade')
      .select(['id', 'name', 'discipline_id as disciplineId', 'colour', 'colour_two as colourTwo', 'bars'])
      .select('bar_colour as barColour')
      .where('root_club_id', '=', rootClubId)
      .orderBy('position')
      .execute(),
    plansIn(db, clubId),
    db
      .selectFrom('member_category')
      .select(['id', 'name', 'min_age as minAge', 'max_age as maxAge'])
      .where('club_id', 'in', ours)
      .orderBy('name')
      .execute(),
    db
      .selectFrom('class')
      .select(['id', 'class_name as name'])
      .where('club_id', '=', clubId)
      .where(({ or, eb }) => or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
      .orderBy('class_name')
      .execute(),
    usableSources(db, [clubId]),
  ])
  const known = ({ value, text }: { value: number; text: string }) => ({ id: value, name: text })
  return {
    today,
    disciplines: disciplines.map(discipline => ({
      ...discipline,
      grades: grades
        .filter(({ disciplineId }) => disciplineId === discipline.id)
        .map(({ id, name, ...look }) => ({ id, name, looks: looksOf(look) })),
    })),
    mainDisciplineId: disciplines[0]?.id ?? null,
    status: choicesOf(memberStatus).map(known),
    frequency: choicesOf(subFrequency).map(known),
    paymentMethod: choicesOf(paymentMethod).map(known),
    plan,
    category,
    class: classes,
    source,
  }
}

async function plansIn(db: Db, clubId: number): Promise<KnownPlan[]> {
  const { rows } = await sql<KnownPlan>`
    select plan.id, plan.name, coalesce((
      select json_agg(json_build_object('frequencyId', sub_frequency_id, 'pence', price_pence) order by sub_frequency_id)
      from training_plan_price price where price.training_plan_id = plan.id), '[]') as prices
    from training_plan plan where plan.club_id in (select club_id from club_and_above(${clubId})) order by plan.name`.execute(
    db,
  )
  return rows
}

const disciplinesByUse = (db: Db, clubId: number) =>
  db
    .selectFrom('discipline')
    .select(['id', 'name'])
    .where('club_id', 'in', sql<number>`(select club_id from club_and_above(${clubId}))`)
    .orderBy(
      eb =>
        eb
          .selectFrom('class')
          .select(eb.fn.countAll<number>().as('classes'))
          .whereRef('class.primary_discipline_id', '=', 'discipline.id')
          .where('class.club_id', '=', clubId)
          .where('class.end_date', 'is', null),
      'desc',
    )
    .orderBy('id')
    .execute()

/** The same for a screen: by kind, a grade with the name of its discipline where there are several. */
export function choiceLists(choices: Choices): Readonly<Record<ImportValueKind, readonly KnownGrade[]>> {
  const { disciplines, status, frequency, paymentMethod, plan, category, source } = choices
  const withName = (discipline: KnownDiscipline) =>
    discipline.grades.map(({ id, name }) => ({
      id,
      name: disciplines.length > 1 ? `${discipline.name}: ${name}` : name,
    }))
  return {
    grade: disciplines.flatMap(withName),
    status,
    frequency,
    paymentMethod,
    plan: plan.map(({ id, name }) => ({ id, name })),
    category,
    class: choices.class,
    source,
    result: [
      { id: 1, name: 'Passed' },
      { id: 0, name: 'Not passed' },
    ],
  }
}

import { directoryColumns } from '@honbu/contract/directory.ts'
import { currency, shortDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import type { DirectoryChoices } from './FilterDialog.tsx'
import { type Facets, noFacets } from './facets.ts'

export interface FacetText {
  readonly text: string
  /** What remains of the filter without it. */
  readonly without: Partial<Facets>
}

/** What is filtered by, in words, one for each thing that can be taken away. */
export function facetTexts(facets: Facets, choices: DirectoryChoices | undefined): FacetText[] {
  const nameIn = (rows: readonly { id: number; name: string }[] | null | undefined) => (id: number) =>
    rows?.find(row => row.id === id)?.name ?? '…'
  const discipline = choices?.disciplines.find(({ id }) => id === facets.disciplineId)
  const grades = choices?.disciplines.flatMap(({ grades }) => grades)
  const month = (value: number) => directoryColumns.birthdayMonth.choices.find(each => each.value === value)?.text ?? ''
  const grade = (id: number | null) => (id === null ? null : nameIn(grades)(id))

  const texts: (readonly [string, readonly (keyof Facets)[]] | null)[] = [
    facets.name ? [`Name: ${facets.name}`, ['name']] : null,
    list('Club', facets.clubs.map(nameIn(choices?.clubs)), 'clubs'),
    list(
      'Status',
      facets.statuses.map(id => names[id] ?? ''),
      'statuses',
    ),
    list('Category', facets.categories, 'categories'),
    list('Plan', facets.plans, 'plans'),
    list('Tag', facets.tags, 'tags'),
    facets.disciplineId === null ? null : [discipline?.name ?? '…', ['disciplineId', 'gradeFrom', 'gradeTo']],
    range('Grade', grade(facets.gradeFrom), grade(facets.gradeTo), ['gradeFrom', 'gradeTo']),
    list('Class', facets.classes.map(nameIn(choices?.classes)), 'classes'),
    range('Age', facets.ageFrom, facets.ageTo, ['ageFrom', 'ageTo']),
    list('Birthday', facets.months.map(month), 'months'),
    facets.joinedWithin === null ? null : [`Joined in the last ${facets.joinedWithin} days`, ['joinedWithin']],
    range('Joined', day(facets.joinedFrom), day(facets.joinedTo), ['joinedFrom', 'joinedTo']),
    facets.attended === null ? null : [attendedText(facets.attended), ['attended']],
    range('Last attended', day(facets.attendedFrom), day(facets.attendedTo), ['attendedFrom', 'attendedTo']),
    facets.debt === null ? null : [facets.debt === 'some' ? 'Owes something' : 'Owes nothing', ['debt']],
    facets.debtFrom === null ? null : [`Owes at least ${currency(facets.debtFrom)}`, ['debtFrom']],
    facets.mandate === null ? null : [facets.mandate === 'yes' ? 'Direct debit' : 'No direct debit', ['mandate']],
    facets.frozen === null ? null : [facets.frozen === 'yes' ? 'Frozen' : 'Not frozen', ['frozen']],
    list(
      'Missing',
      facets.missing.map(id => directoryColumns.missing.choices.find(each => each.value === id)?.text ?? ''),
      'missing',
    ),
    list('Source', facets.sources.map(nameIn(choices?.marketingSources)), 'sources'),
  ]
  return texts.flatMap(each => (each ? [{ text: each[0], without: emptied(each[1]) }] : []))
}

const emptied = (keys: readonly (keyof Facets)[]): Partial<Facets> =>
  Object.fromEntries(keys.map(key => [key, noFacets[key]]))

function list(title: string, texts: readonly string[], key: keyof Facets) {
  return texts.length > 0 ? ([`${title}: ${texts.join(' or ')}`, [key]] as const) : null
}

function range(
  title: string,
  from: string | number | null,
  to: string | number | null,
  keys: readonly (keyof Facets)[],
) {
  if (from === null && to === null) return null
  if (to === null) return [`${title} from ${from}`, keys] as const
  if (from === null) return [`${title} up to ${to}`, keys] as const
  return [from === to ? `${title} ${from}` : `${title} ${from} to ${to}`, keys] as const
}

const day = (date: string | null) => (date === null ? null : shortDate(date))

function attendedText(attended: number | 'never'): string {
  if (attended === 'never') return 'Never attended'
  return attended < 0 ? `Attended in the last ${-attended} days` : `Not attended for ${attended} days`
}

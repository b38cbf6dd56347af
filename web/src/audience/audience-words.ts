import type { Audience, Condition, getAudienceChoices } from '@honbu/contract/audience.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { messageParameter } from '@honbu/contract/ids.ts'

export type AudienceChoices = Output<typeof getAudienceChoices>
export type Choice = AudienceChoices[number]['values'][number]

/** What each parameter is called where people choose, in the order in which they think of them. */
export const parameters: readonly { readonly id: number; readonly name: string; readonly many: string }[] = [
  { id: messageParameter.memberStatus, name: 'Status', many: 'statuses' },
  { id: messageParameter.club, name: 'Club', many: 'clubs' },
  { id: messageParameter.class, name: 'Enrolled in class', many: 'classes' },
  { id: messageParameter.category, name: 'Category', many: 'categories' },
  { id: messageParameter.tags, name: 'Tag', many: 'tags' },
  { id: messageParameter.disciplines, name: 'Discipline', many: 'disciplines' },
  { id: messageParameter.gradeFrom, name: 'Grade from', many: 'grades' },
  { id: messageParameter.gradeTo, name: 'Grade up to', many: 'grades' },
  { id: messageParameter.candidate, name: 'Grading candidate', many: 'answers' },
  { id: messageParameter.refs, name: 'Marketing source', many: 'sources' },
  { id: messageParameter.role, name: 'Staff by role', many: 'roles' },
  { id: messageParameter.user, name: 'Staff by name', many: 'people' },
]

export const parameterOf = (id: number) => parameters.find(parameter => parameter.id === id)

export const valuesOf = (choices: AudienceChoices, parameterId: number): readonly Choice[] =>
  choices.find(each => each.parameterId === parameterId)?.values ?? []

/** The name, and where it is of if another one is called the same. */
export function textOf(choice: Choice, values: readonly Choice[]): string {
  const isAlone = !values.some(other => other.id !== choice.id && other.name === choice.name)
  return isAlone || !choice.of ? choice.name : `${choice.name} · ${choice.of}`
}

/** "Status: Active or Issue" */
function conditionInWords({ parameterId, values }: Condition, choices: AudienceChoices): string {
  const known = valuesOf(choices, parameterId)
  const names = values.map(id => {
    const found = known.find(choice => choice.id === id)
    return found ? textOf(found, known) : 'something that is no longer there'
  })
  return `${parameterOf(parameterId)?.name ?? 'Unknown'}: ${names.join(' or ')}`
}

/** An audience as a person reads it, for what was sent: "All members, without Tag: Left the country". */
export function audienceInWords({ include, exclude }: Audience, choices: AudienceChoices): string {
  const meant = include.map(condition => conditionInWords(condition, choices)).join('; ') || 'All members'
  const without = exclude.map(condition => conditionInWords(condition, choices)).join('; ')
  return without ? `${meant}, without ${without}` : meant
}

import { fieldsOf, type ImportFieldName, importField, importFields } from '@honbu/contract/import-fields.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { type Choices, choiceLists } from '../guess/choices.ts'

/**
 * What is wrong with what somebody has chosen, by the name of the input; null when nothing is. Texts are matched to what the
 * club and its tree have, and to nothing else.
 */
export function mappingFault(mapping: ImportMapping, choices: Choices): { field: string; message: string } | null {
  const { kind, columns, values, disciplineId, enrolClassId } = mapping
  const chosen = columns.map(({ field }) => field).filter(field => field !== null)
  const has = (field: ImportFieldName) => chosen.includes(field)
  const fault = (field: string, message: string) => ({ field, message })
  const twice = chosen.find((field, index) => chosen.indexOf(field) < index && !importField(field).isMany)
  if (twice) return fault('columns', `${importFields[twice].title} is chosen for two columns. Choose it for one.`)
  const strange = chosen.find(field => !fieldsOf(kind).includes(field))
  if (strange) return fault('columns', `${importFields[strange].title} is nothing that a list of ${kind} has.`)
  if (new Set(columns.map(({ place }) => place)).size < columns.length)
    return fault('columns', 'A column has two meanings.')
  if (!has('fullName') && !has('firstName'))
    return fault('columns', 'Say which column holds the name, or the first name.')
  if (kind === 'gradings' && !(has('gradedOn') && has('toGrade')))
    return fault('columns', 'Say which columns hold the date of the grading and the grade that was given.')
  const lists = choiceLists(choices)
  const unknown = values.find(({ of, means }) => means !== null && !lists[of].some(({ id }) => id === means))
  if (unknown) return fault('values', `"${unknown.text}" is matched to something that this club does not have.`)
  if (disciplineId !== null && !choices.disciplines.some(({ id }) => id === disciplineId))
    return fault('disciplineId', 'This club does not have that discipline.')
  if (enrolClassId !== null && !choices.class.some(({ id }) => id === enrolClassId))
    return fault('enrolClassId', 'This club has no such class, or it has ended.')
  const { subFrequencyId, paymentMethodId, trainingPlanId } = mapping.terms
  const known = (of: 'frequency' | 'paymentMethod' | 'plan', value: number | null) =>
    value === null || lists[of].some(({ id }) => id === value)
  if (!known('plan', trainingPlanId)) return fault('terms', 'This club does not have that plan.')
  if (!known('frequency', subFrequencyId) || !known('paymentMethod', paymentMethodId))
    return fault('terms', 'Choose how often it is paid, and the way to pay, from the lists.')
  return null
}

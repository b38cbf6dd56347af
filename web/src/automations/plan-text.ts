import type { AutomationCondition, AutomationStep } from '@honbu/contract/automation-plan.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import { type AudienceChoices, textOf, valuesOf } from '../audience/audience-words.ts'
import { daysText } from './automation-text.ts'

/** A step in words: "Send an e-mail: Welcome". */
export function stepText(step: AutomationStep, choices: AudienceChoices): string {
  switch (step.kind) {
    case 'waitFor':
      return `Wait ${spanText(step.days, step.hours)}`
    case 'waitUntil':
      return `Wait until ${step.time}`
    case 'waitForClass':
      return `Wait until ${classText(step.days)}, at ${step.time ?? 'the time of the class'}`
    case 'condition':
      return `Go on only if: ${conditionText(step.condition, choices)}`
    case 'message': {
      const sent = step.channel === 'sms' ? 'Send a text message' : 'Send an e-mail'
      const words = withTitles(step.channel === 'sms' ? step.body : step.subject).slice(0, 100)
      return `${sent}: ${step.templateId === null ? words : 'from a template'}`
    }
    case 'task':
      return `Make a task: ${step.subject}`
    case 'tag':
      return `${step.add ? 'Add' : 'Remove'} the tag ${nameOf(choices, messageParameter.tags, step.tagId)}`
  }
}

function spanText(days: number, hours: number): string {
  const parts = [days > 0 && daysText(days), hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`]
  return parts.filter(Boolean).join(' and ') || 'no time'
}

function classText(days: number): string {
  if (days === 0) return 'the day of the class'
  return days < 0 ? `${daysText(-days)} before the class` : `${daysText(days)} after the class`
}

export function conditionText(condition: AutomationCondition, choices: AudienceChoices): string {
  switch (condition.kind) {
    case 'status':
      return `status ${namesOf(choices, messageParameter.memberStatus, condition.statusIds)}`
    case 'category':
      return `category ${namesOf(choices, messageParameter.category, condition.categoryIds)}`
    case 'tag':
      return `${condition.has ? 'has' : 'does not have'} the tag ${nameOf(choices, messageParameter.tags, condition.tagId)}`
    case 'ageUnder':
      return `under ${condition.age}`
    case 'ageFrom':
      return `${condition.age} or older`
    case 'booking':
      return condition.has ? 'has a booking to come' : 'has no booking to come'
    case 'attendedSince':
      return condition.has ? 'has attended since it began' : 'has not attended since it began'
    case 'notMarkedAbsent':
      return 'was not marked absent at the class booked'
  }
}

const namesOf = (choices: AudienceChoices, parameterId: number, ids: readonly number[]) =>
  ids.map(id => nameOf(choices, parameterId, id)).join(' or ') || '(not chosen yet)'

function nameOf(choices: AudienceChoices, parameterId: number, id: number): string {
  const values = valuesOf(choices, parameterId)
  const found = values.find(value => value.id === id)
  if (found) return textOf(found, values)
  return id === 0 ? '(not chosen yet)' : '(no longer there)'
}

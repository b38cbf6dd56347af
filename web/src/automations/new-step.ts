import type { AutomationCondition, AutomationStep, Trigger, TriggerKind } from '@honbu/contract/automation-plan.ts'
import { memberStatus } from '@honbu/contract/ids.ts'

export type StepKind = AutomationStep['kind']
export type StepOf<Kind extends StepKind> = Extract<AutomationStep, { kind: Kind }>
export type ConditionKind = AutomationCondition['kind']

/** What can be done, in the order in which it is offered. */
export const stepTitles: Readonly<Record<StepKind, string>> = {
  message: 'Send a message',
  waitFor: 'Wait for days or hours',
  waitUntil: 'Wait until a time of day',
  waitForClass: 'Wait for the class booked',
  condition: 'Go on only if',
  task: 'Make a task',
  tag: 'Change a tag',
}

export const conditionTitles: Readonly<Record<ConditionKind, string>> = {
  status: 'Status is one of',
  category: 'Category is one of',
  tag: 'Tag',
  ageUnder: 'Younger than',
  ageFrom: 'At least as old as',
  booking: 'Has a booking to come',
  attendedSince: 'Has attended since it began',
  notMarkedAbsent: 'Was not marked absent at the class booked',
}

const steps: { readonly [Kind in StepKind]: StepOf<Kind> } = {
  message: {
    ...{ kind: 'message', channel: 'email', purpose: 'service', templateId: null },
    ...{ subject: '', body: '', layoutId: null },
  },
  waitFor: { kind: 'waitFor', days: 1, hours: 0 },
  waitUntil: { kind: 'waitUntil', time: '09:00' },
  waitForClass: { kind: 'waitForClass', days: -1, time: null },
  condition: { kind: 'condition', condition: { kind: 'attendedSince', has: false } },
  task: { kind: 'task', subject: '', dueInDays: 1, accountId: null, roleId: null },
  // Nobody's id: it has to be chosen.
  tag: { kind: 'tag', tagId: 0, add: true },
}

export const newStep = (kind: StepKind): AutomationStep => steps[kind]

const conditions: { readonly [Kind in ConditionKind]: Extract<AutomationCondition, { kind: Kind }> } = {
  status: { kind: 'status', statusIds: [memberStatus.active] },
  category: { kind: 'category', categoryIds: [] },
  tag: { kind: 'tag', tagId: 0, has: true },
  ageUnder: { kind: 'ageUnder', age: 18 },
  ageFrom: { kind: 'ageFrom', age: 18 },
  booking: { kind: 'booking', has: true },
  attendedSince: { kind: 'attendedSince', has: false },
  notMarkedAbsent: { kind: 'notMarkedAbsent' },
}

export const newCondition = (kind: ConditionKind): AutomationCondition => conditions[kind]

export const newTrigger = (kind: TriggerKind): Trigger => {
  if (kind === 'absent') return { kind, days: 14 }
  if (kind === 'membershipEnds') return { kind, days: 30 }
  return { kind }
}

/** Whether a class stands behind it, for which can be waited. */
export const isAboutBooking = (kind: TriggerKind) => kind === 'bookingMade' || kind === 'activation'

import { type Trigger, triggerKinds } from '@honbu/contract/automation-plan.ts'

/** What begins it, in words. */
export function triggerText(trigger: Trigger): string {
  if (trigger.kind === 'absent') return `Absent for ${daysText(trigger.days)}`
  if (trigger.kind === 'membershipEnds') return `The membership ends in ${daysText(trigger.days)}`
  return triggerKinds[trigger.kind]
}

export const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const loggedTexts: Readonly<Record<string, string>> = {
  started: 'Began',
  again: 'Began again',
  waits: 'Waits',
  sent: 'Sent',
  notSent: 'Not sent',
  task: 'Task made',
  tag: 'Tag',
  passed: 'Condition met',
  stopped: 'Stopped',
  missed: 'Missed: more than a day late',
  done: 'Done',
}

export const loggedText = (what: string): string =>
  Object.hasOwn(loggedTexts, what) ? (loggedTexts[what] ?? what) : what

export const stateTexts = { waiting: 'In it now', done: 'Done', stopped: 'Stopped', missed: 'Missed' } as const

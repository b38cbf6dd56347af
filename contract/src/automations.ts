import * as z from 'zod/mini'
import { AutomationCondition, AutomationPlan, AutomationStep, Trigger } from './automation-plan.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import {
  account,
  admin,
  automation,
  booking,
  club,
  member,
  orNew,
  treeAutomation,
  treeCategory,
  treeTag,
  usedLayout,
  usedTemplate,
} from './guards.ts'
import { written } from './written.ts'

const instant = z.nullable(z.string())

const fields = {
  name: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  trigger: Trigger,
  ...AutomationPlan.shape,
}

/** What a person edits of an automation. */
export const AutomationFields = z.object(fields)
export type AutomationFields = z.infer<typeof AutomationFields>

export const activation = post('/api/notification/scheduler/activation', {
  summary:
    'Begins the automations about a booked trial: at first a reminder the day before, and an invitation to join the day ' +
    'after. They stop when the booking is cancelled or the person joins. Answers when (ISO 8601, UTC) those two are to be ' +
    'sent, or were; null for one that is not.',
  access: [member('memberId'), booking('bookingId')],
  input: { memberId: id, bookingId: id },
  output: z.object({ memberId: id, bookingId: id, reminderAt: instant, invitationAt: instant }),
})

export const getAutomations = get('/api/messaging/GetAutomations/:id', {
  summary: 'The automations that a club uses, those of the clubs above it included, with how many members are in each.',
  access: club('id'),
  output: z.array(
    z.object({
      automationId: id,
      clubId: id,
      clubName: z.string(),
      name: z.string(),
      trigger: Trigger,
      /** By the club that has made it. */
      isOn: z.boolean(),
      /** Of a club above, and switched off by this one. */
      isOffHere: z.boolean(),
      version: z.int(),
      /** Members of this club: in it now; that went through it, or for whom it stopped, since the month began. */
      running: z.int(),
      done: z.int(),
      stopped: z.int(),
    }),
  ),
})

export const getAutomation = get('/api/messaging/GetAutomation/:id', {
  summary: 'An automation with its conditions and steps.',
  access: treeAutomation('id'),
  output: z.object({
    automationId: id,
    clubId: id,
    clubName: z.string(),
    name: z.string(),
    isOn: z.boolean(),
    /** Every tree of clubs begins with it. */
    isBuiltIn: z.boolean(),
    version: z.int(),
    trigger: Trigger,
    conditions: z.array(AutomationCondition),
    steps: z.array(AutomationStep),
  }),
})

export const saveAutomation = post('/api/messaging/SaveAutomation/:id', {
  summary:
    'Writes an automation of a club; 0 is a new one, which is switched off. Who is in it finishes by the version that he ' +
    'began with. A new one may take the place of one that the club uses of a club above: for this club and those below ' +
    'it, switched on where that one is.',
  access: [
    admin(orNew(automation('id'))),
    admin(club('clubId')),
    treeTag('conditions.tagId'),
    treeTag('steps.tagId'),
    treeTag('steps.condition.tagId'),
    treeCategory('conditions.categoryIds'),
    treeCategory('steps.condition.categoryIds'),
    account('steps.accountId'),
    usedTemplate('steps.templateId'),
    usedLayout('steps.layoutId'),
    treeAutomation('replacesId'),
  ],
  input: {
    clubId: id,
    version: z.optional(z.int()),
    /** Of a new one. */
    replacesId: z.optional(id),
    ...fields,
  },
  output: z.object({ automationId: id, version: z.int() }),
})

export const switchAutomation = post('/api/messaging/SwitchAutomation/:id', {
  summary:
    'Switches an automation on or off: by the club that has made it for all that use it, by a club below for itself. Who ' +
    'is in one that is switched off does not go on.',
  access: [treeAutomation('id'), admin(club('clubId'))],
  input: { clubId: id, isOn: z.boolean() },
  output: z.object({ automationId: id }),
})

export const deleteAutomation = post('/api/messaging/DeleteAutomation/:id', {
  summary:
    'Deletes an automation and its log; who is in it does not go on, what was sent stays. One that every club begins with ' +
    'can only be switched off.',
  access: admin(automation('id')),
  output: z.object({ automationId: id }),
})

export const getAutomationCatch = ask('/api/messaging/GetAutomationCatch/:clubId', {
  summary:
    'Whom an automation as it is given would begin for today, in a club and those below it, if it had been on since ' +
    'midnight; or why a condition keeps it from beginning. Nothing is done. By name, 500 at most.',
  access: [club('clubId'), treeTag('conditions.tagId'), treeCategory('conditions.categoryIds')],
  input: { trigger: Trigger, conditions: AutomationPlan.shape.conditions },
  output: z.object({
    people: z.array(
      z.object({
        memberId: id,
        memberName: z.string(),
        clubId: id,
        clubName: z.string(),
        /** Which condition does not hold; empty: it begins. */
        because: z.string(),
      }),
    ),
    /** There are more than are named. */
    isMore: z.boolean(),
  }),
})

export const getAutomationRuns = get('/api/messaging/GetAutomationRuns/:id', {
  summary: "Who of a club is or was in an automation, the latest first (200 at most), with each one's log.",
  access: [treeAutomation('id'), club('clubId')],
  input: { clubId: idText },
  output: z.array(
    z.object({
      runId: id,
      memberId: id,
      memberName: z.string(),
      /** Of the club. */
      timeZone: z.string(),
      state: z.enum(['waiting', 'done', 'stopped', 'missed']),
      /** Why it stopped; empty otherwise. */
      because: z.string(),
      /** When the next step is due; null: it is over. */
      dueAt: instant,
      startedAt: z.string(),
      log: z.array(z.object({ at: z.string(), what: z.string(), detail: z.string() })),
    }),
  ),
})

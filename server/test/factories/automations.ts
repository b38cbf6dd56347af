import type { AutomationPlan, Trigger } from '@honbu/contract/automation-plan.ts'
import type { Db } from '../../src/platform/database.ts'
import { inTree } from './in-tree.ts'
import { next } from './next.ts'

interface AutomationInput extends Partial<AutomationPlan> {
  clubId: number
  trigger: Trigger
  isOn?: boolean
  since?: Date
}

/** An automation of a club, switched on long ago unless told otherwise. */
export async function createAutomation(
  db: Db,
  { clubId, trigger, steps = [], conditions = [], ...rest }: AutomationInput,
) {
  const automation = await db
    .insertInto('automation')
    .values({
      ...(await inTree(db, clubId)),
      name: `Automation ${next()}`,
      is_on: rest.isOn ?? true,
      on_since: rest.since ?? new Date('2020-01-01T00:00:00Z'),
      trigger_kind: trigger.kind,
      trigger_days: 'days' in trigger ? trigger.days : null,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const plan = JSON.stringify({ conditions, steps })
  await db.insertInto('automation_version').values({ automation_id: automation.id, version: 1, plan }).execute()
  return automation
}

import type * as call from '@honbu/contract/automations.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Letters } from '../messages/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { checkSteps } from './check-steps.ts'
import { readAutomation } from './read-automations.ts'

type Given = Input<typeof call.saveAutomation>

const taken = {
  automation_name: ['name', 'This club has an automation of that name already.'],
  automation_built_in: ['replacesId', 'This club has its own version already.'],
} as const

export const saveAutomation = (letters: Letters) => async (write: Write, input: Given) => {
  const { tx, user, audit, now } = write
  const { id, clubId, name, trigger, conditions, steps, replacesId } = input
  await checkSteps(tx, letters, input, now)
  const before = id === 0 ? null : await lockAutomation(write, input)
  const values = {
    name,
    trigger_kind: trigger.kind,
    trigger_days: 'days' in trigger ? trigger.days : null,
    version: (before?.version ?? 0) + 1,
  }
  const saved = await refuseOn(taken, () =>
    before ? change(write, id, values) : insert(write, { clubId, replacesId }, values),
  )
  await tx
    .insertInto('automation_version')
    .values({
      automation_id: saved.automationId,
      version: saved.version,
      plan: JSON.stringify({ conditions, steps }),
      account_id: user.accountId,
    })
    .execute()
  const after = await readAutomation(tx, saved.automationId)
  audit({ clubId, subject: 'automation', subjectId: saved.automationId, before, after })
  return saved
}

interface Values {
  name: string
  trigger_kind: string
  trigger_days: number | null
  version: number
}

const change = ({ tx, now }: Write, id: number, values: Values) =>
  tx
    .updateTable('automation')
    // Another trigger begins with what happens from now on.
    .set({
      ...values,
      on_since: sql`case when (trigger_kind, coalesce(trigger_days, 0))
        = (${values.trigger_kind}::text, coalesce(${values.trigger_days}::integer, 0)) then on_since else ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .returning(['id as automationId', 'version'])
    .executeTakeFirstOrThrow()

interface Place {
  readonly clubId: number
  readonly replacesId: number | undefined
}

async function insert({ tx, now }: Write, { clubId, replacesId }: Place, values: Values) {
  const instead = replacesId === undefined ? notInstead : await insteadOf(tx, clubId, replacesId)
  const club = await tx.selectFrom('club').select('root_club_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  return await tx
    .insertInto('automation')
    .values({ ...values, ...club, ...instead, club_id: clubId, on_since: now })
    .returning(['id as automationId', 'version'])
    .executeTakeFirstOrThrow()
}

const notInstead = { built_in: null, is_on: false }

/** Of what every club begins with the nearest counts; any other of a club above is switched off from here on down. */
async function insteadOf(tx: Write['tx'], clubId: number, replacesId: number) {
  const { rows } = await sql<{ built_in: string | null; is_on: boolean }>`
    select automation.built_in, automation.is_on and not exists (
      select from automation_off off where off.automation_id = automation.id and off.club_id = ${clubId}) as is_on
    from automation join club_and_above(${clubId}) above on above.club_id = automation.club_id
    where automation.id = ${replacesId} and automation.club_id <> ${clubId}`.execute(tx)
  const [replaced] = rows
  const message = 'This club does not use that automation of a club above it.'
  if (!replaced) throw new Refused(400, message, { replacesId: [message] })
  if (replaced.built_in === null)
    await sql`insert into automation_off (automation_id, club_id)
      select ${replacesId}, club_id from club_and_below(${clubId}) on conflict do nothing`.execute(tx)
  return replaced
}

async function lockAutomation({ tx }: Write, { id, clubId, version }: Given) {
  const row = await tx
    .selectFrom('automation')
    .select(['club_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const message = 'This automation belongs to another club.'
  if (row.club_id !== clubId) throw new Refused(400, message, { clubId: [message] })
  const current = () => readAutomation(tx, id)
  await checkVersion(tx, { subject: 'automation', subjectId: id, is: row.version, given: version, current })
  return await current()
}

export async function switchAutomation(write: Write, { id, clubId, isOn }: Input<typeof call.switchAutomation>) {
  const { tx, now, audit } = write
  const row = await tx
    .selectFrom('automation')
    .select(['club_id', 'is_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.club_id === clubId) {
    if (row.is_on !== isOn)
      await tx.updateTable('automation').set({ is_on: isOn, on_since: now }).where('id', '=', id).execute()
  } else {
    const { rows } = await sql`select from club_and_above(${clubId}) where club_id = ${row.club_id}`.execute(tx)
    const message = 'This club does not use that automation.'
    if (rows.length === 0) throw new Refused(400, message, { id: [message] })
    const off = { automation_id: id, club_id: clubId }
    if (isOn)
      await tx.deleteFrom('automation_off').where('automation_id', '=', id).where('club_id', '=', clubId).execute()
    else
      await tx
        .insertInto('automation_off')
        .values(off)
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }
  audit({ clubId, subject: 'automation', subjectId: id, before: null, after: { isOn } })
  return { automationId: id }
}

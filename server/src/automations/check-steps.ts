import type { AutomationStep, Trigger } from '@honbu/contract/automation-plan.ts'
import { isBlank } from '@honbu/contract/templates.ts'
import { sql } from 'kysely'
import { demandNoHoles, type Letters } from '../messages/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { contentOfTemplate } from '../templates/index.ts'

interface Checked {
  readonly clubId: number
  readonly trigger: Trigger
  readonly steps: readonly AutomationStep[]
}

/**
 * What could not be done when its turn comes is said when it is saved.
 * @throws Refused 400 with `fields` { steps }, which names the first such step
 */
export async function checkSteps(db: Db, letters: Letters, { clubId, trigger, steps }: Checked, now: Date) {
  const hasBooking = trigger.kind === 'bookingMade' || trigger.kind === 'activation'
  for (const [index, step] of steps.entries()) {
    const wrong = step.kind === 'message' ? await wrongMessage(db, letters, { clubId, step, now }) : null
    const nowhere = step.kind === 'waitForClass' && !hasBooking ? 'Nothing is booked in this automation.' : null
    const message = wrong ?? nowhere
    if (message !== null)
      throw new Refused(400, `Step ${index + 1}: ${message}`, { steps: [`Step ${index + 1}: ${message}`] })
  }
}

interface Message {
  readonly clubId: number
  readonly step: Extract<AutomationStep, { kind: 'message' }>
  readonly now: Date
}

async function wrongMessage(db: Db, letters: Letters, { clubId, step, now }: Message): Promise<string | null> {
  const { channel, purpose, templateId, subject, body, layoutId } = step
  if (templateId === null && channel === 'email' && subject === '') return 'Write a subject.'
  if (templateId === null && isBlank(body)) return 'Write the message.'
  try {
    if (templateId !== null && !(await isOfClubOrAbove(db, templateId, clubId)))
      return 'This template is of another club, or deleted.'
    const own = { channel, subject: channel === 'email' ? subject : '', body, layoutId }
    const content = templateId === null ? own : await contentOfTemplate(db, templateId, now)
    if (content.channel !== channel) return 'This template is for the other way of sending.'
    const compiled = await letters.compile(db, clubId, content, purpose)
    // Of several clubs some may have what others have not: then it is asked when it is sent.
    const clubIds = await clubAndBelow(db, clubId)
    if (clubIds.length === 1) await demandNoHoles(letters, db, { clubIds, channel, compiled, settled: [], now })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

async function clubAndBelow(db: Db, clubId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select club_id as id from club_and_below(${clubId})`.execute(db)
  return rows.map(({ id }) => id)
}

async function isOfClubOrAbove(db: Db, templateId: number, clubId: number): Promise<boolean> {
  const { rows } = await sql`
    select from message_template template join club_and_above(${clubId}) above on above.club_id = template.club_id
    where template.id = ${templateId}`.execute(db)
  return rows.length > 0
}

import type { AutomationStep, Trigger } from '@honbu/contract/automation-plan.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAutomation } from '../../test/factories/automations.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createCollectionHold, createExternalPayment } from '../../test/factories/collections.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import type { Deliver, Delivery } from './act.ts'
import { runAutomations } from './work.ts'

const { db } = await freshDatabase()

const message: AutomationStep = {
  templateId: null,
  layoutId: null,
  kind: 'message',
  channel: 'email',
  purpose: 'service',
  subject: 'Hello',
  body: 'Hello {{ member.firstName }}',
}

/** A club with one automation, and a post that keeps what it is given. */
async function anAutomation(trigger: Trigger, steps: AutomationStep[] = [message], rest: object = {}) {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const automation = await createAutomation(db, { clubId: head.id, trigger, steps, ...rest })
  const sent: Delivery[] = []
  const deliver: Deliver = async (_tx, delivery) => {
    sent.push(delivery)
    return { sent: 'Hello' }
  }
  const run = async (now: Date = testNow) => {
    // Others have looked in this database already, and later.
    await db.deleteFrom('automation_look').execute()
    await runAutomations({ db, deliver }, now)
  }
  const to = () => sent.filter(({ automationId }) => automationId === automation.id).map(({ memberId }) => memberId)
  const runs = () =>
    db
      .selectFrom('automation_run')
      .select(['member_id as memberId', 'cause', 'state', 'because'])
      .where('automation_id', '=', automation.id)
      .orderBy('id')
      .execute()
  return { head, club, automation, run, to, runs, deliver }
}

const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000)
const waitAnHour: AutomationStep = { kind: 'waitFor', days: 0, hours: 1 }

describe('what begins an automation', () => {
  it('a booking, unless it is cancelled before the time', async () => {
    const { club, run, to, runs } = await anAutomation({ kind: 'bookingMade' }, [waitAnHour, message])
    const klass = await createClass(db, { clubId: club.id })
    const [keeps, cancels] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    const tree = { club_id: club.id, root_club_id: club.rootClubId, class_id: klass.id, booking_date: '2026-05-19' }
    for (const { id } of [keeps, cancels])
      await db
        .insertInto('booking')
        .values({ ...tree, member_id: id, created_at: testNow })
        .execute()
    await run()
    await db.updateTable('booking').set({ cancelled_at: testNow }).where('member_id', '=', cancels.id).execute()
    await run(later(2))
    await run(later(2))
    expect(to()).toEqual([keeps.id])
    expect(await runs()).toMatchObject([
      { memberId: keeps.id, state: 'done' },
      { memberId: cancels.id, state: 'stopped', because: 'The booking was cancelled' },
    ])
  })

  it('the first class, and no other', async () => {
    const { club, run, to } = await anAutomation({ kind: 'firstClass' })
    const klass = await createClass(db, { clubId: club.id })
    const [fresh, old, absent] = [
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id }),
    ]
    await attend(db, { classId: klass.id, memberId: old.id, date: '2026-05-05' })
    await attend(db, { classId: klass.id, memberId: old.id })
    await attend(db, { classId: klass.id, memberId: fresh.id })
    await attend(db, { classId: klass.id, memberId: absent.id, attended: false })
    await db.updateTable('attendance').set({ marked_at: testNow }).where('club_id', '=', club.id).execute()
    await run()
    // A mark that is taken back and made again begins nothing.
    await db.deleteFrom('attendance').where('member_id', '=', fresh.id).execute()
    await attend(db, { classId: klass.id, memberId: fresh.id })
    await run(later(1))
    expect(to()).toEqual([fresh.id])
  })

  it('so many days of absence, until somebody comes', async () => {
    const { club, run, to, runs } = await anAutomation({ kind: 'absent', days: 14 }, [waitAnHour, message])
    const klass = await createClass(db, { clubId: club.id })
    const [away, back, lately] = [
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id }),
    ]
    const midnight = new Date('2026-05-11T23:05:00Z')
    for (const { id } of [away, back]) await attend(db, { classId: klass.id, memberId: id, date: '2026-04-28' })
    await attend(db, { classId: klass.id, memberId: lately.id, date: '2026-05-05' })
    await run(midnight)
    await attend(db, { classId: klass.id, memberId: back.id, date: testToday })
    await run(testNow)
    expect(to()).toEqual([away.id])
    expect(await runs()).toMatchObject([
      { cause: 'absent:2026-04-28' },
      { because: 'Has come again', state: 'stopped' },
    ])
  })

  it('a birthday once a year, on 1 March for a leapling', async () => {
    const { club, run, to, runs } = await anAutomation({ kind: 'birthday' })
    const kim = await createMember(db, { clubId: club.id, dob: '2015-05-12' })
    const leap = await createMember(db, { clubId: club.id, dob: '2012-02-29' })
    await createMember(db, { clubId: club.id, dob: '2015-05-12', statusId: memberStatus.lapsed })
    await run()
    await run(later(3))
    expect(to()).toEqual([kim.id])
    await run(new Date('2027-03-01T08:00:00Z'))
    expect(to()).toEqual([kim.id, leap.id])
    await run(new Date('2027-05-12T08:00:00Z'))
    expect((await runs()).map(({ cause }) => cause)).toEqual(['birthday:2026', 'birthday:2027', 'birthday:2027'])
  })

  it('a grading that is passed, unless the result is taken back', async () => {
    const { club, run, to, runs } = await anAutomation({ kind: 'gradingPassed' }, [waitAnHour, message])
    const { id, gradeIds } = await createDiscipline(db, { clubId: club.id })
    const [stands, back] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    const result = { club_id: club.id, root_club_id: club.rootClubId, discipline_id: id, grade_id: gradeIds[1] ?? 0 }
    for (const member of [stands, back])
      await db
        .insertInto('grading_result')
        .values({ ...result, member_id: member.id, graded_on: testToday, passed: true, created_at: testNow })
        .execute()
    await run()
    await db.updateTable('grading_result').set({ passed: false }).where('member_id', '=', back.id).execute()
    await run(later(2))
    expect(to()).toEqual([stands.id])
    expect((await runs()).map(({ because }) => because)).toEqual(['', 'The result was taken back'])
  })

  it('a membership that ends in so many days, unless it is renewed', async () => {
    const { club, run, to } = await anAutomation({ kind: 'membershipEnds', days: 30 }, [waitAnHour, message])
    const [ends, renewed] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    await db.updateTable('club_member').set({ member_until: '2026-06-11' }).where('club_id', '=', club.id).execute()
    await run(new Date('2026-05-11T23:10:00Z'))
    await db.updateTable('club_member').set({ member_until: null }).where('member_id', '=', renewed.id).execute()
    await run(later(0))
    expect(to()).toEqual([ends.id])
  })

  it('a payment that failed, unless it is paid before the time', async () => {
    const { club, run, to, runs } = await anAutomation({ kind: 'paymentFailed' }, [waitAnHour, message])
    const [owes, pays] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    const [disputes, disputesLater] = [
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id }),
    ]
    await createCollectionHold(db, { clubId: club.id, memberId: disputes.id })
    const failed = {
      amount_pence: 3500,
      failures: 1,
      failed_on: testToday,
      reason: 'insufficientFunds',
      step: 'person',
    }
    for (const { id } of [owes, pays, disputes, disputesLater]) {
      const paymentId = await createExternalPayment(db, { clubId: club.id, memberId: id })
      const of = { club_id: club.id, root_club_id: club.rootClubId, member_id: id, external_payment_id: paymentId }
      await db
        .insertInto('recovery')
        .values({ ...of, ...failed, opened_at: testNow })
        .execute()
    }
    await run()
    await db.updateTable('recovery').set({ closed_at: testNow }).where('member_id', '=', pays.id).execute()
    await createCollectionHold(db, { clubId: club.id, memberId: disputesLater.id })
    await run(later(2))
    await run(later(2))
    expect(to()).toEqual([owes.id])
    expect(await runs()).toMatchObject([
      { memberId: owes.id, state: 'done', cause: expect.stringMatching(/^payment:\d+$/) },
      { memberId: pays.id, state: 'stopped', because: 'Was paid, or is tried again' },
      { memberId: disputesLater.id, state: 'stopped', because: 'The payer disputes a payment' },
    ])
  })

  it('a trial that ended, unless the person joins after all', async () => {
    const { club, run, to } = await anAutomation({ kind: 'trialEnded' }, [waitAnHour, message])
    const ended = await createMember(db, { clubId: club.id, statusId: memberStatus.unconverted })
    const joins = await createMember(db, { clubId: club.id, statusId: memberStatus.unconverted })
    await sql`insert into member_status_change (club_member_id, club_id, to_status_id, changed_on)
      select id, club_id, member_status_id, ${testToday} from club_member where club_id = ${club.id}`.execute(db)
    await run(new Date('2026-05-11T23:10:00Z'))
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.active })
      .where('member_id', '=', joins.id)
      .execute()
    await run()
    expect(to()).toEqual([ended.id])
  })
})

describe('what keeps it from going on', () => {
  const birthday = { kind: 'birthday' } as const
  const born = '2015-05-12'

  it('a night that was missed: what is older than a day is not sent, and is written down', async () => {
    const { club, run, to, runs } = await anAutomation(birthday)
    await createMember(db, { clubId: club.id, dob: born })
    await run(new Date('2026-05-13T08:00:00Z'))
    expect(to()).toEqual([])
    expect((await runs()).map(({ state }) => state)).toEqual(['missed'])
  })

  it('being switched off, everywhere or in one club, by what is younger than the switch', async () => {
    const { club, head, automation, run, to, runs } = await anAutomation(birthday, [waitAnHour, message])
    const other = await createClub(db, { parentClubId: head.id })
    const kim = await createMember(db, { clubId: club.id, dob: born })
    await createMember(db, { clubId: other.id, dob: born })
    await db.insertInto('automation_off').values({ automation_id: automation.id, club_id: other.id }).execute()
    const midnight = new Date('2026-05-11T23:05:00Z')
    await run(midnight)
    expect((await runs()).map(({ memberId }) => memberId)).toEqual([kim.id])
    await db.updateTable('automation').set({ is_on: false }).where('id', '=', automation.id).execute()
    await run()
    expect(to()).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'stopped', because: 'Was switched off' }])
  })

  it('what happened before it was switched on', async () => {
    const { club, run, runs } = await anAutomation({ kind: 'bookingMade' }, [message], { since: testNow })
    const klass = await createClass(db, { clubId: club.id })
    const kim = await createMember(db, { clubId: club.id })
    const tree = { club_id: club.id, root_club_id: club.rootClubId, class_id: klass.id, booking_date: '2026-05-19' }
    await db
      .insertInto('booking')
      .values({ ...tree, member_id: kim.id, created_at: later(-1) })
      .execute()
    await run(later(1))
    expect(await runs()).toEqual([])
  })

  it('conditions, of the automation and among its steps', async () => {
    const young = { kind: 'ageUnder', age: 18 } as const
    const { club, run, to, runs } = await anAutomation(
      birthday,
      [{ kind: 'condition', condition: { kind: 'booking', has: true } }, message],
      { conditions: [young] },
    )
    const klass = await createClass(db, { clubId: club.id })
    const booked = await createMember(db, { clubId: club.id, dob: born })
    await createMember(db, { clubId: club.id, dob: born })
    await createMember(db, { clubId: club.id, dob: '1990-05-12' })
    const tree = { club_id: club.id, root_club_id: club.rootClubId, class_id: klass.id, booking_date: '2026-05-19' }
    await db
      .insertInto('booking')
      .values({ ...tree, member_id: booked.id })
      .execute()
    await run()
    expect(to()).toEqual([booked.id])
    expect((await runs()).map(({ because }) => because)).toEqual(['', 'Has nothing booked', 'Is not under 18'])
  })
})

describe('what it does', () => {
  it('a task for who has a role, and a tag on and off', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    await sql`insert into club_user_role (club_user_id, role_id)
      select id, 1003 from club_user where account_id = ${coach.id}`.execute(db)
    const tag = await db
      .insertInto('tag')
      .values({ club_id: club.id, root_club_id: club.id, name: 'Birthday' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await createAutomation(db, {
      clubId: club.id,
      trigger: { kind: 'birthday' },
      steps: [
        { kind: 'tag', tagId: tag.id, add: true },
        { kind: 'condition', condition: { kind: 'tag', tagId: tag.id, has: true } },
        { kind: 'task', subject: 'Order a cake', dueInDays: 2, accountId: null, roleId: 1003 },
        { kind: 'tag', tagId: tag.id, add: false },
      ],
    })
    const kim = await createMember(db, { clubId: club.id, dob: '2015-05-12' })
    const deliver: Deliver = async () => ({ refused: 'no' })
    await db.deleteFrom('automation_look').execute()
    await runAutomations({ db, deliver }, testNow)
    const tasks = await db.selectFrom('task').selectAll().where('member_id', '=', kim.id).orderBy('task.id').execute()
    expect(tasks).toMatchObject([{ subject: 'Order a cake', due_on: '2026-05-14', account_id: coach.id }])
    expect(await db.selectFrom('member_tag').select('tag_id').where('member_id', '=', kim.id).execute()).toEqual([])
    const { rows } = await sql<{ what: string }>`
      select what from automation_log log join automation_run run on run.id = log.automation_run_id
      where run.member_id = ${kim.id} order by log.id`.execute(db)
    expect(rows.map(({ what }) => what)).toEqual(['started', 'tag', 'passed', 'task', 'tag', 'done'])
  })

  it('once, in however many processes at the same time', async () => {
    const { club, to, deliver, runs } = await anAutomation({ kind: 'birthday' })
    for (let each = 0; each < 20; each++) await createMember(db, { clubId: club.id, dob: '2015-05-12' })
    await db.deleteFrom('automation_look').execute()
    await Promise.all([1, 2, 3].map(() => runAutomations({ db, deliver }, testNow)))
    expect(to()).toHaveLength(20)
    expect(new Set(to()).size).toBe(20)
    expect(new Set((await runs()).map(({ state }) => state))).toEqual(new Set(['done']))
  })

  it('for the others when one fails, which is tried again', async () => {
    const { club, to, deliver, run } = await anAutomation({ kind: 'birthday' })
    const [first, second] = [
      await createMember(db, { clubId: club.id, dob: '2015-05-12' }),
      await createMember(db, { clubId: club.id, dob: '2015-05-12' }),
    ]
    const fails: Deliver = async (tx, delivery) => {
      if (delivery.memberId === first.id) throw new Error('cannot be written')
      return await deliver(tx, delivery)
    }
    await db.deleteFrom('automation_look').execute()
    await expect(runAutomations({ db, deliver: fails }, testNow)).rejects.toThrow('cannot be written')
    expect(to()).toEqual([second.id])
    await run(later(1))
    expect(to()).toEqual([second.id, first.id])
  })
})

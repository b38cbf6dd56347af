import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { mergeFields } from '@honbu/contract/merge-fields.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { emptyFields, mergeValuesOf } from './merge-values.ts'
import { payLinkMaker } from './pay-link-maker.ts'

const database = await freshDatabase()
const { db } = database
const all = mergeFields.map(field => field.name)

describe('mergeValuesOf', () => {
  it('says each field of a member whose guardian gets it', async () => {
    const club = await createClub(db)
    await db
      .updateTable('club')
      .set({
        email: 'hi@club.example',
        phone: '0113 496 0000',
        address_line: '1 Mill St',
        town: 'Leeds',
        postcode: 'LS1 4AP',
      })
      .where('id', '=', club.id)
      .execute()
    const member = await aMember({ clubId: club.id, firstName: 'Mia', lastName: 'Okafor' })
    const person = await one<{ id: number; root: number }>(sql`
      update person set dob = '2017-03-01' where id = (select person_id from member where id = ${member.id})
      returning id, (select root_club_id from club where id = ${club.id}) as root`)
    const guardian = await one<{ id: number }>(sql`
      insert into person (first_name, last_name) values ('Grace', 'Okafor') returning id`)
    const plan = await one<{ id: number }>(sql`
      insert into training_plan (club_id, root_club_id, name) values (${club.id}, ${person.root}, 'Juniors') returning id`)
    await sql`
      update club_member set member_since = '2024-09-04', next_payment = '2026-06-01', sub_price_pence = 3500,
        training_plan_id = ${plan.id}, member_until = null, next_renewal = '2026-09-03'
      where member_id = ${member.id}`.execute(db)
    await sql`
      insert into charge (club_id, root_club_id, member_id, amount_pence, due_on, transaction_date)
      values (${club.id}, ${person.root}, ${member.id}, 3500, '2026-05-01', '2026-05-01'),
        (${club.id}, ${person.root}, ${member.id}, 900, '2026-06-01', '2026-05-01')`.execute(db)
    const klass = await createClass(db, { clubId: club.id, className: 'Little Dragons' })
    await sql`
      delete from class_timetable where class_id = ${klass.id}`.execute(db)
    await sql`
      insert into class_timetable (class_id, club_id, weekday, start_time, finish_time, valid_from)
      values (${klass.id}, ${club.id}, 4, '17:30', '18:15', '2026-01-01')`.execute(db)
    await sql`
      insert into class_member (class_id, club_id, root_club_id, member_id, date_added)
      values (${klass.id}, ${club.id}, ${person.root}, ${member.id}, '2026-01-01')`.execute(db)
    await sql`
      insert into booking (class_id, club_id, root_club_id, member_id, booking_date)
      values (${klass.id}, ${club.id}, ${person.root}, ${member.id}, '2026-05-21')`.execute(db)
    const karate = await one<{ id: number }>(sql`
      insert into discipline (club_id, root_club_id, name) values (${club.id}, ${person.root}, 'Karate') returning id`)
    const [orange] = await many<{ id: number }>(sql`
      insert into grade (discipline_id, root_club_id, name, position)
      values (${karate.id}, ${person.root}, 'Orange belt', 1), (${karate.id}, ${person.root}, 'Green belt', 2) returning id`)
    await sql`
      insert into member_discipline (member_id, root_club_id, discipline_id, current_grade_id, studied_since)
      values (${member.id}, ${person.root}, ${karate.id}, ${orange?.id}, '2024-09-04')`.execute(db)
    const grading = await createClass(db, { clubId: club.id, className: 'Grading', classTypeId: classType.grading })
    await sql`update class set primary_discipline_id = ${karate.id} where id = ${grading.id}`.execute(db)
    await sql`delete from class_timetable where class_id = ${grading.id}`.execute(db)
    await sql`
      insert into class_timetable (class_id, club_id, weekday, start_time, finish_time, valid_from, valid_until)
      values (${grading.id}, ${club.id}, 7, '10:00', '12:00', '2026-06-01', '2026-06-07')`.execute(db)
    await sql`
      insert into message_setting (club_id, root_club_id, website) values (${club.id}, ${person.root}, 'https://club.example')`.execute(
      db,
    )
    const recipients = [
      { memberId: member.id, personId: guardian.id },
      { memberId: member.id, personId: person.id },
    ]
    const links = {
      'links.pay': async (list: readonly unknown[]) => list.map((_, index) => `https://pay.example/${index}`),
    }
    const [values, own] = await mergeValuesOf(db, { clubId: club.id, now: testNow, fields: all, recipients, links })
    expect(values).toEqual({
      'member.firstName': 'Mia',
      'member.lastName': 'Okafor',
      'member.fullName': 'Mia Okafor',
      'member.age': '9',
      'member.code': member.code,
      'recipient.firstName': 'Grace',
      'recipient.fullName': 'Grace Okafor',
      'guardian.firstName': 'Grace',
      'guardian.fullName': 'Grace Okafor',
      'club.name': club.name,
      'club.email': 'hi@club.example',
      'club.phone': '0113 496 0000',
      'club.address': '1 Mill St, Leeds, LS1 4AP',
      'club.website': 'https://club.example',
      'club.reviewUrl': '',
      'class.name': 'Little Dragons',
      'class.day': 'Thursday',
      'class.time': '17:30',
      'class.next': 'Thursday 14 May 2026',
      'booking.className': 'Little Dragons',
      'booking.date': 'Thursday 21 May 2026',
      'booking.time': '17:30',
      'grade.discipline': 'Karate',
      'grade.name': 'Orange belt',
      'grade.next': 'Green belt',
      'grading.date': 'Sunday 7 June 2026',
      'membership.plan': 'Juniors',
      'membership.since': '4 September 2024',
      'membership.until': '3 September 2026',
      'membership.price': '£35.00',
      'membership.nextPayment': '1 June 2026',
      'balance.owed': '£35.00',
      'balance.credit': '',
      'links.pay': 'https://pay.example/0',
      'links.book': '',
      'links.preferences': '',
      'links.unsubscribe': '',
      'links.enquiry': '',
      'links.refer': '',
    })
    expect(own).toMatchObject({
      'recipient.firstName': 'Mia',
      'guardian.firstName': '',
      'links.pay': 'https://pay.example/1',
    })
    expect(emptyFields(['member.firstName', 'balance.credit'], values ?? {})).toEqual(['balance.credit'])
  })

  it('names as the next class the one that has not begun yet', async () => {
    const club = await createClub(db)
    const member = await aMember({ clubId: club.id })
    const klass = await createClass(db, { clubId: club.id })
    await sql`delete from class_timetable where class_id = ${klass.id}`.execute(db)
    await sql`
      insert into class_timetable (class_id, club_id, weekday, start_time, finish_time, valid_from)
      values (${klass.id}, ${club.id}, 2, '18:30', '19:15', '2026-01-01')`.execute(db)
    await sql`
      insert into class_member (class_id, club_id, root_club_id, member_id, date_added)
      select ${klass.id}::bigint, id, root_club_id, ${member.id}::bigint, '2026-01-01'::date from club where id = ${club.id}`.execute(
      db,
    )
    const nextAt = async (now: string) => {
      const recipients = [{ memberId: member.id, personId: member.personId }]
      const [values] = await mergeValuesOf(db, {
        clubId: club.id,
        now: new Date(now),
        fields: ['class.next'],
        recipients,
      })
      return values?.['class.next']
    }
    expect(await nextAt('2026-05-12T17:29:00Z')).toBe('Tuesday 12 May 2026')
    expect(await nextAt('2026-05-12T17:30:00Z')).toBe('Tuesday 19 May 2026')
  })

  it('asks as often for 500 as for one, and only for what is wanted', async () => {
    const club = await createClub(db)
    const members: Awaited<ReturnType<typeof aMember>>[] = []
    for (let count = 0; count < 20; count++)
      members.push(await aMember({ clubId: club.id, statusId: memberStatus.active }))
    const recipients = Array.from({ length: 500 }, (_, index) => {
      const member = members[index % members.length]
      if (!member) throw new Error('there are members')
      return { memberId: member.id, personId: member.personId }
    })
    const asked: number[] = []
    for (const list of [recipients.slice(0, 1), recipients]) {
      let queries = 0
      const counting = db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const values = await mergeValuesOf(counting, { clubId: club.id, now: testNow, fields: all, recipients: list })
      expect(values).toHaveLength(list.length)
      asked.push(queries)
    }
    expect(asked[0]).toBeGreaterThan(0)
    expect(asked[1]).toBe(asked[0])
  })
})

describe('payLinkMaker', () => {
  it('makes a link each, and none where nothing can be paid into', async () => {
    const club = await createClub(db)
    const member = await aMember({ clubId: club.id })
    const recipients = [{ memberId: member.id, personId: member.personId }]
    const parts = { db, now: () => testNow, config: { baseUrl: 'https://honbu.example', basePath: '' } }
    const none = payLinkMaker({ ...parts, providers: { hasAccount: async () => false } }, club.id, 'email')
    expect(await none(recipients)).toEqual([null])
    const some = payLinkMaker({ ...parts, providers: { hasAccount: async () => true } }, club.id, 'email')
    const [link] = await some(recipients)
    expect(link).toMatch(/^https:\/\/honbu\.example\/pay\?token=[\w-]{32}$/)
    const rows = await db.selectFrom('pay_link').selectAll().where('member_id', '=', member.id).execute()
    expect(rows).toMatchObject([{ club_id: club.id, purpose: 'pay', charge_id: null, sent_by: 'email' }])
  })
})

async function aMember(input: Parameters<typeof createMember>[1]) {
  const member = await createMember(db, input)
  const { person_id } = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { ...member, personId: person_id }
}

async function many<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  // The caller writes the query, and what it answers.
  return (await query.execute(db)).rows as Row[]
}

async function one<Row>(query: ReturnType<typeof sql>): Promise<Row> {
  const [row] = await many<Row>(query)
  if (!row) throw new Error('the query answers a row')
  return row
}

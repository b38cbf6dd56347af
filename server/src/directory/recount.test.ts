import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, paymentMethod } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createClub, createMember, createMembership } from '../../test/factories/people.ts'
import type { Db } from '../platform/database.ts'
import { beginDirectoryDays } from './directory-days.ts'

const { db } = await freshDatabase()

/** What is kept and no longer so, and what is so and not kept: a recount of every column of every row. */
async function differences(db: Db) {
  const { rows } = await sql`
    (select 'kept' as what, to_jsonb(one) as row from (select * from directory_entry except select * from directory_source) one)
    union all
    (select 'true', to_jsonb(one) from (select * from directory_source except select * from directory_entry) one)
    union all
    (select 'kept', to_jsonb(one) from (select * from directory_text except select * from directory_text_source) one)
    union all
    (select 'true', to_jsonb(one) from (select * from directory_text_source except select * from directory_text) one)`.execute(
    db,
  )
  return rows
}

it('whatever is written, in whatever order, what is kept equals a recount', async () => {
  const club = await createClub(db)
  const other = await createClub(db, { parentClubId: club.id })
  const classes = [await createClass(db, { clubId: club.id }), await createClass(db, { clubId: other.id })]
  const disciplines = [await createDiscipline(db, { clubId: club.id }), await createDiscipline(db, { clubId: club.id })]
  const tags = await db
    .insertInto('tag')
    .values(['Helper', 'Newsletter', 'Squad'].map(name => ({ club_id: club.id, root_club_id: club.rootClubId, name })))
    .returning('id')
    .execute()
  const tagIds = tags.map(({ id }) => id)
  const members = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: other.id })]
  await createMembership(db, { clubId: other.id, memberId: members[0]?.id ?? 0 })
  const change = (table: 'club_member', set: object) => (memberId: number) =>
    db.updateTable(table).set(set).where('member_id', '=', memberId).execute()
  const person = (set: object) => (memberId: number) =>
    db
      .updateTable('person')
      .set(set)
      .where('id', 'in', db.selectFrom('member').select('person_id').where('id', '=', memberId))
      .execute()
  const nth = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value

  const writes: Record<string, (memberId: number, n: number) => Promise<unknown>> = {
    attend: (memberId, n) =>
      attend(db, {
        classId: nth(classes, n).id,
        memberId,
        date: addDays(testToday, -n),
        attended: n % 3 > 0,
      }).catch(isTwice),
    correct: (memberId, n) =>
      db
        .updateTable('attendance')
        .set({ attended: n % 2 === 0, class_date: addDays(testToday, -100 - n) })
        .where('id', 'in', db.selectFrom('attendance').select('id').where('member_id', '=', memberId).limit(1))
        .execute()
        .catch(isTwice),
    takeBack: (memberId, n) =>
      db
        .deleteFrom('attendance')
        .where('member_id', '=', memberId)
        .where('class_date', '>', addDays(testToday, -n))
        .execute(),
    charge: (memberId, n) =>
      createCharge(db, {
        clubId: nth([club, other], n).id,
        memberId,
        pence: 1000 + n,
        due: addDays(testToday, n - 10),
        paid: nth([0, 500, 1000 + n], n),
      }),
    day: (_, n) => beginDirectoryDays(db, new Date(testNow.getTime() + n * 86_400_000)),
    status: (memberId, n) =>
      change('club_member', { member_status_id: nth([memberStatus.lapsed, memberStatus.active], n) })(memberId),
    method: (memberId, n) =>
      change('club_member', { payment_method_id: nth([paymentMethod.directDebit, null], n) })(memberId),
    mandate: (memberId, n) =>
      createMandate(db, {
        clubId: nth([club, other], n).id,
        memberId,
        state: nth(['active', 'pending_submission', 'failed'], n),
      }),
    mandateEnds: (memberId, n) =>
      db
        .updateTable('mandate')
        .set({ state: nth(['cancelled', 'active', 'expired'], n) })
        .where('member_id', '=', memberId)
        .execute(),
    joined: (memberId, n) => change('club_member', { member_since: addDays(testToday, -n) })(memberId),
    name: (memberId, n) => person({ last_name: `O'Brien-${n}`, email: n % 2 ? `A${n}@B.example` : null })(memberId),
    dob: (memberId, n) => person({ dob: n % 4 ? addDays('2008-02-29', n) : null, phone_day: `0123 ${n}` })(memberId),
    code: (memberId, n) =>
      db
        .updateTable('member')
        .set({ code: `Ré-${memberId}-${n}` })
        .where('id', '=', memberId)
        .execute(),
    contact: (memberId, n) =>
      db
        .insertInto('member_contact')
        .columns(['member_id', 'person_id'])
        .expression(
          db
            .selectFrom('member')
            .select([sql.lit(memberId).as('member_id'), 'person_id'])
            .where('id', '=', nth(members, n).id),
        )
        .execute()
        .catch(isTwice),
    otherContact: (memberId, n) =>
      db
        .updateTable('member_contact')
        .set({ member_id: nth(members, n).id })
        .where('member_id', '=', memberId)
        .execute()
        .catch(isTwice),
    noContact: memberId => db.deleteFrom('member_contact').where('member_id', '=', memberId).execute(),
    postcode: (memberId, n) => person({ postcode: n % 3 ? `LS${n} 4QB` : null })(memberId),
    study: (memberId, n) =>
      study(db, { memberId, disciplineId: nth(disciplines, n).id, gradeId: nth(disciplines, n).gradeIds[n % 3] }).catch(
        isTwice,
      ),
    promote: (memberId, n) =>
      db
        .updateTable('member_discipline')
        .set({ current_grade_id: nth(disciplines, n).gradeIds[2] ?? null })
        .where('member_id', '=', memberId)
        .where('discipline_id', '=', nth(disciplines, n).id)
        .execute(),
    giveUp: (memberId, n) =>
      db
        .deleteFrom('member_discipline')
        .where('member_id', '=', memberId)
        .where('discipline_id', '=', nth(disciplines, n).id)
        .execute(),
    // A class marked at once: several rows of one statement.
    markAll: (_, n) =>
      db
        .insertInto('attendance')
        .values(
          members.map(({ id }) => ({
            club_id: club.id,
            root_club_id: club.rootClubId,
            class_id: nth(classes.slice(0, 1), 0).id,
            member_id: id,
            class_date: addDays(testToday, n),
            attended: true,
          })),
        )
        .execute()
        .catch(isTwice),
    tag: (memberId, n) =>
      db
        .insertInto('member_tag')
        .values({
          tag_id: nth(tagIds, n),
          member_id: memberId,
          club_id: nth([club, other], n).id,
          root_club_id: club.rootClubId,
        })
        .execute()
        .catch(isTwice),
    retag: (memberId, n) =>
      db
        .updateTable('member_tag')
        .set({ club_id: nth([club, other], n).id })
        .where('member_id', '=', memberId)
        .execute(),
    untag: (memberId, n) =>
      db.deleteFrom('member_tag').where('member_id', '=', memberId).where('tag_id', '=', nth(tagIds, n)).execute(),
    // All at once: both members.
    dropTag: (_, n) => db.deleteFrom('member_tag').where('tag_id', '=', nth(tagIds, n)).execute(),
    leave: (memberId, n) =>
      n % 5 > 0
        ? Promise.resolve()
        : db.deleteFrom('club_member').where('member_id', '=', memberId).where('club_id', '=', other.id).execute(),
    join: memberId => createMembership(db, { clubId: other.id, memberId }).catch(isTwice),
  }
  const write = fc.tuple(fc.constantFrom(...Object.keys(writes)), fc.nat({ max: 1 }), fc.nat({ max: 40 }))
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async steps => {
      for (const [name, who, n] of steps) await writes[name]?.(nth(members, who).id, n)
      expect(await differences(db)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

/** What is there already, or was before: not what this is about. */
function isTwice(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
}

it('two who write of one member at once are both counted', async () => {
  const club = await createClub(db)
  const [monday, tuesday] = [await createClass(db, { clubId: club.id }), await createClass(db, { clubId: club.id })]
  const { id: memberId } = await createMember(db, { clubId: club.id })
  const rows = [monday, tuesday].map((klass, index) => ({
    club_id: club.id,
    root_club_id: club.rootClubId,
    class_id: klass.id,
    member_id: memberId,
    class_date: addDays(testToday, -index),
    attended: true,
  }))
  // The later day is written first, and not committed before the earlier one has been written too.
  let isWritten = () => {}
  const written = new Promise<void>(resolve => {
    isWritten = resolve
  })
  const first = db.transaction().execute(async tx => {
    await tx.insertInto('attendance').values(rows.slice(0, 1)).execute()
    isWritten()
    await waiting(db)
  })
  await written
  await Promise.all([first, db.insertInto('attendance').values(rows.slice(1)).execute()])
  expect(await differences(db)).toEqual([])
})

/** Until somebody waits for a lock. */
async function waiting(db: Db) {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database()
      ) limit 1`.execute(db)
    if (rows.length > 0) return
  }
}

import type { Subject } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { createAccount, createClass, createClub, createDiscipline, createMember, enrol, study } from './factories.ts'

/** The id of a row for every subject of a guard, all of one club, and who may and may not touch them. */
export type OurRows = Readonly<Record<Subject, number>> & {
  readonly admin: string
  readonly coach: string
  /** The owner of another club, and someone whose userUntil was yesterday. */
  readonly stranger: string
  readonly former: string
}

export async function createOurRows(db: Db): Promise<OurRows> {
  const { id: clubId, rootClubId } = await createClub(db)
  const elsewhere = await createClub(db)
  const tree = { club_id: clubId, root_club_id: rootClubId }
  const discipline = await createDiscipline(db, { clubId })
  const grade = discipline.gradeIds[0] ?? 0
  const klass = await createClass(db, { clubId, disciplineId: discipline.id })
  const prebooked = await createClass(db, { clubId, classTypeId: classType.prebooked, weekdays: [] })
  const member = await createMember(db, { clubId })
  await enrol(db, { classId: klass.id, memberId: member.id })
  await study(db, { memberId: member.id, disciplineId: discipline.id, gradeId: grade })
  const worker = await createAccount(db, { clubId })
  const admin = await createAccount(db, { clubId, isAdmin: true })
  const inserted = async (row: Promise<{ id: number }>) => (await row).id
  const location = await inserted(
    db.insertInto('location').values({ club_id: clubId, name: 'Hall' }).returning('id').executeTakeFirstOrThrow(),
  )
  const category = await inserted(
    db
      .insertInto('member_category')
      .values({ ...tree, name: 'Juniors' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const plan = await inserted(
    db
      .insertInto('training_plan')
      .values({ ...tree, name: 'Two a week' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const slot = await inserted(
    db
      .insertInto('class_availability')
      .values({
        class_id: prebooked.id,
        club_id: clubId,
        class_date: '2026-05-20',
        start_time: '18:00',
        finish_time: '19:00',
        capacity: 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const booking = await inserted(
    db
      .insertInto('booking')
      .values({ ...tree, class_id: prebooked.id, member_id: member.id, booking_date: '2026-05-20' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const gradingResult = await inserted(
    db
      .insertInto('grading_result')
      .values({
        ...tree,
        member_id: member.id,
        discipline_id: discipline.id,
        grade_id: grade,
        graded_on: '2026-03-01',
        passed: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const invitation = await inserted(
    db
      .insertInto('club_invitation')
      .values({ club_id: clubId, email: 'invited@mail.example', invited_by: admin.id, expires_at: '2026-06-30T00:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const one = (table: 'class_member' | 'club_user' | 'not_interested_reason') =>
    inserted(db.selectFrom(table).select('id').where('club_id', '=', clubId).orderBy('id').executeTakeFirstOrThrow())
  return {
    club: clubId,
    class: klass.id,
    member: member.id,
    account: worker.id,
    location,
    discipline: discipline.id,
    treeDiscipline: discipline.id,
    grade,
    treeGrade: grade,
    category,
    treeCategory: category,
    treePlan: plan,
    slot,
    booking,
    enrolment: await one('class_member'),
    clubUser: await one('club_user'),
    invitation,
    treeClub: clubId,
    staff: worker.personId,
    gradingResult,
    notInterestedReason: await one('not_interested_reason'),
    admin: admin.sub,
    coach: worker.sub,
    stranger: (await createAccount(db, { clubId: elsewhere.id, isAdmin: true })).sub,
    former: (await createAccount(db, { clubId, userSince: '2024-01-01', userUntil: '2026-05-11' })).sub,
  }
}

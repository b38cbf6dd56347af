import { todayIn } from '@honbu/contract/calendar.ts'
import type * as view from '@honbu/contract/class-view.ts'
import { enrolmentColumns } from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { beltSql } from '../platform/belt-sql.ts'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

export async function getClassEnrolments({ db, now }: Read, { id, ...grid }: Input<typeof view.getClassEnrolments>) {
  const klass = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['class.club_id', 'class.primary_discipline_id', 'club.time_zone'])
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(klass.time_zone, now)
  const query = db
    .selectFrom('class_member')
    .innerJoin('member', 'member.id', 'class_member.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoinLateral(
      // In this club where there is one; a visitor's is in another club of the tree.
      sql<{ member_status_id: number }>`(
        select member_status_id from club_member where club_member.member_id = class_member.member_id
        order by club_member.club_id <> ${klass.club_id}, club_member.club_id limit 1
      )`.as('membership'),
      join => join.onTrue(),
    )
    .innerJoinLateral(
      sql<{ times: number; last: string | null }>`(
        select count(*) as times, max(class_date) as last from attendance
        where attendance.member_id = class_member.member_id and attendance.class_id = ${id} and attended
      )`.as('came'),
      join => join.onTrue(),
    )
    .leftJoin('member_discipline', join =>
      join
        .onRef('member_discipline.member_id', '=', 'class_member.member_id')
        .on('member_discipline.discipline_id', '=', klass.primary_discipline_id ?? 0),
    )
    .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
    .where('class_member.class_id', '=', id)
    .where('class_member.date_added', '<=', today)
    .where(({ eb, or }) => or([eb('removed_on', 'is', null), eb('removed_on', '>', today)]))
    .select(['class_member.member_id as memberId', 'class_member.date_added as dateAdded', 'member.code'])
    .select(['person.first_name as firstName', 'person.last_name as lastName', 'person.photo_url as photoUrl'])
    .select(['membership.member_status_id as memberStatusId', 'came.times as attended', 'came.last as lastAttendance'])
    .select([beltSql('grade').as('belt'), 'grade.position as gradePosition'])
  return await gridQuery(
    query,
    {
      columns: enrolmentColumns,
      expressions: {
        firstName: 'person.first_name',
        lastName: 'person.last_name',
        gradePosition: 'grade.position',
        memberStatusId: 'membership.member_status_id',
        dateAdded: 'class_member.date_added',
        lastAttendance: 'came.last',
        attended: 'came.times',
      },
      id: 'class_member.id',
      sort: [
        { field: 'lastName', dir: 'asc' },
        { field: 'firstName', dir: 'asc' },
      ],
    },
    grid,
  )
}

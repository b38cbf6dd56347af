import { type search as call, directoryColumns } from '@honbu/contract/directory.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

const lastAttendance = sql<string | null>`(
  select class_date from attendance where attendance.member_id = club_member.member_id and attended
  order by class_date desc limit 1
)`

export async function search({ db, user }: Read, { clubIds, ...grid }: Input<typeof call>) {
  const query = db
    .selectFrom('club_member')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .leftJoin('member_category', 'member_category.id', 'club_member.category_id')
    .leftJoin('training_plan', 'training_plan.id', 'club_member.training_plan_id')
    .where('club_member.club_id', 'in', clubIds ?? [0, ...user.clubs.keys()])
    .select([
      'club_member.id as clubMemberId',
      'club_member.member_id as memberId',
      'member.code',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.photo_url as photoUrl',
      'person.dob',
      'person.email',
      'person.phone_mob as phone',
      'club_member.club_id as clubId',
      'club.name as clubName',
      'club_member.member_status_id as memberStatusId',
      'member_category.name as categoryName',
      'training_plan.name as planName',
      'club_member.member_since as memberSince',
      lastAttendance.as('lastAttendance'),
    ])
  return await gridQuery(
    query,
    {
      columns: directoryColumns,
      expressions: {
        lastName: 'person.last_name',
        firstName: 'person.first_name',
        code: 'member.code',
        memberStatusId: 'club_member.member_status_id',
        clubName: 'club.name',
        categoryName: 'member_category.name',
        planName: 'training_plan.name',
        dob: 'person.dob',
        email: sql`person.email::text`,
        phone: 'person.phone_mob',
        memberSince: 'club_member.member_since',
        lastAttendance,
      },
      id: 'club_member.id',
      sort: [
        { field: 'lastName', dir: 'asc' },
        { field: 'firstName', dir: 'asc' },
      ],
    },
    grid,
  )
}

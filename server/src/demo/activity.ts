import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** What the staff of the demo have done in the last two months, as their writes would have left word of it. */
export async function addActivity(tx: Transaction<Tables>, now: Date): Promise<void> {
  await sql`
    insert into audit (at, action, account_id, club_id, member_id, subject, subject_id, before, after)
    select at, action, account_id, club_id, member_id, subject, subject_id, before, after
    from (
      select created_at as at, 'saveNote' as action, account_id, club_id, member_id, 'member_note' as subject,
        id as subject_id, null::jsonb as before, jsonb_build_object('subject', subject, 'note', note) as after
      from member_note
      union all
      select change.created_at, 'saveMembership', account_id, change.club_id, member_id, 'club_member', club_member.id,
        jsonb_build_object('memberStatusId', from_status_id), jsonb_build_object('memberStatusId', to_status_id)
      from member_status_change change join club_member on club_member.id = change.club_member_id
      where from_status_id is not null
      union all
      select created_at, 'saveGradingResult', account_id, club_id, member_id, 'grading_result', id, null,
        jsonb_build_object('gradeId', grade_id, 'passed', passed, 'progress', progress)
      from grading_result
      union all
      select created_at, 'savePayment', account_id, club_id, member_id, 'payment', id, null,
        jsonb_build_object('pence', amount_pence, 'paymentDate', payment_date)
      from payment where account_id is not null
      union all
      select max(marked_at), 'saveAttendances', marked_by, club_id, null, 'attendance', null, null,
        jsonb_build_object('classId', class_id, 'classDate', class_date, 'attended', count(*) filter (where attended))
      from attendance where marked_by is not null group by club_id, class_id, class_date, marked_by
    ) done
    where at > ${now}::timestamptz - interval '60 days' and at <= ${now}
    order by at`.execute(tx)
}

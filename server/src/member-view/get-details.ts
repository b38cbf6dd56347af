import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { communication, memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import { debtInfo, hasDispute } from '../ledger/index.ts'
import { mayTouch } from '../platform/access.ts'
import { beltSql } from '../platform/belt-sql.ts'
import { pounds } from '../platform/money.ts'
import { isForTheMat, isReadableNote, type NoteReader, noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'

/**
 * The header of the member view. Person, contacts and memberships are reachable through any of his clubs; money, notes,
 * tags, tasks and marks are those of the caller's. Every question is put at once: none waits for another.
 */
export async function getDetails({ db, user, now }: Read, { id }: Input<typeof call.getDetails>) {
  const clubIds = [...user.clubs.keys()]
  const [[person], memberships, belts, contacts, [money], [rest]] = await Promise.all([
    personOf(db, { memberId: id }),
    membershipsOf(db, { memberId: id, now }),
    beltsOf(db, { memberId: id }),
    contactsOf(db, { memberId: id }),
    moneyOf(db, { memberId: id, clubIds, now }),
    restOf(db, { memberId: id, ...noteReader(user) }),
  ])
  if (!person || !money || !rest) throw new Error('A member has a person, and a sum has a row.')
  const shown = memberships
    .map(({ timeZone: _, flags, subPricePence, freeze, planName, subFrequency, nextPayment, ...membership }) => ({
      ...membership,
      // What a member pays elsewhere is that club's business.
      ...(mayTouch(user, membership.clubId)
        ? { planName, subFrequency, nextPayment, subPrice: subPricePence === null ? null : pounds(subPricePence) }
        : { planName: null, subFrequency: null, nextPayment: null, subPrice: null }),
      freeze: mayTouch(user, membership.clubId) ? freeze : null,
      allowPhoto: (flags & communication.photo) !== 0,
      isOurs: mayTouch(user, membership.clubId),
      isAdmin: mayTouch(user, membership.clubId, true),
    }))
    .toSorted((a, b) => Number(b.isOurs) - Number(a.isOurs) || liveliness(a) - liveliness(b) || a.clubId - b.clubId)
  const first = memberships.find(({ clubId }) => clubId === shown[0]?.clubId)
  const today = todayIn(first?.timeZone ?? 'Europe/London', now)
  return {
    ...person,
    today,
    memberships: shown,
    belts,
    contacts,
    balance: pounds(money.balance),
    outstandingFees: pounds(money.overdue),
    debtInfo: debtInfo({ pence: money.overdue, oldestDue: money.oldestDue, isDisputed: money.isDisputed }, today),
    ...rest,
  }
}

const order = [
  memberStatus.active,
  memberStatus.issue,
  memberStatus.prospect,
  memberStatus.enquiry,
  memberStatus.lapsed,
] as readonly number[]

/** Of several memberships the one that goes on stands first. */
const liveliness = ({ memberStatusId }: { memberStatusId: number }) =>
  order.includes(memberStatusId) ? order.indexOf(memberStatusId) : order.length

const personOf = statement((db, { memberId }: Places<{ memberId: number }>) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id as memberId', 'person.id as personId', 'member.code', 'person.first_name as firstName'])
    .select([
      'person.last_name as lastName',
      'person.gender',
      'person.dob',
      'person.email',
      'person.photo_url as photoUrl',
    ])
    .select(['person.phone_day as phoneDay', 'person.phone_eve as phoneEve', 'person.phone_mob as phoneMob'])
    .select(
      sql<string>`concat_ws(', ', nullif(address_line, ''), nullif(town, ''), nullif(postcode, ''))`.as('address'),
    )
    .where('member.id', '=', memberId),
)

const membershipsOf = statement((db, { memberId, now }: Places<{ memberId: number; now: Date }>) =>
  db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .leftJoin('member_category', 'member_category.id', 'club_member.category_id')
    .leftJoin('training_plan', 'training_plan.id', 'club_member.training_plan_id')
    .leftJoin('lookup as frequency', 'frequency.id', 'club_member.sub_frequency_id')
    .select(['club_member.id as clubMemberId', 'club_member.club_id as clubId', 'club.name as clubName'])
    .select(['club.time_zone as timeZone', 'club_member.member_status_id as memberStatusId'])
    .select([
      'member_category.name as categoryName',
      'training_plan.name as planName',
      'frequency.name as subFrequency',
    ])
    .select(['club_member.sub_price_pence as subPricePence', 'club_member.member_since as memberSince'])
    .select(['club_member.member_until as memberUntil', 'club_member.next_renewal as nextRenewal'])
    .select(['club_member.next_payment as nextPayment', 'club_member.trial_start as trialStart'])
    .select(['club_member.is_grading_candidate as isGradingCandidate', 'club_member.communication_flags as flags'])
    .select(
      sql<boolean>`exists (select from document_in_force where club_id = club_member.club_id and is_required)`.as(
        'requireTerms',
      ),
    )
    .select(
      sql<boolean>`not exists (
        select from unsigned_document
        where unsigned_document.member_id = club_member.member_id and unsigned_document.club_id = club_member.club_id
      )`.as('hasTerms'),
    )
    .select(
      // Two freezes of a membership never share a day.
      sql<{ until: string | null } | null>`(
        select json_build_object('until', frozen_until) from membership_freeze
        where club_member_id = club_member.id
          and (${now}::timestamptz at time zone club.time_zone)::date between frozen_from and coalesce(frozen_until, 'infinity')
      )`.as('freeze'),
    )
    .where('club_member.member_id', '=', memberId),
)

const beltsOf = statement((db, { memberId }: Places<{ memberId: number }>) =>
  db
    .selectFrom('member_discipline')
    .innerJoin('discipline', 'discipline.id', 'member_discipline.discipline_id')
    .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
    .select(['discipline.id as disciplineId', 'discipline.name as disciplineName', 'last_grading as lastGrading'])
    .select(beltSql('grade').as('belt'))
    .where('member_discipline.member_id', '=', memberId)
    .orderBy('discipline.name')
    .orderBy('discipline.id'),
)

const contactsOf = statement((db, { memberId }: Places<{ memberId: number }>) =>
  db
    .selectFrom('member_contact')
    .innerJoin('person', 'person.id', 'member_contact.person_id')
    .select(['person.id as personId', sql<string>`trim(first_name || ' ' || last_name)`.as('name'), 'relationship'])
    .select(['is_guardian as isGuardian', 'is_emergency as isEmergency', 'person.email'])
    .select(
      sql<string | null>`coalesce(nullif(phone_mob, ''), nullif(phone_day, ''), nullif(phone_eve, ''))`.as('phone'),
    )
    .where('member_contact.member_id', '=', memberId)
    .orderBy('member_contact.position')
    .orderBy('member_contact.id'),
)

interface Money {
  balance: number
  overdue: number
  oldestDue: string | null
  isDisputed: boolean
}

/** Charges and payments lie by member: what is summed is one person's, however large the clubs are. */
const moneyOf = statement(
  (_db, { memberId, clubIds, now }: Places<{ memberId: number; clubIds: readonly number[]; now: Date }>) => sql<Money>`
    with open as (
      select charge.due_on, charge.amount_pence - coalesce(
        (select sum(amount_pence) from allocation where allocation.charge_id = charge.id), 0) as pence
      from charge join club on club.id = charge.club_id
      where charge.member_id = ${memberId} and charge.club_id = any(${clubIds})
        and charge.due_on < (${now}::timestamptz at time zone club.time_zone)::date
    )
    select
      (select coalesce(sum(amount_pence), 0) from payment where member_id = ${memberId} and club_id = any(${clubIds}))
      - (select coalesce(sum(amount_pence), 0) from charge where member_id = ${memberId} and club_id = any(${clubIds}))
        as balance,
      (select coalesce(sum(pence), 0)::bigint from open where pence > 0) as overdue,
      (select min(due_on) from open where pence > 0) as "oldestDue",
      ${hasDispute(memberId, sql`any(${clubIds})`)} as "isDisputed"`,
)

interface Rest {
  lastAttendance: string | null
  openTasks: number
  tags: { id: number; name: string }[]
  pinnedNotes: { id: number; category: string; subject: string; note: string }[]
}

const restOf = statement(
  (_db, reader: Places<NoteReader & { memberId: number }>) => sql<Rest>`
    select
      (select class_date from attendance where member_id = ${reader.memberId} and attended and club_id = any(${reader.clubIds})
        order by class_date desc limit 1) as "lastAttendance",
      (select count(*) from task
        where member_id = ${reader.memberId} and club_id = any(${reader.clubIds}) and completed_at is null) as "openTasks",
      (select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.name), '[]')
        from member_tag join tag on tag.id = member_tag.tag_id
        where member_tag.member_id = ${reader.memberId} and member_tag.club_id = any(${reader.clubIds})) as tags,
      (select coalesce(json_agg(json_build_object(
          'id', note.id, 'category', lookup.name, 'subject', note.subject, 'note', note.note) order by note.id desc), '[]')
        from member_note note join lookup on lookup.id = note.category_id
        where note.member_id = ${reader.memberId} and note.is_pinned and ${isReadableNote(reader, 'note')}
          and ${isForTheMat('note')}) as "pinnedNotes"`,
)

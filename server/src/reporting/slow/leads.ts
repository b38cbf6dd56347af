import { memberStatus } from '@honbu/contract/ids.ts'
import type { Db } from '../../platform/database.ts'
import { dayIn, isWithin, type SlowOf, sum, zoneOf } from './tables.ts'

const { active, issue, lapsed, prospect, unconverted, enquiry } = memberStatus
const ofMembers: readonly (number | null)[] = [active, issue, lapsed]
const ofProspects: readonly (number | null)[] = [prospect, unconverted]

export async function slowLeads(db: Db, scope: SlowOf) {
  const day = dayIn(await zoneOf(db, scope.clubId))
  const memberships = await db.selectFrom('club_member').selectAll().where('club_id', '=', scope.clubId).execute()
  const changes = await db.selectFrom('member_status_change').selectAll().orderBy('id').execute()
  const bookings = await db.selectFrom('booking').selectAll().execute()
  const marks = await db.selectFrom('attendance').selectAll().execute()
  const steps = memberships.flatMap(own => {
    const cameOn = day(own.date_added)
    if (!isWithin(cameOn, scope)) return []
    const history = changes.filter(({ club_member_id }) => club_member_id === own.id)
    const wasImported = history.some(
      ({ from_status_id, to_status_id, reason }) =>
        from_status_id === null && reason === 'Imported' && to_status_id !== enquiry && to_status_id !== prospect,
    )
    if (wasImported) return []
    const seen = [
      own.member_status_id,
      ...history.flatMap(({ from_status_id, to_status_id }) => [from_status_id, to_status_id]),
    ]
    if (seen.some(status => ofMembers.includes(status))) return [4]
    const isOwn = (row: { member_id: number; club_id: number }) =>
      row.member_id === own.member_id && row.club_id === own.club_id
    if (marks.some(mark => isOwn(mark) && mark.attended && mark.class_date >= cameOn)) return [3]
    const isBooked = bookings.some(each => isOwn(each) && each.cancelled_at === null && each.booking_date >= cameOn)
    return [isBooked || own.trial_start !== null || seen.some(status => ofProspects.includes(status)) ? 2 : 1]
  })
  const costs = await db.selectFrom('marketing_cost').selectAll().execute()
  const reached = (step: number) => steps.filter(each => each >= step).length
  return {
    enquiries: steps.length,
    booked: reached(2),
    trialled: reached(3),
    joined: reached(4),
    marketingCost: sum(
      costs.filter(
        ({ club_id, month }) =>
          club_id === scope.clubId &&
          month.slice(0, 7) >= scope.from.slice(0, 7) &&
          month.slice(0, 7) <= scope.until.slice(0, 7),
      ),
      ({ amount_pence }) => amount_pence,
    ),
  }
}

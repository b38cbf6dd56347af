import { addDays, todayIn, weekday } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { CountFor } from '../buckets.ts'
import { movesOf, stateOn } from './members.ts'
import type { WholeTables } from './whole-tables.ts'

/** By the same names as the fast ones. */
export function slowAttendance(tables: WholeTables, { clubIds, buckets, now }: CountFor) {
  const classes = new Map(tables.class.map(each => [each.id, each]))
  const counting = tables.attendance.filter(
    mark => classes.get(mark.class_id)?.class_type_id !== classType.nonAttendance,
  )
  return clubIds.flatMap(clubId => {
    const club = tables.club.find(({ id }) => id === clubId)
    const today = todayIn(club?.time_zone ?? '', now)
    return buckets.map(({ from, until }, bucket) => {
      const marks = counting.filter(
        mark => mark.club_id === clubId && mark.class_date >= from && mark.class_date <= until,
      )
      const held = Map.groupBy(marks, mark => `${mark.class_id} ${mark.class_date}`)
      const sums = { attended: 0, expected: 0, sessions: 0, filled: 0, places: 0 }
      for (const session of held.values()) {
        const { class_id = 0, class_date = '' } = session[0] ?? {}
        const came = session.filter(({ attended }) => attended).length
        const slot = tables.class_availability.find(
          each => each.class_id === class_id && each.class_date === class_date,
        )
        const week = tables.class_timetable.find(
          each =>
            each.class_id === class_id &&
            each.weekday === weekday(class_date) &&
            each.valid_from <= class_date &&
            class_date <= (each.valid_until ?? class_date),
        )
        const capacity = slot?.capacity ?? week?.capacity ?? classes.get(class_id)?.capacity ?? null
        sums.sessions++
        sums.attended += came
        sums.expected += tables.class_member.filter(
          each =>
            each.class_id === class_id &&
            each.date_added <= class_date &&
            (each.removed_on === null || each.removed_on > class_date),
        ).length
        if (capacity !== null) {
          sums.filled += came
          sums.places += capacity
        }
      }
      const evening = until < today ? until : today
      return {
        ...{ clubId, bucket },
        ...sums,
        visitors: new Set(marks.flatMap(mark => (mark.attended ? [mark.member_id] : []))).size,
        atRisk: tables.club_member.filter(
          own => own.club_id === clubId && isAtRisk(own, evening, club?.at_risk_days ?? 0),
        ).length,
      }
    })

    function isAtRisk(own: WholeTables['club_member'][number], evening: string, days: number) {
      if (!stateOn(tables, own, evening).isActive) return false
      const came = new Set(
        counting.flatMap(mark =>
          mark.club_id === clubId && mark.member_id === own.member_id && mark.attended ? [mark.class_date] : [],
        ),
      )
      const daysOn = (after: string, until: string) => [...came].filter(day => day > after && day <= until).length
      const recent = daysOn(addDays(evening, -days), evening)
      const earlier = daysOn(addDays(evening, -days - 56), addDays(evening, -days))
      const began = movesOf(tables, own).findLast(({ on, what }) => what !== 'lapse' && on <= evening)
      const isOld = began !== undefined && began.on <= addDays(evening, -days)
      return (recent === 0 && isOld) || recent / days < earlier / 56 / 2
    }
  })
}

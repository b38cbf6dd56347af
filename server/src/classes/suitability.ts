import { ageOn } from '@honbu/contract/calendar.ts'
import { agesText, gradesText, isOfAge } from '@honbu/contract/class-range.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

interface Asked {
  readonly memberId: number
  readonly classId: number
  readonly on: string
}

interface Row {
  name: string
  className: string
  dob: string | null
  hasLeft: boolean
  minAge: number | null
  maxAge: number | null
  discipline: string | null
  grade: string | null
  position: number | null
  minGrade: string | null
  minPosition: number | null
  maxGrade: string | null
  maxPosition: number | null
}

/** Why a member may not belong in a class, in sentences for staff: they have left, or are of another age or grade. */
export async function suitabilityWarnings(db: Db, { memberId, classId, on }: Asked): Promise<string[]> {
  const { rows } = await sql<Row>`
    select trim(person.first_name || ' ' || person.last_name) as name, class.class_name as "className", person.dob,
      coalesce(own.member_status_id in (${memberStatus.lapsed}, ${memberStatus.notInterested}), false) as "hasLeft",
      class.min_age as "minAge", class.max_age as "maxAge", discipline.name as discipline, held.name as grade,
      held.position, lowest.name as "minGrade", lowest.position as "minPosition", highest.name as "maxGrade",
      highest.position as "maxPosition"
    from class
    join member on member.id = ${memberId}
    join person on person.id = member.person_id
    left join club_member own on own.member_id = member.id and own.club_id = class.club_id
    left join grade lowest on lowest.id = class.min_grade_id
    left join grade highest on highest.id = class.max_grade_id
    left join discipline on discipline.id = coalesce(lowest.discipline_id, highest.discipline_id)
    left join member_discipline on member_discipline.member_id = member.id
      and member_discipline.discipline_id = discipline.id
    left join grade held on held.id = member_discipline.current_grade_id
    where class.id = ${classId}`.execute(db)
  const [row] = rows
  if (!row) return []
  return [row.hasLeft && `${row.name} has left the club.`, wrongAge(row, on), wrongGrade(row)].filter(
    text => text !== false,
  )
}

function wrongAge({ name, className, dob, ...range }: Row, on: string): string | false {
  if (dob === null || isOfAge(range, dob, on)) return false
  return `${name} is ${ageOn(dob, on)}. ${className} is for ${agesText(range)}.`
}

function wrongGrade({ name, className, discipline, grade, position, ...range }: Row): string | false {
  const isTooLow = range.minPosition !== null && (position === null || position < range.minPosition)
  const isTooHigh = range.maxPosition !== null && position !== null && position > range.maxPosition
  if (!isTooLow && !isTooHigh) return false
  const has = grade === null ? `has no grade in ${discipline}` : `is ${grade}`
  return `${name} ${has}. ${className} is for ${gradesText(range.minGrade, range.maxGrade)}.`
}

/** @throws Refused 409 under `overrideReason` with what is in the way, while no reason is given */
export async function requireSuitable(db: Db, asked: Asked, overrideReason: string): Promise<void> {
  if (overrideReason !== '') return
  const warnings = await suitabilityWarnings(db, asked)
  if (warnings.length > 0) throw new Refused(409, warnings.join(' '), { overrideReason: warnings })
}

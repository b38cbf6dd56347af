import { mediumDate } from '@honbu/contract/format.ts'
import { addClass, removeClass } from '../../members/index.ts'
import type { Write } from '../../platform/route.ts'
import { type ChangeOf, type Kind, leftOut } from '../kind.ts'

export const klass: Kind<ChangeOf<'class'>> = {
  tables: ['class_member'],
  async apply(context, { memberId, clubId, today }, { classId, isEnrolled, from }) {
    const { className, isIn } = await placeOf(context, { classId, clubId, memberId })
    const day = from ?? today
    if (isIn === isEnrolled) throw leftOut(isIn ? 'Is enrolled already.' : `Isn’t enrolled in ${className}.`)
    if (isEnrolled) await addClass(context, { id: memberId, classId, dateAdded: day, evenIfFull: false })
    else await removeClass(context, { id: memberId, classId, from: day })
    const since = day > today ? ` from ${mediumDate(day)}` : ''
    return isEnrolled ? `Joins ${className}${since}` : `Leaves ${className}${since}`
  },
}

async function placeOf(
  { tx }: Write,
  { classId, clubId, memberId }: Record<'classId' | 'clubId' | 'memberId', number>,
) {
  const { class_name: className, club_id } = await tx
    .selectFrom('class')
    .select(['class_name', 'club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  if (club_id !== clubId) throw leftOut('The class is in another club.')
  const enrolment = await tx
    .selectFrom('class_member')
    .select('id')
    .where('class_id', '=', classId)
    .where('member_id', '=', memberId)
    .where('removed_on', 'is', null)
    .executeTakeFirst()
  return { className, isIn: enrolment !== undefined }
}

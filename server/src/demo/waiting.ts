import { addDays } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type { DemoClass } from './classes.ts'
import type { Clock } from './clock.ts'
import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

/** Of the slots ahead: the first is as it comes, the second has one place on offer, the third is full. */
const onOffer = 1
const full = 2
const waitEach = 3

/** Fills two of the next trial lessons of every club, and has people wait for a place in them. */
export function addWaitingLists(
  rows: DemoRows,
  memberships: readonly Membership[],
  classes: readonly DemoClass[],
  clock: Clock,
): void {
  for (const lesson of classes.filter(({ typeId }) => typeId === classType.prebooked)) {
    const random = randomFor(`waiting ${lesson.id}`)
    const ofClub = memberships.filter(({ club }) => club.id === lesson.club.id)
    const withStatus = (...statuses: number[]) =>
      random.shuffled(ofClub.filter(({ status }) => statuses.includes(status))).map(({ member }) => member.id)
    const back = withStatus(memberStatus.unconverted, memberStatus.lapsed)
    const asking = withStatus(memberStatus.enquiry, memberStatus.prospect, memberStatus.unconverted)
    const ahead = lesson.occurrences.filter(({ date }) => date > clock.today)
    for (const index of [onOffer, full]) {
      const date = ahead[index]?.date
      if (date === undefined) continue
      const booked = new Set(
        rows.booking
          .filter(({ class_id, booking_date }) => class_id === lesson.id && booking_date === date)
          .map(({ member_id }) => member_id),
      )
      const places = lesson.capacity - (index === onOffer ? 1 : 0)
      while (booked.size < places && back.length > 0) {
        const memberId = back.pop() ?? 0
        booked.add(memberId)
        rows.booking.push({ ...ofMember(lesson, memberId), booking_date: date, created_at: yesterday('18:15') })
      }
      const waiting = asking.filter(id => !booked.has(id)).slice(index * waitEach, index * waitEach + waitEach)
      for (const [place, memberId] of waiting.entries()) {
        const offer = index === onOffer && place === 0 && booked.size < lesson.capacity
        rows.waiting_list_entry.push({
          ...ofMember(lesson, memberId),
          class_date: date,
          joined_at: yesterday(`19:${20 + place}`),
          offered_at: offer ? at(clock.today, '00:00') : null,
          // Whenever someone looks at the demo today.
          offer_until: offer ? at(date, '09:00') : null,
        })
      }
    }
  }

  function yesterday(time: string): string {
    return at(addDays(clock.today, -1), time)
  }
}

const ofMember = ({ id, club }: DemoClass, memberId: number) => ({
  class_id: id,
  club_id: club.id,
  root_club_id: club.rootId,
  member_id: memberId,
})

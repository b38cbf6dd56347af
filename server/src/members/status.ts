import { memberStatus, names } from '@honbu/contract/ids.ts'
import { Refused } from '../platform/refused.ts'

const { active, prospect, lapsed, issue, notInterested, enquiry, unconverted } = memberStatus

/** Why a membership's status moves. */
export type StatusMove =
  | 'trialOrBooking'
  | 'activation'
  | 'lapse'
  | 'renewal'
  | 'issueRaised'
  | 'issueSettled'
  | 'notInterested'
  | 'trialEnded'
  | 'reopened'

/** Every move there is. Some are made by a person, some by a failed collection or by the night. */
export const statusMoves: readonly { readonly from: number; readonly by: StatusMove; readonly to: number }[] = [
  { from: enquiry, by: 'trialOrBooking', to: prospect },
  { from: prospect, by: 'activation', to: active },
  { from: active, by: 'lapse', to: lapsed },
  { from: lapsed, by: 'renewal', to: active },
  { from: active, by: 'issueRaised', to: issue },
  { from: issue, by: 'issueSettled', to: active },
  { from: enquiry, by: 'notInterested', to: notInterested },
  { from: prospect, by: 'notInterested', to: notInterested },
  { from: prospect, by: 'trialEnded', to: unconverted },
  { from: notInterested, by: 'reopened', to: enquiry },
  { from: unconverted, by: 'reopened', to: enquiry },
  { from: notInterested, by: 'trialOrBooking', to: prospect },
  { from: unconverted, by: 'trialOrBooking', to: prospect },
  { from: lapsed, by: 'trialOrBooking', to: prospect },
  { from: notInterested, by: 'activation', to: active },
  { from: unconverted, by: 'activation', to: active },
]

/** The move that leads from one status to another. @throws Refused 409 that names both where there is none. */
export function moveStatus(from: number, to: number): StatusMove {
  const move = statusMoves.find(each => each.from === from && each.to === to)
  if (move) return move.by
  const message = `A membership cannot go from ${stateName(from)} to ${stateName(to)}.`
  throw new Refused(409, message, { memberStatusId: [message] })
}

const stateName = (id: number) => `“${names[id] ?? id}”`

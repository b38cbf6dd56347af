import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { FirstBill } from './charging.ts'
import { ask, get, id, post } from './endpoint.ts'
import { club, klass, member, treeNotInterestedReason, treePlan } from './guards.ts'
import { actionType } from './ids.ts'
import { written } from './written.ts'

export const getTrialPlans = get('/api/club/GetTrialPlans/:id', {
  summary:
    'The training plans that someone can join this club with: those of the clubs above it too, with their prices.',
  access: club('id'),
  output: z.array(
    z.object({
      trainingPlanId: id,
      name: z.string(),
      prices: z.array(
        z.object({
          subFrequencyId: z.int(),
          subFrequency: z.string(),
          /** Pounds. */
          subPrice: z.number(),
        }),
      ),
    }),
  ),
})

const action = {
  access: [
    member('id'),
    klass('classId'),
    klass('bookingClassId'),
    treePlan('trainingPlanId'),
    treeNotInterestedReason('reasonId'),
  ],
  input: {
    classId: id,
    classDate: date,
    actionTypeId: z.literal(Object.values(actionType)),
    /** 899 */
    trainingPlanId: z.optional(z.nullable(id)),
    subFrequencyId: z.optional(z.nullable(z.int())),
    startDate: z.optional(z.nullable(date)),
    /** 899: the way of paying; left out or null: as it was. */
    paymentMethodId: z.optional(z.nullable(z.int())),
    /** 899: enrols in this class too, from the start date. */
    enrol: z._default(z.boolean(), false),
    /** 900 */
    reasonId: z.optional(z.nullable(id)),
    /** 902 and 903 */
    bookingDate: z.optional(z.nullable(date)),
    /** 903 */
    bookingClassId: z.optional(z.nullable(id)),
    /** 901 to 903: as in SaveBooking. */
    overrideReason: z.optional(written(200)),
  },
} as const

export const saveTrialAction = post('/api/member/SaveTrialAction/:id', {
  summary:
    'What became of a trial: activated 899 (plan, frequency, start, way of paying), not interested 900 (reason), rebooked ' +
    'for the next session 901, a later one 902, or another class 903. The status, the bookings and the enrolment follow in ' +
    'one go.',
  ...action,
  output: z.object({
    memberId: id,
    memberStatusId: z.int(),
    booking: z.nullable(z.object({ bookingId: id, classId: id, className: z.string(), bookingDate: date })),
  }),
})

export const previewTrialAction = ask('/api/member/PreviewTrialAction/:id', {
  summary:
    'What someone owes a club, and will be charged up to the first whole period, once they join with the input of ' +
    'SaveTrialAction. Refuses what that refuses; stores nothing.',
  ...action,
  output: FirstBill,
})

import type { getClassActivity } from '@honbu/contract/class-view.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Activity = Output<typeof getClassActivity>
export type NextDay = Activity['next'][number]
export type ActivityWeek = Activity['weeks'][number]

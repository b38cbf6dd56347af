import * as schedule from '@honbu/contract/schedule.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { serveCalendars } from './calendar-file.ts'
import { getCalendarFeeds, renewClubFeed, renewMyFeed, revokeClubFeed, revokeMyFeed } from './feeds.ts'
import { getClubSchedule } from './get-club-schedule.ts'

export { calendarText } from './calendar-text.ts'

const serveCalls = serve(schedule, {
  getClubSchedule,
  getCalendarFeeds,
  renewClubFeed,
  revokeClubFeed,
  renewMyFeed,
  revokeMyFeed,
})

export function serveSchedule(app: FastifyInstance, platform: Platform): void {
  serveCalls(app, platform)
  serveCalendars(app, platform)
}

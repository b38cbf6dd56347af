import { addDays } from '@honbu/contract/calendar.ts'
import { isQuiet, keepsQuietHours, sendingHours } from '@honbu/contract/quiet-hours.ts'
import type { Channel, Purpose } from '@honbu/contract/reach.ts'

export interface NightMessage {
  readonly channel: Channel
  readonly purpose: Purpose
}

/** When a message leaves that is scheduled for a time on the wall: at night, the next morning. */
export function leavesAt(message: NightMessage, sendLocal: string): string {
  const [day = '', time = ''] = sendLocal.split('T')
  if (!keepsQuietHours(message) || !isQuiet(time)) return sendLocal
  return `${time < sendingHours.from ? day : addDays(day, 1)}T${sendingHours.from}`
}

export const nightWords = ({ channel }: NightMessage): string =>
  `${channel === 'sms' ? 'Texts' : 'News and offers'} leave from ${sendingHours.from} to ${sendingHours.until}.`

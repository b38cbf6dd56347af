import { weekday } from '@honbu/contract/calendar.ts'
import { pounds } from '../platform/money.ts'
import type { PublicClub } from './public-club.ts'
import type { PublicSession } from './session-of.ts'

interface Described {
  readonly club: PublicClub
  /** Of one week. */
  readonly sessions: readonly PublicSession[]
  readonly address: string
  readonly logo: string | null
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * A club and a week of its classes in the words of schema.org (SportsActivityLocation, Event, Schedule), as JSON-LD. A
 * class that is there on several days is one event with a schedule for each time.
 */
export function structuredData({ club, sessions, address, logo }: Described): object {
  const { name, phone, email, addressLine, town, postcode, latitude, longitude } = club
  const here = {
    '@type': 'PostalAddress',
    ...given({ streetAddress: addressLine, addressLocality: town, postalCode: postcode }),
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    '@id': address,
    name,
    url: address,
    ...given({ telephone: phone, email, logo, image: logo }),
    address: here,
    ...((latitude || longitude) && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    event: [...Map.groupBy(sessions, ({ classId }) => classId).values()].map(each => eventOf(each, club, here)),
  }
}

function eventOf(sessions: readonly PublicSession[], { name, timeZone }: PublicClub, here: object): object {
  const [first] = sessions
  if (!first) return {}
  const { className, description, disciplineName, costPence, locationName, address, town, postcode } = first
  const own = { streetAddress: address, addressLocality: town, postalCode: postcode }
  return {
    '@type': 'Event',
    name: className,
    ...given({ description, about: disciplineName }),
    isAccessibleForFree: costPence === 0,
    ...(costPence > 0 && { offers: { '@type': 'Offer', price: pounds(costPence), priceCurrency: 'GBP' } }),
    startDate: first.classDate,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: locationName || name,
      address: address || postcode ? { '@type': 'PostalAddress', ...given(own) } : here,
    },
    organizer: { '@type': 'Organization', name },
    eventSchedule: sessions.map(({ classDate, startTime, finishTime }) => ({
      '@type': 'Schedule',
      startDate: classDate,
      startTime,
      // An hour of 24 is no time in schema.org.
      endTime: finishTime === '24:00' ? '00:00' : finishTime,
      byDay: `https://schema.org/${days[weekday(classDate) - 1]}`,
      repeatFrequency: 'P1W',
      scheduleTimezone: timeZone,
    })),
  }
}

/** Only what there is. */
const given = (values: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))

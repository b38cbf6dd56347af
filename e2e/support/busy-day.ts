import { addDays, daysBetween } from '@honbu/contract/calendar.ts'
import type { getDashboard } from '@honbu/contract/dashboard.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import type { getClubSchedule } from '@honbu/contract/schedule.ts'
import type { Page } from '@playwright/test'

const names = ['Little Tigers', 'Junior Beginners', 'Adult Intermediate Sparring', 'Kickboxing', 'Self-Defence Course']
const rooms = ['Main dojo', 'Studio', 'Mat 3', 'Gym', 'Upstairs']

/** The classes of a full day: five an hour from eight in the morning, each in a room of its own. */
const fullDay = Array.from({ length: 60 }, (_, index) => {
  const [hour, room] = [8 + Math.floor(index / 5), index % 5]
  const at = (hours: number) => `${String(hours).padStart(2, '0')}:00`
  return {
    classId: 10_000 + index,
    className: `${names[room]} ${index + 1}`,
    startTime: at(hour),
    finishTime: at(hour + 1),
    locationId: 10_000 + room,
    location: rooms[room] ?? '',
  }
})

/** Gives each day of the schedule 60 classes, made from those that it has. */
export const busySchedule = (page: Page) =>
  page.route('**/api/club/GetClubSchedule/*', async route => {
    const response = await route.fetch()
    const body: Output<typeof getClubSchedule> = await response.json()
    const days = Array.from({ length: daysBetween(body.from, body.to) + 1 }, (_, index) => addDays(body.from, index))
    const occurrences = days.flatMap(classDate => madeFrom(body.occurrences).map(each => ({ ...each, classDate })))
    await route.fulfill({ response, json: { ...body, occurrences } })
  })

/** Gives the dashboard 60 classes, made from those that it has, of which no register has been taken. */
export const busyDashboard = (page: Page) =>
  page.route(
    url => url.pathname.endsWith('/api/club/GetDashboard'),
    async route => {
      const response = await route.fetch()
      const body: Output<typeof getDashboard> = await response.json()
      const classes = madeFrom(body.classes).map(each => ({ ...each, expected: 12, attended: 0, absent: 0 }))
      await route.fulfill({ response, json: { ...body, clubs: null, classes } })
    },
  )

const madeFrom = <Class>(classes: readonly Class[]) =>
  fullDay.map((each, index) => ({ ...classes[index % classes.length], ...each }))

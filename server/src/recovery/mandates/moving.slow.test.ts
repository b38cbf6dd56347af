import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { expectOk, type Group, openMoving } from '../../../test/moving.ts'

// Today is Tuesday 12 May 2026.
const database = await freshDatabase()
const { honbu, aMovingClub, liveUntil, night } = await openMoving(database)

// 28 June, 1 August and 15 August are at weekends: the bank takes it on the Monday.
const groups: readonly Group[] = [
  {
    ...{ name: 'Kid', count: 30, day: 1, pence: [2250], price: '22.50', next: '1/7/2026', family: true },
    days: ['2026-07-01', '2026-08-03'],
  },
  {
    ...{ name: 'First', count: 10, day: 1, pence: [3500], price: '35', next: '1/7/2026' },
    days: ['2026-07-01', '2026-08-03'],
  },
  {
    ...{ name: 'Week', count: 20, day: 7, pence: [2900], price: '29', next: '7/7/2026' },
    days: ['2026-07-07', '2026-08-07'],
  },
  {
    ...{ name: 'Both', count: 10, day: 7, pence: [2500, 450], price: '29.50', next: '7/7/2026' },
    days: ['2026-07-07', '2026-08-07'],
  },
  {
    ...{ name: 'Mid', count: 20, day: 15, pence: [3125], price: '31.25', next: '15/7/2026' },
    days: ['2026-07-15', '2026-08-17'],
  },
  // The bank has June's on the day of the move.
  {
    ...{ name: 'Late', count: 25, day: 28, pence: [2900], price: '29', next: '28/6/2026' },
    days: ['2026-06-29', '2026-07-28', '2026-08-28'],
  },
  { ...{ name: 'Paused', count: 4, day: 1, pence: [2900], price: '29', next: '1/8/2026' }, days: ['2026-08-03'] },
  { ...{ name: 'Gone', count: 1, day: 1, pence: [2900], price: '29', next: '', status: 'Lapsed' }, days: [] },
]

it('moves 120 members with their subscriptions, and takes each month from each of them once', async () => {
  const club = await aMovingClub(groups)
  await honbu.moveTo('2026-06-23')
  expect(await club.bring()).toBe(120)

  // 40 + 30 + 10 second ones + 20 + 25; four are paused, one is cancelled.
  expect(await club.firstRun()).toMatchObject({
    // £1,025.00 + £875.00 + £625.00 + £725.00 + £116.00 for those who begin again in August.
    ...{ members: 119, amount: 3366, firstOn: '2026-06-28' },
    withoutMandate: { members: 0 },
    subscriptions: { count: 129, amount: 3250, nextOn: '2026-07-01', ending: 0, refused: 0 },
    foundMandates: 0,
  })
  expect(await club.start()).toMatchObject({
    status: 409,
    body: {
      message:
        '129 subscriptions in GoCardless would collect £3,250.00 as well. End them first, or start without collecting from their members.',
    },
  })
  expect((await club.end(128)).body.fields).toHaveProperty('count')
  expectOk(await club.end())
  expect((await club.firstRun()).subscriptions).toMatchObject({ count: 0, amount: 0, ending: 129 })
  expectOk(await club.start())
  await honbu.work()
  expect((await club.firstRun()).subscriptions).toMatchObject({ count: 0, ending: 0 })
  await night()
  await liveUntil('2026-08-31')

  const { wrong, months } = await club.compare('2026-06-24', '2026-08-31')
  expect(wrong).toEqual([])
  // June: 25 × £29.00, by the subscriptions. July: £3,250.00. August: with the four who were paused.
  expect(months).toEqual({ '2026-06': 72_500, '2026-07': 325_000, '2026-08': 336_600 })
  expect(await club.openTasks()).toEqual([])
}, 60_000)

import { beforeAll, expect, it } from 'vitest'
import { Died } from '../../../test/collecting.ts'
import { freshDatabase } from '../../../test/database.ts'
import { expectOk, type Group, openMoving } from '../../../test/moving.ts'

// Today is Tuesday 12 May 2026. All these clubs live through the same summer.
const database = await freshDatabase()
const { honbu, aMovingClub, liveUntil, night } = await openMoving(database)

const some = (given: Partial<Group>): Group => ({
  ...{ name: 'Some', count: 4, day: 1, pence: [2900], price: '29', next: '1/7/2026' },
  days: ['2026-07-01', '2026-08-03'],
  ...given,
})

type MovingClub = Awaited<ReturnType<typeof aMovingClub>>
const club: Record<'halfWay' | 'dying' | 'beside' | 'late' | 'byHand' | 'unheard', MovingClub> = {} as never
/** What was told when billing started beside the subscriptions, and after a night of it. */
let besideTasks: readonly { subject: string }[] = []
let besideStart = 0

beforeAll(async () => {
  club.halfWay = await aMovingClub([
    some({ name: 'Half' }),
    some({ name: 'Rest', count: 1, day: 28, next: '28/6/2026', days: ['2026-06-29', '2026-07-28', '2026-08-28'] }),
  ])
  club.dying = await aMovingClub([some({ name: 'Dying', count: 5 })])
  club.beside = await aMovingClub([
    some({ name: 'Beside', pence: [2000, 900] }),
    some({ name: 'Paused', count: 2, next: '1/8/2026', days: ['2026-08-03'] }),
  ])
  club.late = await aMovingClub([
    some({ name: 'Late', day: 15, next: '15/7/2026', days: ['2026-06-15', '2026-07-15', '2026-08-17'] }),
  ])
  club.byHand = await aMovingClub([some({ name: 'Hand' })])

  club.unheard = await aMovingClub([
    some({ name: 'Unheard', day: 28, next: '28/6/2026', days: ['2026-06-29', '2026-07-28', '2026-08-28'] }),
  ])

  await honbu.moveTo('2026-06-16')
  // June's payment of the old system is with the bank, and its webhooks arrive after the move.
  await club.late.bring()
  expectOk(await club.late.end())
  expectOk(await club.late.start())
  await honbu.work()
  await liveUntil('2026-06-22')

  // GoCardless makes June's payments, and they are ended before we hear of it.
  await club.unheard.bring()
  await honbu.bank.moveTo('2026-06-23')
  expectOk(await club.unheard.end())
  expectOk(await club.unheard.start())
  await honbu.work()
  await night()
  await honbu.moveTo('2026-06-23')

  await club.halfWay.bring()
  expectOk(await club.halfWay.end())
  expectOk(await club.halfWay.start())
  // Two are cancelled, the third isn't, and the queue gives up on the job.
  let left = 2
  honbu.diesBy(() => (left-- > 0 ? null : 'before'))
  await expect(honbu.work()).rejects.toThrow(Died)
  honbu.diesBy(() => null)
  honbu.bank.setTrouble('500', 1)
  await night().catch(() => {})
  honbu.bank.setTrouble('none', null)

  await club.dying.bring()
  expectOk(await club.dying.end())
  expectOk(await club.dying.start())
  const fates = ['after', null, null, 'before', null, 'after'] as const
  let turn = 0
  honbu.diesBy(() => fates[turn++ % fates.length] ?? null)
  await honbu.work().catch(() => {})
  await honbu.work().catch(() => {})
  honbu.diesBy(() => null)

  await club.beside.bring()
  besideStart = (await club.beside.start()).status
  expectOk(await club.beside.start({ keepSubscriptions: true }))
  await night()

  await club.byHand.bring()
  // Somebody ends them in GoCardless's own pages while we are asked to.
  for (const { subscriptions } of club.byHand.payers)
    for (const id of subscriptions) await club.byHand.old.act('subscriptions', id, 'cancel')
  expectOk(await club.byHand.end())
  expectOk(await club.byHand.start())
  await honbu.work()

  await liveUntil('2026-06-26')
  besideTasks = await club.beside.openTasks()
  await liveUntil('2026-07-20')
  expectOk(await club.beside.end())
  await liveUntil('2026-08-31')
}, 120_000)

const once = { '2026-07': 11_600, '2026-08': 11_600 }
const from = '2026-06-10'

it('takes nothing twice when the call to cancel fails half-way and is repeated', async () => {
  expect(await club.halfWay.compare('2026-06-24', '2026-08-31')).toEqual({
    wrong: [],
    months: { '2026-06': 2900, '2026-07': 14_500, '2026-08': 14_500 },
  })
  expect((await club.halfWay.firstRun()).subscriptions).toMatchObject({ count: 0, ending: 0 })
})

it('takes nothing twice when the process dies before or after GoCardless has heard', async () => {
  expect(await club.dying.compare('2026-06-24', '2026-08-31')).toEqual({
    wrong: [],
    months: { '2026-07': 14_500, '2026-08': 14_500 },
  })
})

it('leaves members to their subscriptions until they end, and says so', async () => {
  expect(besideStart).toBe(409)
  // Two subscriptions each, of £20.00 and £9.00.
  expect(besideTasks).toHaveLength(8)
  expect(besideTasks.map(({ subject }) => subject)).toContain(
    'GoCardless still collects £20.00 for Membership, next on 1 July 2026. We don’t collect what’s owed here until you end that subscription under Payments.',
  )
  expect(await club.beside.compare('2026-06-24', '2026-08-31')).toEqual({
    wrong: [],
    // August: £116.00, and the two who were paused.
    months: { '2026-07': 11_600, '2026-08': 17_400 },
  })
  expect(await club.beside.openTasks()).toEqual([])
})

it('pays no charge of ours with what the old system took before the move', async () => {
  expect(await club.late.compare(from, '2026-08-31')).toEqual({ wrong: [], months: { '2026-06': 11_600, ...once } })
})

it('ends well when they were ended at GoCardless meanwhile', async () => {
  expect(await club.byHand.compare('2026-06-24', '2026-08-31')).toEqual({ wrong: [], months: once })
  expect((await club.byHand.firstRun()).subscriptions).toMatchObject({ count: 0, ending: 0, refused: 0 })
})

it('leaves alone what a subscription has begun to take when it ends before we hear of that', async () => {
  expect(await club.unheard.compare('2026-06-24', '2026-08-31')).toEqual({
    wrong: [],
    months: { '2026-06': 11_600, ...once },
  })
})

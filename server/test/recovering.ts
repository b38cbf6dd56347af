import { addDays, weekday } from '@honbu/contract/calendar.ts'
import { postCharges, postPayment } from '../src/ledger/index.ts'
import type { Database } from '../src/platform/database.ts'
import type { Message } from '../src/platform/mail.ts'
import { openRecovery, watchPayments } from '../src/recovery/index.ts'
import { takesMail } from './carriers.ts'
import { openCollecting } from './collecting.ts'
import { collectionTasks } from './collection-tasks.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

/** Collecting (test/collecting.ts), with what follows when it fails, and the letters that go out. */
export async function openRecovering(database: Database) {
  const { db } = database
  const honbu = await openCollecting(database)
  const letters: Message[] = []
  const post = async (_: unknown, message: Message) => void letters.push(message)
  const mail = { post, send: takesMail(letters) }
  const parts = { ...honbu.parts, mail }
  await openRecovery({ ...parts, jobs: honbu.parts.jobs })

  /** What the minute brings, with the messages that follow. */
  async function minute() {
    await watchPayments(parts)
    await honbu.work()
  }

  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      await honbu.moveTo(addDays(honbu.today(), 1))
      await minute()
    }
  }

  /** A member who pays by a mandate that is active. */
  async function aPayer() {
    const club = await createClub(db)
    const { sub } = await createAccount(db, { clubId: club.id, isAdmin: true })
    const admin = honbu.as(sub)
    const member = await createMember(db, {
      ...{ clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example' },
    })
    const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
    await honbu.giveMandate(body.redirectUrl)
    await honbu.moveTo(addDays(honbu.today(), 10))
    // What the bank does takes working days: each test begins on the same one.
    while (weekday(honbu.today()) !== 2) await honbu.moveTo(addDays(honbu.today(), 1))
    letters.length = 0
    const recoveries = async () => (await admin.post(`/api/billing/GetRecoveries/${club.id}`, {})).body.data
    return {
      ...{ club, admin, member, recoveries },
      /** Charges each of these today, and puts what is due on its way. */
      charge: async (...charges: { pence: number; description: string }[]) => {
        const due = { transactionDate: honbu.today(), dueOn: honbu.today(), categoryId: 1421 }
        const these = charges.length > 0 ? charges : [{ pence: 3500, description: 'Membership May' }]
        const ids = await db.transaction().execute(tx =>
          postCharges(
            tx,
            these.map(each => ({ clubId: club.id, memberId: member.id, ...each, ...due })),
          ),
        )
        await honbu.collect()
        return ids
      },
      payInCash: async (pence: number, chargeIds: readonly number[]) => {
        const cash = { clubId: club.id, memberId: member.id, pence, paymentMethodId: 1401 }
        await db.transaction().execute(tx => postPayment(tx, { ...cash, paymentDate: honbu.today(), chargeIds }))
      },
      tasks: async () => await collectionTasks(db, { memberId: member.id }),
      statusId: async () =>
        (
          await db
            .selectFrom('club_member')
            .select('member_status_id as id')
            .where('member_id', '=', member.id)
            .executeTakeFirstOrThrow()
        ).id,
      payments: async () =>
        await db
          .selectFrom('external_payment')
          .select(['state', 'charge_date', 'amount_pence'])
          .where('member_id', '=', member.id)
          .orderBy('id')
          .execute(),
    }
  }

  return { honbu, letters, watch: () => watchPayments(parts), minute, days, aPayer }
}

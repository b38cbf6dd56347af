import { addDays } from '@honbu/contract/calendar.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { paymentMethod, subFrequency, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { workOnRun } from '../src/charging/run-charging.ts'
import { checkLedger } from '../src/ledger/index.ts'
import { passTime } from '../src/membership/by-night.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'
import { openRecovering } from './recovering.ts'

/** A club from November 2026 to March 2028, with its bank: what a treasurer would read is docs/sixteen-months.md. */
const begins = '2026-11-02'
const ends = '2028-03-31'

const database = await freshDatabase()
const { db } = database
const { honbu, letters, minute } = await openRecovering(database)

it('is what docs/sixteen-months.md shows', { timeout: 600_000 }, async () => {
  await honbu.moveTo(begins)
  const club = await createClub(db)
  const me = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const post = async (path: string, body: object = {}) => {
    const { status, body: answer } = await me.post(path, body)
    expect(status, `${path}: ${answer.message} ${JSON.stringify(answer.fields)}`).toBe(200)
    return answer
  }
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Twice a week', joining_fee_pence: 2500 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('training_plan_price')
    .values([
      { training_plan_id: planId, sub_frequency_id: subFrequency.monthly, price_pence: 3850 },
      { training_plan_id: planId, sub_frequency_id: subFrequency.yearly, price_pence: 40_000 },
    ])
    .execute()

  async function joins(
    [firstName, lastName]: readonly [string, string],
    { by = paymentMethod.directDebit as number, frequency = subFrequency.monthly as number, pence = 3850 } = {},
  ) {
    const { id: memberId } = await createMember(db, {
      clubId: club.id,
      firstName,
      lastName,
      email: 'payer@mail.example',
    })
    const membership = await db
      .updateTable('club_member')
      .set({
        ...{ training_plan_id: planId, sub_frequency_id: frequency, sub_price_pence: pence, payment_method_id: by },
        ...{ member_since: honbu.today(), next_payment: honbu.today(), date_added: `${honbu.today()}T10:00Z` },
      })
      .where('member_id', '=', memberId)
      .returning('id as clubMemberId')
      .executeTakeFirstOrThrow()
    if (by === paymentMethod.directDebit) {
      const { body } = await me.get(`/GoCardless/NewCustomer/${memberId}`)
      await honbu.giveMandate(body.redirectUrl)
    }
    return { name: `${firstName} ${lastName}`, memberId, ...membership }
  }
  type Person = Awaited<ReturnType<typeof joins>>

  const charge = (person: Person, amount: number, description: string) =>
    post(`/api/member/SaveTransaction/${person.memberId}`, {
      ...{ clubId: club.id, transactionId: 0, amount, description, categoryId: transactionCategory.other },
      transactionDate: honbu.today(),
    })
  const pays = (person: Person, amount: number) =>
    post(`/api/member/SavePayment/${person.memberId}`, {
      ...{ clubId: club.id, transactionId: null, amount, paymentDate: honbu.today() },
      paymentMethodId: paymentMethod.bankTransfer,
    })
  const oldest = async (person: Person) => (await me.get(`/api/member/GetCollectionHolds/${person.memberId}`)).body[0]

  const people: Record<string, Person> = {}
  const of = (name: string) => people[name] as Person
  const said: string[] = []
  /** What the bank answers until a payment of someone has come so far. */
  let waitsFor: { person: Person; state: string } | null = null
  function bankSays(payment: 'insufficient_funds' | 'charged_back', person: Person, state: string) {
    honbu.bank.byDefault({ payment })
    waitsFor = { person, state }
  }
  async function bankGoesOn() {
    if (!waitsFor) return
    const { rows } = await sql`
      select from external_payment where member_id = ${waitsFor.person.memberId} and state = ${waitsFor.state}`.execute(
      db,
    )
    if (rows.length === 0) return
    honbu.bank.byDefault({ payment: 'paid' })
    waitsFor = null
  }
  const happens: Record<string, () => Promise<unknown>> = {
    '2026-12-02': async () => {
      people.ann = await joins(['Ann', 'Reed'])
      people.ben = await joins(['Ben', 'Cole'], {
        ...{ by: paymentMethod.bankTransfer, frequency: subFrequency.yearly, pence: 40_000 },
      })
      await charge(of('ann'), 7.7, 'Insurance')
      // The account is empty when the first debit comes.
      bankSays('insufficient_funds', of('ann'), 'failed')
    },
    '2026-12-20': () => pays(of('ben'), 425),
    '2027-01-12': async () => {
      people.cara = await joins(['Cara', 'Lee'])
    },
    '2027-01-19': async () => {
      people.dev = await joins(['Dev', 'Shah'])
    },
    '2027-01-26': async () => {
      people.eve = await joins(['Eve', 'Stone'])
    },
    '2027-03-10': async () => bankSays('charged_back', of('cara'), 'charged_back'),
    '2027-06-01': () =>
      post(`/api/member/ChangePlan/${of('ben').memberId}`, {
        ...{ clubMemberId: of('ben').clubMemberId, trainingPlanId: planId, subFrequencyId: subFrequency.monthly },
        ...{
          subPrice: 38.5,
          paymentMethodId: paymentMethod.bankTransfer,
          from: '2027-06-02',
          nextPayment: '2027-06-02',
        },
        paidDays: 'credit',
      }),
    '2027-06-15': async () => {
      for (const person of Object.values(people)) {
        const hold = await oldest(person)
        if (!hold) continue
        said.push(`On 15 June 2027, ${currency(hold.onHold)} of ${person.name} was on hold.`)
        await post(`/api/member/ReleaseHold/${hold.holdId}`, { reason: 'They paid by mistake and agree now' })
      }
    },
    // Someone clears the next payment; nobody notices until March.
    '2027-09-22': () =>
      db.updateTable('club_member').set({ next_payment: null }).where('id', '=', of('dev').clubMemberId).execute(),
    '2028-03-08': async () => {
      await db
        .updateTable('club_member')
        .set({ next_payment: '2028-03-09' })
        .where('id', '=', of('dev').clubMemberId)
        .execute()
    },
    '2028-03-15': () => pays(of('ben'), 184.45),
    '2028-03-10': async () => {
      const { gapRows } = await post(`/api/billing/PreviewCharging/${club.id}`, { show: 'gaps' })
      for (const { clubMemberId, from, until, amount, periods } of gapRows) {
        said.push(
          `On 10 March 2028, ${mediumDate(from)} to ${mediumDate(until)} was uncharged for ${of('dev').name}: ${periods?.length ?? ''} periods, ${currency(amount)}. The last 2 were charged.`,
        )
        await post(`/api/billing/SettleGaps/${club.id}`, {
          ...{ gaps: [{ clubMemberId, from, until, amount }], charge: 2, rest: 'waived', reason: 'We missed it' },
          joiningFee: false,
        })
      }
    },
    '2028-02-10': () =>
      post(`/api/member/lapseMembership/${of('eve').memberId}`, {
        ...{ clubMemberId: of('eve').clubMemberId, reason: 'Moved', memberUntil: '2028-02-20', givesBack: true },
      }),
  }

  for (let day = begins; day <= ends; day = addDays(day, 1)) {
    await honbu.moveTo(day)
    await bankGoesOn()
    await happens[day]?.()
    await passTime({
      ...{ db, now: honbu.parts.now, jobs: { enqueue: async () => undefined } },
      mail: { post: async () => undefined },
    })
    const { runId } = await post(`/api/billing/StartChargingRun/${club.id}`)
    await workOnRun(honbu.parts, runId)
    await honbu.collect()
    await minute()
  }
  expect(await checkLedger(db)).toBeNull()

  const figures = async (month: string) => {
    const until = addDays(addDays(`${month}-28`, 4).slice(0, 8).concat('01'), -1)
    const { body } = await me.post('/api/reporting/GetReport', { tab: 'finance', from: `${month}-01`, until })
    const value = (kpi: string) => body.figures.find((each: { kpi: string }) => each.kpi === kpi).value ?? 0
    return ['due', 'collected', 'revenue', 'taken'].map(kpi => currency(value(kpi)))
  }
  const months: string[] = []
  for (const month of ['2026-12', '2027-01', '2027-03', '2027-06', '2027-12', '2028-01', '2028-03'])
    months.push(`| ${month} | ${(await figures(month)).join(' | ')} |`)
  const accounts: string[] = []
  for (const person of Object.values(people)) accounts.push(await accountOf(person))
  const { rows: debits } = await sql<{ count: number }>`select count(*)::integer from external_payment`.execute(db)
  const text = [
    '# Sixteen months of a club',
    'Five members of a club that charges £38.50 a month or £400 a year, from November 2026 to March 2028, as a treasurer would read it. Made by `server/test/sixteen-months.slow.test.ts`, which fails when a figure changes; write it again with `npx vitest run server/test/sixteen-months -u`.',
    said.join(' '),
    `${debits[0]?.count} payments were sent to the bank, and ${letters.length} letters to the payers and the club.`,
    `| Month | Due | Collected | Earned | Taken |\n|---|---|---|---|---|\n${months.join('\n')}`,
    ...accounts,
  ].join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('../../docs/sixteen-months.md')
})

interface Line {
  day: string
  what: string
  pence: number
}

/** A member's account as a table, with the balance after each entry. */
async function accountOf({ name, memberId }: { readonly name: string; readonly memberId: number }): Promise<string> {
  const { rows } = await sql<Line>`
    select day, what, pence from (
      select transaction_date as day, 0 as kind, id, description as what, -amount_pence as pence
      from charge where member_id = ${memberId}
      union all
      select payment_date, 1, payment.id, coalesce(lookup.name, 'Payment') || coalesce(': ' || nullif(description, ''), ''), amount_pence
      from payment left join lookup on lookup.id = payment_method_id where member_id = ${memberId}
    ) entry order by day, kind, id`.execute(db)
  let balance = 0
  const lines = rows.map(({ day, what, pence }) => {
    balance += pence
    const [charged, paid] = pence < 0 ? [currency(-pence / 100), ''] : ['', currency(pence / 100)]
    return `| ${mediumDate(day)} | ${what} | ${charged} | ${paid} | ${currency(balance / 100)} |`
  })
  return `## ${name}\n\n| Day | What | Charged | Paid or credited | Balance |\n|---|---|--:|--:|--:|\n${lines.join('\n')}`
}

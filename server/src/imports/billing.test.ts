import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { noTerms } from '@honbu/contract/imports.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openImports } from '../../test/open-imports.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { ourClub, upload, read, check, imported, lines } = await openImports(database)

type Club = Awaited<ReturnType<typeof ourClub>>

/** A plan with these prices in pence, by how often they are paid. */
async function aPlan({ clubId }: Club, name: string, prices: readonly (readonly [number, number])[]) {
  const { id } = await db
    .insertInto('training_plan')
    .values({ club_id: clubId, root_club_id: clubId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [sub_frequency_id, price_pence] of prices)
    await db.insertInto('training_plan_price').values({ training_plan_id: id, sub_frequency_id, price_pence }).execute()
  return id
}

const termsOf = async ({ clubId }: Club) =>
  await db
    .selectFrom('club_member')
    .innerJoin('member', 'member.id', 'member_id')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['first_name', 'sub_frequency_id', 'sub_price_pence', 'payment_method_id', 'next_payment'])
    .where('club_id', '=', clubId)
    .orderBy('member.id')
    .execute()

describe('how members of a file pay', () => {
  it('is read from the plan, the headings and the usual words', async () => {
    const club = await ourClub()
    await aPlan(club, 'Juniors', [[subFrequency.monthly, 3000]])
    await aPlan(club, 'Adults', [
      [subFrequency.monthly, 4000],
      [subFrequency.yearly, 40_000],
    ])
    await imported(
      club,
      [
        'Name;DOB;Plan;Annual fee;Way to pay;Next payment',
        'Ann Reed;1/2/2015;Juniors;;DD;1/6/2026',
        'Ben Reed;1/2/1990;Adults;400;standing order;1/6/2026',
        'Cal Reed;1/2/1991;Adults;40;Cash;1/6/2026',
        'Dee Reed;1/2/1992;Adults;350;GoCardless;1/6/2026',
      ].join('\n'),
    )
    const pays = (sub_frequency_id: number, sub_price_pence: number, payment_method_id: number) => ({
      ...{ sub_frequency_id, sub_price_pence, payment_method_id, next_payment: '2026-06-01' },
    })
    expect(await termsOf(club)).toMatchObject([
      pays(subFrequency.monthly, 3000, paymentMethod.directDebit),
      pays(subFrequency.yearly, 40_000, paymentMethod.bankTransfer),
      // The heading says yearly, and that is what is agreed, however strange.
      pays(subFrequency.yearly, 4000, paymentMethod.cash),
      pays(subFrequency.yearly, 35_000, paymentMethod.directDebit),
    ])
  })

  it('is what the plan charges where the list has no price, and nothing for who has left', async () => {
    const club = await ourClub()
    await aPlan(club, 'Adults', [
      [subFrequency.monthly, 4000],
      [subFrequency.yearly, 40_000],
    ])
    await imported(
      club,
      [
        'Name;DOB;Plan;How often paid;Status',
        'Ann Reed;1/2/1990;Adults;pcm;Active',
        'Ben Reed;1/2/1991;Adults;;Active',
        'Cal Reed;1/2/1992;Adults;;Lapsed',
      ].join('\n'),
    )
    expect(await termsOf(club)).toMatchObject([
      { sub_frequency_id: subFrequency.monthly, sub_price_pence: 4000 },
      { sub_frequency_id: null, sub_price_pence: null },
      { sub_frequency_id: null, sub_price_pence: null },
    ])
  })
})

describe('the check', () => {
  const list = [
    'Name;DOB;Plan;Next payment;Status',
    'Ann Reed;1/2/1990;Adults;1/6/2026;Active',
    'Ben Reed;1/2/1991;Adults;1/7/2026;Active',
    'Cal Other;1/2/1992;Adults;;Active',
    'Dee Other;1/2/1993;;;Active',
    'Eve Other;1/2/1994;Adults;1/6/2026;Lapsed',
  ].join('\n')

  it('says who will be billed, when and how much, and who won’t and why', async () => {
    const club = await ourClub()
    const planId = await aPlan(club, 'Adults', [[subFrequency.monthly, 4000]])
    const importId = await upload(club, list)
    await check(club, importId)
    const first = await read(club, importId)
    expect(first.billing).toEqual({
      ...{ today: '2026-05-12', members: 0, amount: 0, firstOn: null },
      leftOut: [
        { reason: 'noMethod', members: 2, names: ['Ann Reed', 'Ben Reed'] },
        { reason: 'noNextPayment', members: 1, names: ['Cal Other'] },
        { reason: 'noPlan', members: 1, names: ['Dee Other'] },
      ],
    })
    // Nothing is stored.
    expect(await termsOf(club)).toEqual([])

    const terms = { ...noTerms, paymentMethodId: paymentMethod.cash, nextPayment: '2026-06-01', trainingPlanId: planId }
    await check(club, importId, { terms })
    const { billing } = await read(club, importId)
    // Four first months at £40.00.
    expect(billing).toMatchObject({ members: 4, amount: 160, firstOn: '2026-06-01', leftOut: [] })
    const { data } = await lines(club, importId)
    expect(data[3].stored).toContainEqual({ title: 'Plan', before: null, after: 'Adults' })
    expect(data[4].stored).not.toContainEqual(expect.objectContaining({ title: 'Way to pay' }))
  })

  it('forecasts what the run then charges', async () => {
    const club = await ourClub()
    await aPlan(club, 'Adults', [[subFrequency.monthly, 4000]])
    const soon = list.replace('1/7/2026', '15/6/2026')
    const importId = await upload(club, soon)
    const terms = { ...noTerms, paymentMethodId: paymentMethod.cash }
    await check(club, importId, { terms })
    const { billing } = await read(club, importId)
    const doneId = await imported(club, soon, { terms })
    // Its names are kept no longer than they are shown.
    const kept = db.selectFrom('import_batch').select('billing').where('id', '=', doneId)
    expect((await kept.executeTakeFirstOrThrow()).billing).toBe(null)
    const { body } = await club.admin.post(`/api/billing/PreviewCharging/${club.clubId}`, {
      on: '2026-06-22',
      show: 'charges',
      page: 1,
    })
    expect([body.memberships, body.amount]).toEqual([billing.members, billing.amount])
  })

  it('refuses a plan of another club, and ways to pay that there are not', async () => {
    const [club, other] = [await ourClub(), await ourClub()]
    const planId = await aPlan(other, 'Theirs', [])
    const importId = await upload(club, list)
    expect((await check(club, importId, { terms: { ...noTerms, trainingPlanId: planId } })).status).toBe(403)
    const { status, body } = await check(club, importId, { terms: { ...noTerms, paymentMethodId: 21 } })
    expect([status, body.fields]).toMatchObject([400, { terms: [expect.stringContaining('from the lists')] }])
  })
})

describe('mandates of another system', () => {
  it('are kept with the member, to recognise them at the provider', async () => {
    const club = await ourClub()
    const importId = await imported(
      club,
      'Name;DOB;GoCardless customer;Mandate ID\nAnn Reed;1/2/1990;CU0001;MD0001\nBen Reed;1/2/1991;;-',
    )
    const references = () =>
      db
        .selectFrom('imported_mandate')
        .select('reference')
        .where('root_club_id', '=', club.clubId)
        .orderBy('reference')
        .execute()
    expect(await references()).toEqual([{ reference: 'CU0001' }, { reference: 'MD0001' }])
    const { data } = await lines(club, importId)
    expect(data[0].stored).toContainEqual({ title: 'Mandate', before: null, after: 'CU0001, MD0001' })
  })
})

import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { findingTexts } from '@honbu/contract/import-findings.ts'
import { describe, expect, it, test } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { openImports } from '../../test/open-imports.ts'
import { checkLedger } from '../ledger/index.ts'
import { readBalance } from './cells/read-word.ts'
import { importFile } from './import-file.ts'
import { MappingFile, toMappingFile, withMappingFile } from './mapping-file.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { ourClub, upload, read, check, run, undo, lines } = await openImports(database)

type Club = Awaited<ReturnType<typeof ourClub>>

test.each([
  ['-26.73', { pence: -2673, side: null }],
  ['(26.73)', { pence: -2673, side: null }],
  ['26.73-', { pence: -2673, side: null }],
  ['£1,026.73', { pence: 102_673, side: null }],
  ['£5.00 CR', { pence: 500, side: 'credit' }],
  ['5 in credit', { pence: 500, side: 'credit' }],
  ['-£5.00 DR', { pence: -500, side: 'owed' }],
  ['12.50 owed', { pence: 1250, side: 'owed' }],
  ['-', null],
  ['see Jo', null],
])('the balance %s', (cell, value) => expect(readBalance(cell).value).toEqual(value))

describe('a balance', () => {
  const list = 'Code;Name;DOB;Balance\n7;Ann Reed;1/2/1990;26.50\n8;Ben Lee;1/2/1991;-12.25\n9;Cal Lee;1/2/1992;0.00\n'

  const ledger = async ({ clubId }: Club) =>
    await db
      .selectFrom('charge')
      .innerJoin('member', 'member.id', 'member_id')
      .select(['amount_pence', 'description', 'due_on', 'reverses_id', 'erased_at'])
      .where('club_id', '=', clubId)
      .orderBy('charge.id')
      .execute()

  async function checked(club: Club, content: string, change = {}) {
    const importId = await upload(club, content)
    await check(club, importId, change)
    const { findings } = await read(club, importId)
    return { importId, findings, texts: findingTexts(findings).map(({ text }) => text) }
  }

  it('becomes an opening balance, and the check says the sum before', async () => {
    const club = await ourClub()
    const { importId, texts } = await checked(club, list, { balances: 'owed' })
    expect(texts).toEqual([
      'Opening balances: 1 member owes £26.50, and 1 member has £12.25 in credit. They’ll be in the books from today.',
    ])
    expect(await ledger(club)).toEqual([])
    await run(club, importId)
    expect(await ledger(club)).toMatchObject([
      { amount_pence: 2650, description: 'Opening balance', due_on: '2026-05-12' },
      { amount_pence: -1225, description: 'Opening balance' },
    ])
    const { data } = await lines(club, importId)
    expect(data[1].stored).toContainEqual({ title: 'Opening balance', before: null, after: '£12.25 in credit' })
    // The file again books nothing.
    const again = await checked(club, list, { balances: 'owed' })
    expect(again.texts).toEqual([])
    expect(await checkLedger(db)).toMatchObject({})
  })

  it('is reversed by an undo, in the books and without a name', async () => {
    const club = await ourClub()
    const { importId } = await checked(club, list, { balances: 'owed' })
    await run(club, importId)
    await undo(club, importId)
    expect(await read(club, importId)).toMatchObject({ state: 'undone', failure: '', reversedBalances: 2 })
    const entries = await ledger(club)
    expect(entries).toMatchObject([
      { amount_pence: 2650 },
      { amount_pence: -1225 },
      { amount_pence: -2650, description: 'Import undone: opening balance' },
      { amount_pence: 1225, description: 'Import undone: opening balance' },
    ])
    expect(entries.every(({ erased_at }) => erased_at !== null)).toBe(true)
    const people = await db
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'person_id')
      .select(['first_name', 'dob'])
      .where('root_club_id', '=', club.clubId)
      .execute()
    expect(people).toEqual([
      { first_name: 'Erased', dob: null },
      { first_name: 'Erased', dob: null },
    ])
    // The corrected file has their codes.
    const second = await checked(club, list.replace('26.50', '16.50'), { balances: 'owed' })
    await run(club, second.importId)
    expect((await lines(club, second.importId)).data[0].stored).toContainEqual({
      title: 'Code',
      before: null,
      after: '7',
    })
  })

  it('is not booked into closed books', async () => {
    const club = await ourClub()
    await db.updateTable('club').set({ books_closed_until: '2026-05-12' }).where('id', '=', club.clubId).execute()
    const importId = await upload(club, list)
    await check(club, importId, { balances: 'owed' })
    expect(await read(club, importId)).toMatchObject({
      ...{ state: 'failed', failure: 'The books are closed to 12 May 2026. Choose a later day.' },
    })
  })

  it('stays a note until someone says what a plus is', async () => {
    const club = await ourClub()
    const { texts, importId } = await checked(club, list)
    expect(texts).toEqual(['2 balances become notes. To book them, say whether a plus is owed or in credit.'])
    await run(club, importId)
    expect(await ledger(club)).toEqual([])
    const { findings } = await checked(await ourClub(), list.replace('Balance', 'Amount owed'))
    expect(findings.balances).toMatchObject({ owed: { members: 1, amount: 26.5 }, noted: 0 })
  })
})

describe('a mapping file', () => {
  it('has terms for all members, and how balances count', async () => {
    const { clubId } = await ourClub()
    const mapping = MappingFile.parse({
      balances: 'owed',
      terms: { frequency: 'Monthly', paymentMethod: 'Direct Debit', nextPayment: '2026-06-01' },
    })
    const report = await importFile(db, {
      ...{ bytes: Buffer.from('Name,DOB,Price,Balance\nAnn Reed,1/2/1990,30,5\n'), fileName: 'list.csv', clubId },
      reading: { sheet: null, encoding: null, delimiter: null, headerLine: null },
      adjust: (guess, list) => withMappingFile(guess, mapping, list),
      ...{ isDryRun: true, now: testNow },
    })
    expect(report.mapping.terms).toEqual({
      ...{ trainingPlanId: null, subFrequencyId: subFrequency.monthly, paymentMethodId: paymentMethod.directDebit },
      nextPayment: '2026-06-01',
    })
    expect(report.billing).toMatchObject({ members: 1, amount: 30, firstOn: '2026-06-01', leftOut: [] })
    expect(report.findings?.balances.owed).toEqual({ members: 1, amount: 5 })
    expect(toMappingFile(report.mapping, report)).toMatchObject({
      balances: 'owed',
      terms: { plan: null, frequency: 'Monthly', paymentMethod: 'Direct debit', nextPayment: '2026-06-01' },
    })
  })

  it('is refused with what the club does not have', async () => {
    const { clubId } = await ourClub()
    const mapping = MappingFile.parse({ terms: { plan: 'Gold' } })
    const importing = importFile(db, {
      ...{ bytes: Buffer.from('Name,DOB\nAnn Reed,1/2/1990\n'), fileName: 'list.csv', clubId },
      reading: { sheet: null, encoding: null, delimiter: null, headerLine: null },
      adjust: (guess, list) => withMappingFile(guess, mapping, list),
      ...{ isDryRun: true, now: testNow },
    })
    await expect(importing).rejects.toThrow('There is no plan "Gold" in this club.')
  })
})

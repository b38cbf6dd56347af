import { transactionCategory } from '@honbu/contract/ids.ts'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createCharge } from '../../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../../test/factories/people.ts'
import { reportCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'
import type { ReportSheets } from './report-sheets.ts'
import { reportXlsx } from './report-xlsx.ts'

const report: ReportSheets = {
  title: 'Report: finance',
  lines: ['Leeds', 'Nov 2026', 'As of 21 Nov 2026, 14:02'],
  sheets: [
    {
      title: 'Figures',
      columns: [
        { title: 'Figure', unit: 'text' },
        { title: 'Value', unit: 'decimal' },
      ],
      rows: [
        ['Churn', { value: 3.25, unit: 'percent' }],
        ['Debt', { value: -5, unit: 'money' }],
        ['Lifetime value', { value: null, unit: 'money' }],
      ],
      total: null,
    },
    {
      title: 'By month: all/any',
      columns: [
        { title: 'Month', unit: 'month' },
        { title: 'On', unit: 'date' },
        { title: 'Who', unit: 'text' },
        { title: 'Members', unit: 'count' },
      ],
      rows: [['2026-11-01', '2026-11-05', '=cmd|x', 1234]],
      total: ['All', null, null, 1234],
    },
  ],
  definitions: [{ name: 'Churn', words: 'Lapsed ÷ active' }],
}

const cellsOf = (bytes: Buffer): string[][] =>
  parse(bytes, { bom: true, relax_column_count: true, skip_empty_lines: true })

describe('a report as a file', () => {
  it('is a CSV with one table below the other', () => {
    const bytes = reportCsv(report)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(cellsOf(bytes)).toEqual([
      ['Report: finance'],
      ['Leeds'],
      ['Nov 2026'],
      ['As of 21 Nov 2026, 14:02'],
      ['Figures'],
      ['Figure', 'Value', 'Unit'],
      ['Churn', '3.25', '%'],
      ['Debt', '-5.00', '£'],
      ['Lifetime value', '', '£'],
      ['By month: all/any'],
      ['Month', 'On', 'Who', 'Members'],
      ['2026-11', '2026-11-05', "'=cmd|x", '1234'],
      ['All', '', '', '1234'],
      ['What the figures mean'],
      ['Churn', 'Lapsed ÷ active'],
    ])
  })

  it('is a workbook with a sheet for each table, in which numbers are numbers', () => {
    const files = unzipSync(reportXlsx(report))
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    expect([...text('xl/workbook.xml').matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Figures',
      'By month  all any',
      'About',
    ])
    expect(text('xl/worksheets/sheet1.xml')).toContain('<c s="4"><v>3.25</v></c>')
    expect(text('xl/worksheets/sheet1.xml')).toContain('<c s="3"><v>-5</v></c>')
    expect(text('xl/worksheets/sheet2.xml')).toContain('<c s="6"><v>46327</v></c><c s="2"><v>46331</v></c>')
    expect(text('xl/worksheets/sheet2.xml')).toContain('<t xml:space="preserve">=cmd|x</t></is></c><c><v>1234</v></c>')
    expect(text('xl/styles.xml')).toContain('[$£-809]#,##0.00;([$£-809]#,##0.00)')
  })

  it('is a PDF of as many numbered pages as it needs, also of names that are far too long', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [
      '2026-11-01',
      '2026-11-05',
      `Łukasz ${'x'.repeat(at * 3)}`,
      at,
    ])
    const [first, second] = report.sheets
    if (!first || !second) throw new Error('there are two')
    const bytes = await reportPdf({ ...report, sheets: [first, { ...second, rows }] })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(5)
  })
})

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

describe('exportReport', async () => {
  const club = await createClub(db)
  const { sub } = await createAccount(db, { clubId: club.id, isAdmin: true })
  const { id: memberId } = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Hill' })
  const days = { from: '2026-04-01', until: '2026-04-30' }
  const ask = async (body: object) => await as(sub).post('/api/reporting/ExportReport', { ...days, ...body })

  it.each([
    ['csv', 'text/csv'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', 'application/pdf'],
  ])('hands out a tab as %s', async (format, contentType) => {
    const { status, body } = await ask({ tab: 'members', format })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ contentType, fileName: `report-members-2026-04-01-2026-04-30.${format}` })
  })

  it('adds up what was charged meanwhile, in the transaction that writes the file down', async () => {
    await createCharge(db, { clubId: club.id, memberId, pence: 1234, due: '2026-04-07' })
    const { status, body } = await ask({ tab: 'finance', format: 'csv' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Buffer.from(body.base64, 'base64').toString()).toContain('12.34')
  })

  it('hands out a list of money for other programs: plain numbers, days, and what a row is known by', async () => {
    const categoryId = transactionCategory.membership
    await createCharge(db, { clubId: club.id, memberId, pence: 2_591_438, due: '2026-04-08', categoryId })
    const { body } = await ask({ tab: 'finance', list: 'due', format: 'csv', sort: 'amount-desc' })
    const [head, first] = cellsOf(Buffer.from(body.base64, 'base64'))
    expect(head).toEqual(expect.arrayContaining(['Member number', 'Category', 'Reference']))
    const { code } = await db.selectFrom('member').select('code').where('id', '=', memberId).executeTakeFirstOrThrow()
    expect(first).toEqual(expect.arrayContaining(['Zoë Hill', code, '2026-04-08', '25914.38', 'Membership']))
  })

  it('hands out a list as its rows, under its own headings', async () => {
    const { body } = await ask({ tab: 'members', list: 'free', format: 'csv', sort: 'name-asc' })
    const { body: grid } = await as(sub).post('/api/reporting/GetReportList', { list: 'free', ...days })
    const [head, ...rows] = cellsOf(Buffer.from(body.base64, 'base64'))
    expect(head).toEqual(['Member', 'Member number', 'Club', 'Member since', 'Plan', 'Reference'])
    expect(rows).toHaveLength(grid.total)
  })

  it('leaves word of it in each club', async () => {
    await ask({ tab: 'members', format: 'csv' })
    const { after } = await db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'exportReport')
      .where('club_id', '=', club.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ report: 'members', list: null, format: 'csv', ...days })
  })

  it('refuses a filter that cannot be read, and other clubs', async () => {
    const elsewhere = await createClub(db)
    expect((await ask({ tab: 'members', list: 'active', filter: 'nonsense', format: 'csv' })).status).toBe(400)
    expect((await ask({ tab: 'members', clubIds: [elsewhere.id], format: 'csv' })).status).toBe(403)
  })
})

import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import { Parser } from 'htmlparser2'
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { describe, expect, it } from 'vitest'
import { writeExport } from '../src/exports/write-export.ts'
import { certificatePdf } from '../src/gradings/certificates/certificate-pdf.ts'
import { readWorkbook } from '../src/imports/file/read-workbook.ts'
import { html } from '../src/platform/html.ts'
import { toWire } from '../src/platform/mail-wire.ts'
import { reportCsv } from '../src/reporting/files/report-csv.ts'
import { reportPdf } from '../src/reporting/files/report-pdf.ts'
import type { ReportSheets } from '../src/reporting/files/report-sheets.ts'
import { reportXlsx } from '../src/reporting/files/report-xlsx.ts'
import { testApp, testNow } from './app.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

/** Whoever fills in a form chooses their own name. Each of these means something to a program that reads it. */
const names = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; &#60;',
  '=HYPERLINK("https://evil.example";"Pay")',
  '+1+cmd|calc',
  '-2+3+cmd',
  '@SUM(A1)',
  '＝1+1',
  '{{ member.email }}{% for a in b %}{{ 7 | times: 7 }}',
  '{club} $& $1 $` %s',
  'Ann, "Bob" <bob@evil.example>; Cy:',
  ')) Tj (x) /JS (app.alert) <</S /URI>>',
  ']]><a href="javascript:alert(1)">x</a>',
  "'; drop table person; --",
  '__proto__',
  '../../etc/passwd',
  '\u202Egnp.exe',
  '💥 Zoë 李 \u0301',
]

const database = await freshDatabase()
const { db } = database
const { app, as, files } = await testApp(database)
const club = await createClub(db)
const me = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)

async function aMember(firstName: string) {
  const email = 'ann@mail.example'
  return await createMember(db, { clubId: club.id, firstName, lastName: 'Reed', email, phone: '07700 900100' })
}

/** The words of a page, and every element and attribute that a browser makes of it. */
function read(markup: string) {
  const made: unknown[] = []
  let words = ''
  const parser = new Parser({
    onopentag: (name, attributes) => void made.push([name, attributes]),
    ontext: text => {
      words += text
    },
  })
  parser.end(markup)
  return { made, words }
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ')

/** A page with the name is the page with a plain one, but for the words. */
function expectSamePage(hostile: string, plain: string, name: string) {
  const [one, other] = [read(hostile), read(plain)]
  expect(isDeepStrictEqual(one.made, other.made), hostile).toBe(true)
  expect(tidy(one.words)).toBe(tidy(other.words).replaceAll('Ann', () => tidy(name)))
}

describe.each(names)('%j as a name', name => {
  it('is kept and told as it is', async () => {
    const { id } = await aMember(name)
    const { status, body } = await me.get(`/api/member/GetDetails/${id}`)
    expect([status, body.firstName]).toEqual([200, name])
  })

  it('is a word of a page', () => {
    const page = (who: string) => html`<p title="${who}">Hello ${who}</p><a href="/x?name=${who}">${who}</a>`.markup
    expect(read(page(name)).made).toEqual([
      ['p', { title: name }],
      ['a', { href: `/x?name=${name}` }],
    ])
    expect(read(page(name)).words).toBe(`Hello ${name}${name}`)
  })

  it.each(['email', 'sms'] as const)('is a word of a message by %s', async channel => {
    const preview = async (firstName: string) => {
      const { id } = await aMember(firstName)
      const body =
        channel === 'email'
          ? '<p>Hello {{ member.firstName }}, <a href="https://x.example">see</a></p>'
          : 'Hello {{ member.firstName }}'
      const subject = 'News for {{ member.firstName }}'
      const answer = await me.post(`/api/messaging/PreviewMessage/${club.id}`, {
        ...{ channel, subject: channel === 'email' ? subject : '', template: body, layoutId: null, memberId: id },
      })
      expect(answer.status, answer.body.message).toBe(200)
      return answer.body as { subject: string; html: string | null; text: string }
    }
    const [hostile, plain] = [await preview(name), await preview('Ann')]
    expect(hostile.text).toContain(`Hello ${name}`)
    if (channel === 'sms') return
    // Signs that turn the direction of a line around are left out of subjects.
    expect(hostile.subject).toBe(`News for ${name.replace('\u202E', '')}`)
    expectSamePage(hostile.html ?? '', plain.html ?? '', name)
  })

  it('is one recipient of an email', async () => {
    const contents = { to: 'ann@mail.example', toName: name, subject: `News for ${name}`, text: `Hello ${name}` }
    const message = { letter: 'account', ...contents } as const
    const wire = toWire(message, { name: 'Honbu', address: 'post@honbu.example' })
    const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail(wire)
    const [head = ''] = (sent.message as Buffer)
      .toString()
      .replaceAll(/\r\n[ \t]/g, ' ')
      .split('\r\n\r\n')
    const to = head.split('\r\n').filter(line => /^(to|cc|bcc):/i.test(line))
    expect(to.flatMap(line => addressparser(line.slice(4))).map(each => 'address' in each && each.address)).toEqual([
      'ann@mail.example',
    ])
    expect(sent.envelope.to).toEqual(['ann@mail.example'])
  })

  it.each(['csv', 'xlsx'] as const)('is a text in an export as %s', async format => {
    const { id } = await aMember(name)
    const { body } = await me.post('/api/member/StartExport', { members: [id], columns: ['firstName', 'dob'], format })
    await writeExport({ db, files, now: () => testNow }, body.exportKey)
    const { address } = (await me.post('/api/member/OpenExport', { exportKey: body.exportKey })).body
    const { rawPayload } = await app.inject({ url: `/${address}` })
    expectCells(rawPayload, format, name)
  })

  it.each(['csv', 'xlsx'] as const)('is a text in a report as %s', format => {
    const bytes = format === 'csv' ? reportCsv(reportOn(name)) : reportXlsx(reportOn(name))
    expectCells(bytes, format, name)
  })

  it('is drawn in a PDF and nothing more', async () => {
    const grade = { gradeName: name, disciplineName: name, gradedOn: '2026-05-12' }
    const belt = { colour: '#ffffff', colourTwo: null, stripe: null }
    const issuer = { clubName: name, logo: null, instructors: [name] }
    for (const pdf of [await certificatePdf([{ name, belt, ...grade }], issuer), await reportPdf(reportOn(name))]) {
      // What is in brackets is a text, which a backslash keeps from ending early.
      const text = pdf.toString('latin1').replaceAll(/\((?:\\.|[^\\()])*\)/gs, '()')
      expect(text).not.toMatch(/\/(JS|JavaScript|URI|OpenAction|Launch|AA|Annots)\b/)
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    }
  })
})

function expectCells(bytes: Buffer, format: 'csv' | 'xlsx', name: string) {
  if (format === 'xlsx') {
    const { records } = readWorkbook(bytes, null)
    expect(records.flatMap(({ cells }) => cells)).toContain(name)
    return
  }
  const rows: string[][] = parse(bytes, { bom: true, relax_column_count: true })
  const cell = rows.flat().find(text => text.endsWith(name))
  expect(cell).toMatch(/^[^=+\-@＝＋－＠\t\r\n]/)
  expect(cell?.replace(/^'(?=[=+\-@＝＋－＠])/, '')).toBe(name)
}

function reportOn(name: string): ReportSheets {
  const columns = [{ title: 'Who', unit: 'text' as const }]
  return {
    title: 'Report: debtors',
    lines: ['Leeds'],
    sheets: [{ title: 'Debtors', columns, rows: [[name]], total: null }],
    definitions: [],
  }
}

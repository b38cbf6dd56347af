import { memberStatus, role } from '@honbu/contract/ids.ts'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { csvCell } from './csv.ts'
import { forgetExports, writeExport } from './write-export.ts'

const database = await freshDatabase()
const { db } = database
let now = testNow
const { app, as, jobs, files } = await testApp(database, () => now)

describe('csvCell', () => {
  it.each([
    ["O'Brien", "O'Brien"],
    ['Smith, John', '"Smith, John"'],
    ['the "Bear"\nof Leeds', '"the ""Bear""\nof Leeds"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+44 7700 900123', '+44 7700 900123'],
    ['-12.50', '-12.50'],
  ])('%j becomes %s', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

async function aClub(members = 3, place: { parentClubId?: number } = {}) {
  const club = await createClub(db, place)
  const account = await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })
  const names = ['Zoë', '=cmd', '李小龙', 'Ann', 'Bob']
  for (let at = 0; at < members; at += 1)
    await createMember(db, {
      clubId: club.id,
      firstName: names[at % names.length] ?? '',
      lastName: `Member ${String(at).padStart(4, '0')}`,
      dob: '2014-02-28',
      statusId: at % 2 === 0 ? memberStatus.active : memberStatus.lapsed,
    })
  const me = as(account.sub)
  /** Asks for a file, lets the job run, and downloads it. */
  const get = async (body: object) => {
    const started = await me.post('/api/member/StartExport', {
      filter: '',
      columns: ['firstName', 'dob'],
      format: 'csv',
      ...body,
    })
    expect(started.status, started.body.message).toBe(200)
    const { exportKey } = started.body
    expect(jobs.at(-1)).toEqual({ name: 'export-members', data: { key: exportKey } })
    await writeExport({ db, files, now: () => now }, exportKey)
    const { body: opened } = await me.post('/api/member/OpenExport', { exportKey })
    const file = await app.inject({ method: 'GET', url: `/${opened.address}` })
    return { exportKey, address: opened.address, file }
  }
  return { club, me, accountId: account.id, get }
}

describe('an export', () => {
  it('is what the grid shows, in its order', async () => {
    const { me, get } = await aClub(5)
    const filter = `memberStatusId~eq~${memberStatus.active}`
    const { file } = await get({
      filter,
      sort: 'lastName-desc',
      columns: ['firstName', 'lastName', 'memberStatusId', 'dob', 'debt'],
    })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toBe('attachment; filename="members-2026-05-12.csv"')
    expect(file.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const rows: Record<string, string>[] = parse(file.payload, { bom: true, columns: true })
    const { body: grid } = await me.post('/api/member/search', { filter, sort: 'lastName-desc' })
    expect(rows.map((row: Record<string, string>) => row['Last name'])).toEqual(
      grid.data.map(({ lastName }: { lastName: string }) => lastName),
    )
    expect(rows[0]).toEqual({
      'First name': 'Bob',
      'Last name': 'Member 0004',
      Status: 'Active',
      'Date of birth': '28/02/2014',
      Debt: '£0.00',
    })
  })

  it('takes the ticks as well, and dates as machines like them', async () => {
    const { me, get } = await aClub(4)
    const { body: grid } = await me.post('/api/member/search', {})
    const members = [grid.data[1].memberId, grid.data[2].memberId]
    const { file } = await get({ members, filter: undefined, dates: 'iso' })
    expect(file.payload.split('\r\n').slice(1)).toEqual(["'=cmd,2014-02-28", '李小龙,2014-02-28', ''])
  })

  it('names no tag of a club the user has no rights in', async () => {
    const head = await createClub(db)
    const sister = await createClub(db, { parentClubId: head.id })
    const { club, get } = await aClub(0, { parentClubId: head.id })
    const member = await createMember(db, { clubId: club.id, firstName: 'Ann' })
    await createMembership(db, { clubId: sister.id, memberId: member.id })
    for (const [clubId, name] of [
      [club.id, 'Squad'],
      [sister.id, 'Owes money'],
    ] as const) {
      const owner = { club_id: clubId, root_club_id: club.rootClubId }
      const tag = await db
        .insertInto('tag')
        .values({ ...owner, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('member_tag')
        .values({ ...owner, tag_id: tag.id, member_id: member.id })
        .execute()
    }
    const { file } = await get({ columns: ['firstName', 'tags'] })
    expect(file.payload.split('\r\n').slice(1)).toEqual(['Ann,Squad', ''])
  })

  it('is a workbook that keeps texts as texts and dates as dates', async () => {
    const { get } = await aClub(3)
    const { file } = await get({ format: 'xlsx' })
    const sheet = strFromU8(unzipSync(file.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row>/g)).toHaveLength(4)
    expect(sheet).toContain('<t xml:space="preserve">=cmd</t>')
    expect(sheet).toContain('<c s="2"><v>41698</v></c>')
  })

  it('comes in parts that fit together, however many rows there are', async () => {
    const { me, club, get } = await aClub(1)
    const { id } = await createMember(db, { clubId: club.id, lastName: 'x'.repeat(200) })
    const rows = 2500
    const person = await db
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['first_name', 'last_name'])
      .where('member.id', '=', id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < rows; at += 500) {
      const people = await db
        .insertInto('person')
        .values(Array.from({ length: 500 }, () => person))
        .returning('id')
        .execute()
      const made = await db
        .insertInto('member')
        .values(people.map((each, index) => ({ root_club_id: club.id, person_id: each.id, code: `B${at + index}` })))
        .returning('id')
        .execute()
      await db
        .insertInto('club_member')
        .values(
          made.map(each => ({ member_id: each.id, club_id: club.id, root_club_id: club.id, member_status_id: 21 })),
        )
        .execute()
    }
    const { exportKey, file } = await get({ columns: ['lastName', 'firstName', 'code'] })
    expect(file.payload.split('\r\n')).toHaveLength(rows + 4)
    expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length)
    const { body } = await me.get(`/api/member/GetExport?exportKey=${exportKey}`)
    expect(body).toMatchObject({ state: 'done', written: rows + 2, total: rows + 2 })
  })

  it('is handed out once a ticket, to its owner, for a day', async () => {
    const { club, me, get } = await aClub(1)
    const { exportKey, address } = await get({})
    expect((await app.inject({ method: 'GET', url: `/${address}` })).statusCode).toBe(404)
    const colleague = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
    expect((await colleague.post('/api/member/OpenExport', { exportKey })).status).toBe(404)
    expect((await colleague.get('/api/member/GetExports')).body).toEqual([])
    const { body } = await me.post('/api/member/OpenExport', { exportKey })
    now = new Date(testNow.getTime() + 61_000)
    expect((await app.inject({ method: 'GET', url: `/${body.address}` })).statusCode).toBe(404)
    now = new Date(testNow.getTime() + 25 * 3_600_000)
    // The database tells the process that keeps the rights.
    await expect.poll(async () => (await me.get('/api/member/GetExports')).body).toEqual([])
    await forgetExports(db, files, now)
    expect(await db.selectFrom('export_file').select('key').where('key', '=', exportKey).execute()).toEqual([])
    now = testNow
  })

  it('is for someone who works in all of its clubs, at each step', async () => {
    const { club, me, accountId, get } = await aClub(2)
    const other = await createClub(db)
    await db
      .insertInto('club_user')
      .values({ club_id: other.id, account_id: accountId, user_since: '2025-01-01' })
      .execute()
    const work = async (until: string | null) =>
      await db.updateTable('club_user').set({ user_until: until }).where('club_id', '=', club.id).execute()
    const open = async (exportKey: string) => await me.post('/api/member/OpenExport', { exportKey })
    const { exportKey, file } = await get({})
    expect(file.statusCode).toBe(200)
    const ticket = (await open(exportKey)).body.address
    const begun = await me.post('/api/member/StartExport', { filter: '', columns: ['dob'], format: 'csv' })

    await work('2026-05-11')
    // The database tells the process that keeps the rights.
    await expect.poll(async () => (await me.get('/api/member/GetExports')).body).toEqual([])
    expect((await me.get(`/api/member/GetExport?exportKey=${exportKey}`)).status).toBe(404)
    expect((await open(exportKey)).status).toBe(404)
    expect((await app.inject({ method: 'GET', url: `/${ticket}` })).statusCode).toBe(404)
    await writeExport({ db, files, now: () => now }, begun.body.exportKey)
    await work(null)
    await expect
      .poll(async () => (await me.get(`/api/member/GetExport?exportKey=${begun.body.exportKey}`)).body.state)
      .toBe('failed')
    expect((await open(exportKey)).status).toBe(200)
  })

  it('stops when the right to export is taken away', async () => {
    const { me, accountId, get } = await aClub(2)
    const { exportKey, file } = await get({})
    expect(file.statusCode).toBe(200)
    const begun = await me.post('/api/member/StartExport', { filter: '', columns: ['dob'], format: 'csv' })
    const { body } = await me.post('/api/member/OpenExport', { exportKey })
    await db.updateTable('club_user').set({ is_admin: false }).where('account_id', '=', accountId).execute()
    await sql`
      delete from club_user_role where club_user_id in (select id from club_user where account_id = ${accountId})`.execute(
      db,
    )
    expect((await app.inject({ method: 'GET', url: `/${body.address}` })).statusCode).toBe(404)
    await writeExport({ db, files, now: () => now }, begun.body.exportKey)
    const { state } = await db
      .selectFrom('export_file')
      .select('state')
      .where('key', '=', begun.body.exportKey)
      .executeTakeFirstOrThrow()
    expect(state).toBe('failed')
  })

  it('refuses others’ members and clubs, and what it could not write', async () => {
    const { me } = await aClub(1)
    const elsewhere = await createClub(db)
    const stranger = await createMember(db, { clubId: elsewhere.id })
    const ask = async (body: object) =>
      (await me.post('/api/member/StartExport', { columns: ['code'], format: 'csv', ...body })).status
    expect(await ask({ members: [stranger.id] })).toBe(403)
    expect(await ask({ filter: '', clubIds: [elsewhere.id] })).toBe(403)
    expect(await ask({ filter: 'nonsense' })).toBe(400)
    expect(await ask({ filter: '', sort: 'tag-asc' })).toBe(400)
    expect(await ask({})).toBe(400)
    expect(await ask({ filter: '', columns: [] })).toBe(400)
  })
})

describe('getLabels', () => {
  it('are by postcode, to the guardian of a minor, one a household when wanted', async () => {
    const { me, club } = await aClub(0)
    const at = async (firstName: string, lastName: string, dob: string, line: string | null) => {
      const { id } = await createMember(db, { clubId: club.id, firstName, lastName, dob })
      await db
        .updateTable('person')
        .set({ address_line: line, town: 'Leeds', postcode: line && 'LS9 4QB' })
        .where('id', '=', eb => eb.selectFrom('member').select('person_id').where('id', '=', id))
        .execute()
      return id
    }
    const child = await at('Ben', 'Hill', '2016-01-01', '1 Mill Lane')
    await at('Ann', 'Hill', '1990-01-01', '1 Mill Lane')
    await at('Cy', 'Wood', '1990-01-01', '2 Mill Lane')
    await at('Di', 'Nowhere', '1990-01-01', null)
    const guardian = await db
      .insertInto('person')
      .values({ first_name: 'Eve', last_name: 'Hill' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_contact')
      .values({ member_id: child, person_id: guardian.id, is_guardian: true })
      .execute()
    const { body } = await me.post('/api/member/GetLabels', { filter: '' })
    expect(body.labels.map(({ name }: { name: string }) => name)).toEqual(['Ann Hill', 'Eve Hill', 'Cy Wood'])
    expect(body.without).toMatchObject([{ name: 'Di Nowhere' }])
    const households = await me.post('/api/member/GetLabels', { filter: '', perHousehold: true })
    expect(households.body.labels).toEqual([
      { name: 'The Hill family', lines: ['1 Mill Lane', 'Leeds', 'LS9 4QB'] },
      { name: 'Cy Wood', lines: ['2 Mill Lane', 'Leeds', 'LS9 4QB'] },
    ])
  })
})

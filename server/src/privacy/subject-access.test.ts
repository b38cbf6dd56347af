import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import { readColumns } from './columns.ts'
import { shownOf, sourcesOf } from './personal-data.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

interface Read {
  digest: string
  hasPhoto: boolean
  parts: {
    title: string
    mayTellOfOthers: boolean
    rows: { row: string; fields: { field: string; text: string }[] }[]
  }[]
}

/** A club with its admin, and Zoë O'Brien, who is its member. */
async function zoe() {
  const club = await createClub(db)
  const account = await createAccount(db, { clubId: club.id, isAdmin: true })
  const admin = as(account.sub)
  const member = await createMember(db, {
    clubId: club.id,
    firstName: 'Zoë',
    lastName: "O'Brien",
    email: 'zoe@mail.example',
    dob: '2014-02-28',
  })
  const read = async () => (await admin.get(`/api/member/GetPersonalData/${member.id}`)).body as Read
  const hand = async (input: object) =>
    await admin.post(`/api/member/ExportPersonalData/${member.id}`, {
      digest: '',
      blackedOut: [],
      words: [],
      withPhoto: false,
      ...input,
    })
  return { club, account, admin, member, read, hand, own: { club_id: club.id, root_club_id: club.rootClubId } }
}

/** The texts of a part, row by row. */
const textsOf = ({ parts }: Read, title: string) =>
  parts
    .find(part => part.title === title)
    ?.rows.map(({ fields }) => Object.fromEntries(fields.map(({ field, text }) => [field, text])))

function opened(base64: string) {
  const files = unzipSync(Buffer.from(base64, 'base64'))
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return {
    json: JSON.parse(textOf('personal-data.json')),
    page: textOf('personal-data.html'),
    all: textOf('personal-data.json') + textOf('personal-data.html'),
  }
}

describe('getPersonalData', () => {
  it('names what ids stand for, by what the database says they are the ids of', async () => {
    const { club, member, account, read, own } = await zoe()
    const klass = await createClass(db, { clubId: club.id, className: 'Tigers' })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-05-05' })
    // The lowest ids of tags and attributes are those of other names among the lookups.
    const tag = await db
      .insertInto('tag')
      .values({ ...own, name: 'Squad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_tag')
      .values({ ...own, tag_id: tag.id, member_id: member.id, account_id: account.id })
      .execute()
    const attribute = await db
      .insertInto('attribute')
      .values({ ...own, name: 'Shirt size', type: 'text' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_attribute')
      .values({ ...own, attribute_id: attribute.id, member_id: member.id, value: 'L' })
      .execute()
    await createCharge(db, { clubId: club.id, memberId: member.id, pence: 3550, due: '2026-04-30', paid: 1000 })
    const data = await read()
    expect(textsOf(data, 'Person')).toMatchObject([{ 'Last name': "O'Brien", 'Date of birth': '28 Feb 2014' }])
    expect(textsOf(data, 'Memberships')).toMatchObject([{ 'Member status': 'Active', Club: club.name }])
    expect(textsOf(data, 'Attendance')).toMatchObject([
      { Class: 'Tigers', 'Class date': '5 May 2026', Attended: 'Yes' },
    ])
    expect(textsOf(data, 'Tags')).toMatchObject([{ Tag: 'Squad' }])
    expect(textsOf(data, 'Attributes')).toMatchObject([{ Attribute: 'Shirt size', Value: 'L' }])
    const [charge] = textsOf(data, 'Charges') ?? []
    expect(charge).toMatchObject({ Amount: '£35.50', 'Due on': '30 Apr 2026' })
    expect(textsOf(data, 'What payments settled')).toMatchObject([{ Charge: `Charges, number ${charge?.Number}` }])
  })

  it('shows each id by a name, but for these', async () => {
    const sources = sourcesOf(0, { accountId: 0, clubIds: [], adminIds: [], welfareIds: [], healthIds: [] })
    const columns = await readColumns(db, [...new Set(sources.map(({ table }) => table))])
    const leftOut = sources.flatMap(source => {
      const all = columns.of.get(source.table) ?? []
      const shown = shownOf(source, all)
      const isId = ({ name, target }: { name: string; target: string | null }) =>
        name !== source.owner && (target !== null || name.endsWith('_id'))
      expect(shown.filter(column => isId(column) && column.target === null)).toEqual([])
      return all.filter(column => isId(column) && !shown.includes(column)).map(({ name }) => `${source.table}.${name}`)
    })
    // Ids of devices and providers, of a tax rate, of the hold that took something back, of what was done to many at once,
    // and of whatever the audit's subject is.
    expect(leftOut.filter(name => !name.endsWith('.root_club_id'))).toEqual([
      'attendance_mark.mark_id',
      'charge.vat_code_id',
      'message_recipient.provider_id',
      'bulk_edit_member.bulk_edit_id',
      'bulk_edit_row.bulk_edit_id',
      'external_subscription.hold_id',
      'external_payment.hold_id',
      'plan_change.price_change_id',
      'membership_period.charging_run_id',
      'audit.subject_id',
    ])
  })

  it('has the contacts and the texts that were signed, and no secret', async () => {
    const { club, member, account, read, own } = await zoe()
    const contact = await createContact(db, { memberId: member.id, firstName: 'Maeve', lastName: "O'Brien" })
    const document = await db
      .insertInto('document')
      .values({ ...own, title: 'Waiver', kind: 'waiver', is_required: true, text: 'I know that judo can hurt.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const version = await db
      .insertInto('document_version')
      .values({
        ...own,
        document_id: document.id,
        kind: 'waiver',
        number: 1,
        title: 'Waiver',
        text: 'I know that judo can hurt.',
        published_at: new Date('2026-01-01T10:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('document_signature')
      .values({
        ...own,
        member_id: member.id,
        document_id: document.id,
        document_version_id: version.id,
        answer: 'signed',
        how: 'screen',
        signer_name: "Maeve O'Brien",
        person_id: contact.personId,
        signed_at: new Date('2026-02-01T10:00:00Z'),
        account_id: account.id,
      })
      .execute()
    await db
      .insertInto('document_request')
      .values({
        ...own,
        member_id: member.id,
        person_id: contact.personId,
        email: 'maeve@mail.example',
        secret_hash: Buffer.from('the hash of a link that opens'),
        created_at: new Date('2026-01-01T10:00:00Z'),
        expires_at: new Date('2027-01-01T10:00:00Z'),
      })
      .execute()
    const data = await read()
    expect(textsOf(data, 'Details of contacts')).toMatchObject([{ 'First name': 'Maeve' }])
    expect(textsOf(data, 'Contacts')).toMatchObject([{ Person: "Maeve O'Brien" }])
    expect(textsOf(data, 'Documents signed or declined')).toMatchObject([{ Text: 'I know that judo can hurt.' }])
    expect(textsOf(data, 'Links to sign')).toMatchObject([{ Email: 'maeve@mail.example', Club: club.name }])
    const all = JSON.stringify(data)
    expect(all).not.toContain(Buffer.from('the hash of a link that opens').toString('hex'))
    expect(all).not.toMatch(/secret|hash|\\\\x/i)
    const open = data.parts.filter(part => part.mayTellOfOthers).map(({ title }) => title)
    expect(open).toEqual(expect.arrayContaining(['Details of contacts', 'Contacts']))
    expect(open).not.toContain('Person')
  })

  it('holds nothing of a club that is not one of the caller’s', async () => {
    const { club, member } = await zoe()
    const sister = await createClub(db, { parentClubId: club.id })
    const klass = await createClass(db, { clubId: sister.id, className: 'Sister class' })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-05-05' })
    const head = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    expect(JSON.stringify((await head.get(`/api/member/GetPersonalData/${member.id}`)).body)).toContain('Sister class')
    const elsewhere = await createClub(db)
    const stranger = as((await createAccount(db, { clubId: elsewhere.id, isAdmin: true })).sub)
    expect((await stranger.get(`/api/member/GetPersonalData/${member.id}`)).status).toBe(403)
  })
})

describe('exportPersonalData', () => {
  it('hands out what was read, as data and to read', async () => {
    const { club, member, read, hand } = await zoe()
    await createCharge(db, { clubId: club.id, memberId: member.id, pence: 3550, due: '2026-04-30' })
    await sql`update person set first_name = '<b>Zoë'
      where id = (select person_id from member where id = ${member.id})`.execute(db)
    const { status, body } = await hand({ digest: (await read()).digest })
    expect(status, body.message).toBe(200)
    const { json, page } = opened(body.base64)
    expect(json).toMatchObject({
      blackedOut: 0,
      data: {
        Person: [{ 'Last name': "O'Brien", Email: 'zoe@mail.example', 'Date of birth': '2014-02-28' }],
        Charges: [{ Amount: 35.5 }],
      },
    })
    expect(page).toContain('zoe@mail.example')
    expect(page).not.toContain('<b>Zoë')
    expect(page).not.toContain('blacked out')
    const audit = await db
      .selectFrom('audit')
      .select('action')
      .where('member_id', '=', member.id)
      .orderBy('audit.id')
      .execute()
    expect(audit).toEqual([{ action: 'exportPersonalData' }])
  })

  it('leaves out what was blacked out, from both files, and says in how many places', async () => {
    const { member, read, hand, own } = await zoe()
    await db
      .insertInto('member_note')
      .values([
        { ...own, member_id: member.id, subject: 'Call', note: 'Kieran Walsh said that she was pushed.' },
        { ...own, member_id: member.id, subject: 'Arm', note: 'Her brother told us in confidence.' },
      ])
      .execute()
    const data = await read()
    const row = data.parts
      .find(({ title }) => title === 'Notes')
      ?.rows.find(({ fields }) => fields.some(({ text }) => text === 'Arm'))?.row
    const input = { digest: data.digest, blackedOut: [{ row, field: 'Note' }], words: ['kieran walsh'] }
    const { json, page, all } = opened((await hand(input)).body.base64)
    expect(all).not.toMatch(/Kieran|Walsh|confidence/i)
    expect(json.blackedOut).toBe(2)
    expect(json.data.Notes).toMatchObject([
      { Subject: 'Call', Note: '█████ said that she was pushed.' },
      { Subject: 'Arm', Note: '█████' },
    ])
    expect(page).toContain('We blacked out 2 places')
  })

  it('refuses to hand out what no one has read', async () => {
    const { member, read, hand, own } = await zoe()
    const { digest } = await read()
    await db
      .insertInto('member_note')
      .values({ ...own, member_id: member.id, subject: 'New since' })
      .execute()
    expect(await hand({ digest })).toMatchObject({ status: 409 })
    expect((await hand({ digest: (await read()).digest })).status).toBe(200)
    expect(await hand({ digest, words: ['a'] })).toMatchObject({ status: 400, body: { fields: expect.anything() } })
  })

  it('is for admins of every club of the member', async () => {
    const { club, member, read } = await zoe()
    const { digest } = await read()
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    const input = { digest, blackedOut: [], words: [], withPhoto: false }
    expect((await coach.get(`/api/member/GetPersonalData/${member.id}`)).status).toBe(403)
    expect((await coach.post(`/api/member/ExportPersonalData/${member.id}`, input)).status).toBe(403)
  })
})

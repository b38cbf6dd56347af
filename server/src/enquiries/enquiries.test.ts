import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { fields, nothing, openEnquiryForm, settings } from '../../test/open-enquiry-form.ts'

const database = await freshDatabase()
const { db } = database
const form = await openEnquiryForm(database)
const { as, later, mails, aClub, get, tokenOf, post, send, enquiriesOf, tasksOf, membersOf, stored } = form

const childFields = {
  ...fields,
  who: 'child',
  firstName: 'Ann',
  dob: '',
  childFirstName: 'Mia',
  childDob: '2016-01-01',
}

describe('saveEnquiryForm', () => {
  it('is for admins, keeps keys unique, and offers one made from the name until it is saved', async () => {
    const { club, admin, key, save } = await aClub()
    const user = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await user.post(`/api/club/SaveEnquiryForm/${club.id}`, { version: 1, key, ...settings })).status).toBe(403)
    expect((await user.get(`/api/club/GetEnquiryForm/${club.id}`)).body).toMatchObject({ isAdmin: false, key })
    const other = await aClub()
    expect(await other.save({ version: 1, key })).toMatchObject({
      status: 409,
      body: { fields: { key: [expect.anything()] } },
    })
    expect((await save({ version: 0 })).body.conflict).toMatchObject({ current: { version: 1, key } })
    expect((await save({ version: 1, key: 'Not A Key' })).body.fields).toHaveProperty('key')
    expect((await save({ version: 1, privacyUrl: 'javascript:alert(1)' })).body.fields).toHaveProperty('privacyUrl')
    expect((await save({ version: 1, thanks: 'Bye' })).body).toMatchObject({ version: 2 })
    const read = await admin.get(`/api/club/GetEnquiryForm/${club.id}`)
    expect(read.body).toMatchObject({
      thanks: 'Bye',
      enquireAddress: `enquire/${key}`,
      classes: [{ className: 'Little <Dragons>', days: 4, daysWithPlaces: 4 }],
    })

    const fresh = await createClub(db)
    const its = as((await createAccount(db, { clubId: fresh.id, isAdmin: true })).sub)
    expect((await its.get(`/api/club/GetEnquiryForm/${fresh.id}`)).body).toMatchObject({
      version: 0,
      isOn: false,
      key: fresh.name.toLowerCase().replace(' ', '-'),
    })
  })
})

describe('the form', () => {
  it('shows free places, escapes what people write, sets no cookie, and may be framed only when embedded', async () => {
    const { key, trial } = await aClub()
    const page = await get(`/enquire/${key}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<option value="${trial}">Tue 19 May 2026, 19:00 to 20:00 (1 place)</option>`)
    expect(page.body).toContain('Little &#60;Dragons&#62;')
    expect(page.body).toContain('Come &#60;b&#62;in&#60;/b&#62;.')
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
    const framed = await get(`/enquire/${key}?embed=1&utm_source=Facebook&class=${trial.split('_')[0]}`)
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(framed.headers['x-frame-options']).toBeUndefined()
    expect(framed.body).toContain('<script src="/honbu/framed.js" defer>')
    expect(framed.body).toContain('name="source" value="Facebook"')
    expect(framed.body).toMatch(/<option value="\d+_2026-05-12" selected>/)
    const script = await get('/embed.js')
    expect(script.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' })
  })

  it('is not there for a key of nobody, nor for a club that has it off: both look the same', async () => {
    const { key, save } = await aClub()
    await save({ version: 1, isOn: false, hasTimetable: false })
    const nobody = await get('/enquire/nobody-at-all')
    for (const path of [
      `/enquire/${key}`,
      `/timetable/${key}`,
      '/timetable/nobody-at-all',
      '/enquire/%00',
      '/enquire/..%2f',
    ]) {
      const page = await get(path)
      expect([path, page.statusCode]).toEqual([path, 404])
      expect(page.body).toBe(nobody.body)
    }
    expect((await post(key, fields)).statusCode).toBe(404)
  })
})

describe('sending it', () => {
  it('makes an enquiry of somebody new, with source, interests, message and what was agreed to, word for word', async () => {
    const { club, key } = await aClub()
    const sent = await send(key, {
      ...fields,
      source: 'Facebook',
      campaign: 'spring',
      ref: 'M17',
      message: 'Is it hard?',
      consentEmail: 'on',
    })
    expect(sent.statusCode).toBe(200)
    expect(sent.body).toContain('We have your enquiry')
    const [member, ...others] = await membersOf(club.id)
    expect(others).toEqual([])
    expect(member).toMatchObject({
      ...{ first_name: 'Zoe', last_name: 'Miller', email: 'zoe@mail.example', communication_flags: 2 },
      ...{ member_status_id: memberStatus.enquiry, marketing_source_id: 1203 },
    })
    expect(await enquiriesOf(club.id)).toMatchObject([
      {
        member_id: member?.id,
        was_known: false,
        source: 'Facebook',
        campaign: 'spring',
        referral: 'M17',
        booking_id: null,
      },
    ])
    expect(await tasksOf(club.id)).toMatchObject([
      {
        kind: 'enquiry',
        member_id: member?.id,
        subject: 'Zoe Miller asked about training',
        details: expect.stringContaining('Is it hard?'),
      },
    ])
    const consents = await db.selectFrom('consent').selectAll().where('club_id', '=', club.id).execute()
    expect(consents).toMatchObject([
      { flag: 2, is_given: true, how: 'screen', wording: `${club.name} may send news and offers by e-mail.` },
    ])
    expect(mails).toMatchObject([{ to: 'zoe@mail.example', subject: `Your enquiry at ${club.name}` }])
    const note = await db
      .selectFrom('member_note')
      .select('note')
      .where('member_id', '=', member?.id ?? 0)
      .execute()
    expect(note).toEqual([{ note: 'Is it hard?' }])
  })

  it('knows whose link it was, whichever way the code was typed, but for the own one', async () => {
    const { club, key } = await aClub()
    const kim = await createMember(db, { clubId: club.id, firstName: 'Kim', lastName: 'Sender' })
    const other = await createMember(db, { clubId: club.id })
    await db.updateTable('member').set({ merged_into_id: kim.id }).where('id', '=', other.id).execute()
    const elsewhere = await createMember(db, { clubId: (await createClub(db)).id })
    const names = ['Ada', 'Ben', 'Cleo', 'Dev', 'Eve']
    const codes = [kim.code, ` ${kim.code.toLowerCase()} `, other.code, elsewhere.code, 'nobody']
    for (const [index, ref] of codes.entries())
      await send(key, { ...fields, firstName: names[index] ?? '', email: `${names[index]}@mail.example`, ref })
    const zoe = await createMember(db, { clubId: club.id, firstName: 'Zoe', lastName: 'Miller', dob: '1990-02-03' })
    await send(key, { ...fields, ref: zoe.code })
    const found = await enquiriesOf(club.id)
    expect(found.map(({ referrer_id }) => referrer_id)).toEqual([kim.id, kim.id, kim.id, null, null, null])
    const [task] = await tasksOf(club.id)
    expect(task?.details).toContain(`Referred by: Kim Sender [${kim.code}]`)
  })

  it('books a trial for a child, whose guardian is kept, reminds of it, and sends a file for the calendar', async () => {
    const { club, key, trial } = await aClub()
    const sent = await send(key, { ...childFields, trial, consentSms: 'on' })
    expect(sent.body).toContain('19 May 2026, 19:00 to')
    const [child] = await membersOf(club.id)
    expect(child).toMatchObject({
      ...{ first_name: 'Mia', last_name: 'Miller', email: null, member_status_id: memberStatus.prospect },
    })
    const contact = await db
      .selectFrom('member_contact')
      .innerJoin('person', 'person.id', 'member_contact.person_id')
      .select(['first_name', 'person.email', 'is_guardian', 'person.id'])
      .where('member_id', '=', child?.id ?? 0)
      .execute()
    expect(contact).toMatchObject([{ first_name: 'Ann', email: 'zoe@mail.example', is_guardian: true }])
    const consents = await db.selectFrom('consent').selectAll().where('club_id', '=', club.id).execute()
    expect(consents).toMatchObject([{ flag: 1, given_by_person_id: contact[0]?.id }])
    const [enquiry] = await enquiriesOf(club.id)
    const reminders = await db
      .selectFrom('automation_run')
      .innerJoin('automation', 'automation.id', 'automation_run.automation_id')
      .select('built_in as kind')
      .where('booking_id', '=', enquiry?.booking_id ?? 0)
      .where('state', '=', 'waiting')
      .orderBy('kind')
      .execute()
    expect(reminders.map(({ kind }) => kind)).toEqual(['join-invitation', 'trial-reminder'])
    const [mail] = mails
    expect(mail).toMatchObject({ to: 'zoe@mail.example', subject: expect.stringContaining('Your trial at') })
    const file = Buffer.from(mail?.attachments?.[0]?.base64 ?? '', 'base64').toString()
    expect(file).toContain('DTSTART:20260519T180000Z')
    expect(await tasksOf(club.id)).toMatchObject([
      { subject: 'Mia Miller booked a trial: Little <Dragons> on 19 May 2026' },
    ])
  })

  it('asks for a guardian where somebody is under 18, and says what is wrong beside each field', async () => {
    const { club, key } = await aClub()
    const young = await send(key, { ...fields, dob: '2010-01-01' })
    expect(young.statusCode).toBe(400)
    expect(young.body).toContain('a parent or guardian has to ask')
    const grown = await send(key, { ...childFields, childDob: '1990-01-01' })
    expect(grown.body).toContain('Is 18 or over')
    const empty = await send(key, { who: 'self', message: 'kept <i>' })
    for (const words of [
      'Give your first name',
      'Give an e-mail address',
      'Give the date of birth',
      'kept &#60;i&#62;',
    ])
      expect(empty.body).toContain(words)
    expect(await stored(club.id)).toEqual(nothing)
  })

  it('never says that somebody is known, changes nothing of him, and tells the staff', async () => {
    const root = await aClub()
    const { club, key, trial } = await aClub({ parentClubId: root.club.id })
    const own = await createMember(db, { clubId: club.id, firstName: 'Zoe', lastName: 'Miller', dob: '1990-02-03' })
    await createMember(db, { clubId: root.club.id, firstName: 'Ian', lastName: 'Else', email: 'ian@mail.example' })
    const before = await db.selectFrom('person').selectAll().orderBy('id').execute()

    const known = await send(key, { ...fields, trial, consentEmail: 'on' })
    const [toKnown] = mails.splice(0)
    expect(await tasksOf(club.id)).toMatchObject([
      {
        member_id: own.id,
        subject: 'Zoe Miller asked again: would like to try Little <Dragons> on 19 May 2026',
        details: expect.stringContaining('Nothing has been changed'),
      },
    ])
    expect(
      await db.selectFrom('booking').select('id').where('club_id', '=', club.id).orderBy('booking.id').execute(),
    ).toEqual([])
    expect(await db.selectFrom('consent').select('id').where('club_id', '=', club.id).execute()).toEqual([])

    // One of a sister club is told of to the staff by name alone.
    await send(key, { ...fields, firstName: 'Ian', lastName: 'Else', email: 'ian@mail.example' })
    const [, sister] = await tasksOf(club.id)
    expect(sister).toMatchObject({ member_id: null, details: expect.stringContaining(root.club.name) })
    expect(await db.selectFrom('person').selectAll().orderBy('id').execute()).toEqual(before)

    mails.length = 0
    const fresh = await send(key, { ...fields, firstName: 'Yan', email: 'yan@mail.example', phone: '', trial })
    expect(fresh.statusCode).toBe(known.statusCode)
    expect(fresh.body).toBe(known.body)
    expect(mails[0]?.text.replace('Yan', 'Zoe')).toBe(toKnown?.text)
    expect(mails[0]?.attachments).toEqual(toKnown?.attachments)
  })

  it('does not look into clubs of another organisation', async () => {
    const other = await aClub()
    await createMember(db, { clubId: other.club.id, firstName: 'Zoe', lastName: 'Miller', dob: '1990-02-03' })
    const { club, key } = await aClub()
    await send(key)
    expect(await enquiriesOf(club.id)).toMatchObject([{ was_known: false }])
  })

  it('sent twice, also at the same moment, is one enquiry', async () => {
    const { club, key, trial } = await aClub()
    const token = await tokenOf(key)
    later(20)
    const sent = { token, ...fields, trial }
    const answers = await Promise.all([post(key, sent), post(key, sent), post(key, sent)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await stored(club.id)).toEqual({ enquiries: 1, members: 1, tasks: 1, mails: 1 })
  })

  it('gives the last place to one of two who ask at the same moment; the other reads that it is gone', async () => {
    const { club, key, trial } = await aClub()
    const tokens = [await tokenOf(key), await tokenOf(key)]
    later(20)
    const people = [
      { ...fields, trial },
      { ...fields, firstName: 'Bo', email: 'bo@mail.example', phone: '', trial },
    ]
    const answers = await Promise.all(
      people.map((person, index) => post(key, { token: tokens[index] ?? '', ...person })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.body).toContain('No place is left on that day')
    expect(await stored(club.id)).toEqual({ enquiries: 1, members: 1, tasks: 1, mails: 1 })
    expect(await enquiriesOf(club.id)).toHaveLength(1)
    // The refused form can be sent again, for another day, with the token that it has.
    const again = await post(key, {
      ...people[1],
      token: /name="token" value="([^"]+)"/.exec(refused?.body ?? '')?.[1] ?? '',
      ...(answers[0]?.statusCode === 409 ? people[0] : people[1]),
      trial: trial.replace('19', '26'),
    })
    expect(again.statusCode).toBe(200)
    expect(await enquiriesOf(club.id)).toHaveLength(2)
    expect((await get(`/enquire/${key}`)).body).toContain('(full)')
  })

  it('books no class of another club, none that is not for the web, and no day that is not offered', async () => {
    const { club, key, klass } = await aClub()
    const other = await aClub()
    const closed = await createClass(db, { clubId: club.id })
    for (const trial of [
      other.trial,
      `${closed.id}_2026-05-19`,
      `${klass.id}_2026-05-20`,
      `${klass.id}_2026-05-05`,
      `${klass.id}_2026-07-21`,
      "1' or 1=1",
    ]) {
      const sent = await send(key, { ...fields, trial })
      expect([trial, sent.statusCode]).toEqual([trial, 400])
      expect(sent.body).toContain('can no longer be booked')
    }
    expect(await stored(club.id)).toEqual(nothing)
  })
})

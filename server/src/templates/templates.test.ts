import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createLayout, createTemplate } from '../../test/factories/templates.ts'
import { contentOfTemplate } from './content-of-template.ts'
import { sendTestSms } from './test-sms.ts'

const database = await freshDatabase()
const { db } = database
const { as, mails, jobs } = await testApp(database)

const letter = {
  ...{
    templateName: 'Welcome',
    description: '',
    expiryDate: null,
    channel: 'email',
    subject: 'Hello {{ member.firstName }}',
  },
  ...{ template: '<p>Hello {{ member.firstName }}</p>', layoutId: null },
}

/** A head office with a branch and its sister, an admin of each, and a coach of the branch. */
async function aTree() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const sister = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const local = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const neighbour = as((await createAccount(db, { clubId: sister.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: branch.id })).sub)
  const save = (who: typeof boss, clubId: number, fields: object = {}, id = 0) =>
    who.post(`/api/messaging/SaveTemplate/${id}`, { clubId, ...letter, ...fields })
  return { head, branch, sister, boss, local, neighbour, coach, save }
}

describe('saveTemplate', () => {
  it('makes and changes a template; who read an older one is told', async () => {
    const { branch, local, save } = await aTree()
    const { status, body } = await save(local, branch.id)
    expect([status, body.version]).toEqual([200, 1])
    expect((await local.get(`/api/messaging/GetTemplate/${body.id}`)).body).toMatchObject({
      ...letter,
      ...{ id: body.id, clubId: branch.id, layoutName: '', isInherited: false, canEdit: true },
    })
    expect((await save(local, branch.id, { subject: 'Hi', version: 1 }, body.id)).body.version).toBe(2)
    const stale = await save(local, branch.id, { subject: 'Hey', version: 1 }, body.id)
    expect(stale).toMatchObject({ status: 409, body: { conflict: { current: { version: 2, subject: 'Hi' } } } })
  })

  it.each([
    ['subject', { subject: '' }, 'Write a subject'],
    ['template', { template: '<p> </p>' }, 'Write the message'],
    ['templateName', { templateName: ' ' }, 'Give it a name'],
    [
      'template',
      { template: '<p>Hello {{ member.frist_name }}, welcome</p>' },
      'Unknown field {{ member.frist_name }}: did you mean member.firstName? It stands in “Hello {{ member.frist_name }}, welcome”.',
    ],
    ['subject', { subject: 'Hello {{ name }' }, expect.stringContaining('There is a mistake')],
    ['template', { template: '<p>{% include "x" %}</p>' }, '{% include %} is not known here.'],
    ['template', { template: '<p>{% for i in (1..999999999) %}x{% endfor %}</p>' }, expect.stringContaining('cut off')],
    [
      'template',
      { template: '<p><a href="javascript:alert(1)">x</a></p>' },
      expect.stringContaining('should begin with'),
    ],
    [
      'template',
      { template: '<p><a href="https://{{ member.firstName }}.example">x</a></p>' },
      expect.stringContaining('where the host’s name belongs'),
    ],
    [
      'template',
      { template: '<p><img src="https://elsewhere.example/x.png"></p>' },
      expect.stringContaining('not uploaded'),
    ],
  ])('refuses a wrong %s: %o', async (field, fields, message) => {
    const { branch, local, save } = await aTree()
    expect(await save(local, branch.id, fields)).toMatchObject({
      status: 400,
      body: { fields: { [field]: [message] } },
    })
  })

  it('has each name once in a club', async () => {
    const { branch, local, save } = await aTree()
    await save(local, branch.id)
    const { status, body } = await save(local, branch.id, { templateName: 'WELCOME' })
    expect([status, Object.keys(body.fields)]).toEqual([409, ['templateName']])
  })

  it('is for admins of the club', async () => {
    const { branch, coach, neighbour, save } = await aTree()
    for (const who of [coach, neighbour]) expect((await save(who, branch.id)).status).toBe(403)
  })

  it('takes a layout of the club or one above, never of a sister', async () => {
    const { head, branch, sister, local, save } = await aTree()
    const above = await createLayout(db, { clubId: head.id })
    const beside = await createLayout(db, { clubId: sister.id })
    expect((await save(local, branch.id, { layoutId: above.id })).status).toBe(200)
    expect((await save(local, branch.id, { templateName: 'Other', layoutId: beside.id })).status).toBe(403)
  })
})

describe('templates of the club above', () => {
  it('are used below and changed only above, until they are copied', async () => {
    const { head, branch, boss, local, neighbour, save } = await aTree()
    const { body: made } = await save(boss, head.id)
    const list = async () =>
      (await local.post('/api/messaging/GetTemplates', { clubIds: [branch.id] })).body.data.map((row: object) => row)
    expect(await list()).toMatchObject([{ id: made.id, templateName: 'Welcome', isInherited: true }])
    expect((await local.get(`/api/messaging/GetTemplate/${made.id}`)).body).toMatchObject({
      isInherited: true,
      canEdit: false,
      usedIn: [{ id: branch.id, isAdmin: true }],
    })
    expect((await save(local, head.id, { version: 1 }, made.id)).status).toBe(403)
    const copy = await local.post(`/api/messaging/CopyTemplate/${made.id}`, { clubId: branch.id })
    expect(copy.status).toBe(200)
    const again = await local.post(`/api/messaging/CopyTemplate/${made.id}`, { clubId: branch.id })
    expect((await local.get(`/api/messaging/GetTemplate/${again.body.id}`)).body.templateName).toBe('Welcome (2)')
    expect(await list()).toMatchObject([{ isInherited: true }, { isInherited: false }, { isInherited: false }])
    expect((await neighbour.get(`/api/messaging/GetTemplate/${copy.body.id}`)).status).toBe(403)
  })
})

describe('layouts', () => {
  it('are not deleted while templates are in them', async () => {
    const { branch, local, save } = await aTree()
    const made = await local.post('/api/messaging/SaveLayout/0', {
      ...{ clubId: branch.id, layoutName: 'House', description: '', expiryDate: null },
      ...{ header: '<h1>{{ club.name }}</h1>', footer: '<p>{{ club.address }}</p>' },
    })
    expect(made.status).toBe(200)
    const { body: template } = await save(local, branch.id, { layoutId: made.body.id })
    expect((await local.get(`/api/messaging/GetLayout/${made.body.id}`)).body).toMatchObject({ templateCount: 1 })
    expect(await local.post(`/api/messaging/DeleteLayout/${made.body.id}`, {})).toMatchObject({
      status: 409,
      body: { message: 'A template is in House. Give it a last day instead.' },
    })
    await local.post(`/api/messaging/DeleteTemplate/${template.id}`, {})
    expect((await local.post(`/api/messaging/DeleteLayout/${made.body.id}`, {})).status).toBe(200)
  })

  it('say which of header and footer is wrong', async () => {
    const { branch, local } = await aTree()
    const { body } = await local.post('/api/messaging/SaveLayout/0', {
      ...{ clubId: branch.id, layoutName: 'House', description: '', expiryDate: null },
      ...{ header: '', footer: '<p>{{ club.adress }}</p>' },
    })
    expect(body.fields.footer[0]).toContain('did you mean club.address?')
  })
})

describe('previewMessage', () => {
  const draft = { channel: 'email', subject: 'Hi {{ member.firstName }}', template: '<p>x</p>', layoutId: null }

  it('shows it as a member gets it, with the layout, and names what is empty', async () => {
    const { head, branch, coach } = await aTree()
    const layout = await createLayout(db, { clubId: head.id, header: '<h1>{{ club.name }}</h1>' })
    const member = await createMember(db, { clubId: branch.id, firstName: '<img src=x onerror=alert(1)>' })
    const { status, body } = await coach.post(`/api/messaging/PreviewMessage/${branch.id}`, {
      ...draft,
      template: '<p>Dear {{ member.firstName }}, {{ grade.name }} {{ booking.date | default: "soon" }}</p>',
      ...{ layoutId: layout.id, memberId: member.id },
    })
    expect(status).toBe(200)
    expect(body.subject).toBe('Hi <img src=x onerror=alert(1)>')
    expect(body.html).toContain('Dear &lt;img src=x onerror=alert(1)&gt;,')
    expect(body.html).not.toContain('<img')
    expect(body.text).toContain('Dear <img src=x onerror=alert(1)>,')
    expect(body.text).toContain('soon')
    expect(body.empty).toEqual(['Grade: Grade'])
  })

  it('shows a layout as it is being written', async () => {
    const { branch, coach } = await aTree()
    const member = await createMember(db, { clubId: branch.id })
    const { body } = await coach.post(`/api/messaging/PreviewMessage/${branch.id}`, {
      ...draft,
      ...{ memberId: member.id, layout: { header: '<h1>Top</h1>', footer: '<p>End</p>' } },
    })
    expect(body.text).toBe('Top\n\nx\n\nEnd\n')
  })

  it('makes no link that works', async () => {
    const { branch, coach } = await aTree()
    const member = await createMember(db, { clubId: branch.id })
    const { body } = await coach.post(`/api/messaging/PreviewMessage/${branch.id}`, {
      ...draft,
      template: '<p><a data-button href="{{ links.pay }}">Pay now</a></p>',
      memberId: member.id,
    })
    expect(body.text).toMatch(/^Pay now: http.*\/pay\?token=example\n$/)
    expect(body.examples).toEqual(['To pay what is owed'])
    expect(await db.selectFrom('pay_link').select('id').where('member_id', '=', member.id).execute()).toEqual([])
  })

  it('shows the links that are the same for all, and says where there is none', async () => {
    const { branch, coach } = await aTree()
    const member = await createMember(db, { clubId: branch.id })
    const look = async () => {
      const template = '<p>{{ links.enquiry }} {{ links.refer }}</p>'
      const asked = { ...draft, template, memberId: member.id }
      return (await coach.post(`/api/messaging/PreviewMessage/${branch.id}`, asked)).body
    }
    expect((await look()).empty).toHaveLength(2)
    await sql`
      insert into enquiry_form (club_id, key, is_on) values (${branch.id}, ${`club-${branch.id}`}, true)`.execute(db)
    const shown = await look()
    expect(shown).toMatchObject({ empty: [], examples: [] })
    expect(shown.text).toContain(`/enquire/club-${branch.id}?ref=${member.code}`)
  })
})

describe('sendTestMessage', () => {
  const draft = { channel: 'email', subject: 'Hi {{ member.firstName }}', template: '<p>Hello</p>', layoutId: null }

  it('goes to the own address, and its subject is one line', async () => {
    const { branch, coach } = await aTree()
    // Refused by every form; an old record may have it.
    const member = await createMember(db, { clubId: branch.id, firstName: 'Mia\r\nBcc: x@y.example' })
    const { body } = await coach.post(`/api/messaging/SendTestMessage/${branch.id}`, { ...draft, memberId: member.id })
    const sent = mails.at(-1)
    expect(sent).toMatchObject({ to: body.sentTo, subject: 'Test: Hi Mia Bcc: x@y.example', text: 'Hello\n' })
    expect(sent?.html).toContain('Hello')
  })

  it('sends a text message once, by a job that holds no words', async () => {
    const { branch } = await aTree()
    const account = await createAccount(db, { clubId: branch.id })
    const member = await createMember(db, { clubId: branch.id })
    const sms = { ...draft, channel: 'sms', subject: '', template: 'Hello {{ club.name }}', memberId: member.id }
    const ask = () => as(account.sub).post(`/api/messaging/SendTestMessage/${branch.id}`, sms)
    expect((await ask()).status).toBe(409)
    const { person_id } = await db
      .selectFrom('account')
      .select('person_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('person').set({ phone_mob: '07700 900123' }).where('id', '=', person_id).execute()
    expect((await ask()).body.sentTo).toBe('+447700900123')
    const job = jobs.filter(({ name }) => name === 'send-test-sms').at(-1)
    expect(Object.keys(job?.data ?? {})).toEqual(['testSmsId'])
    const messages: { to: string; text: string }[] = []
    const parts = { db, sms: { send: async (message: { to: string; text: string }) => void messages.push(message) } }
    // The queue holds what was enqueued with it.
    const data = job?.data as { testSmsId: number }
    await sendTestSms(parts, data)
    await sendTestSms(parts, data)
    expect(messages).toEqual([{ to: '+447700900123', text: `Hello ${branch.name}` }])
  })
})

describe('contentOfTemplate', () => {
  it('is what it says now, until its last day has passed', async () => {
    const club = await createClub(db)
    const now = new Date(`${testToday}T12:00:00Z`)
    const { id } = await createTemplate(db, { clubId: club.id, expiryDate: testToday })
    expect(await contentOfTemplate(db, id, now)).toMatchObject({ channel: 'email', subject: 'Hello', layoutId: null })
    const later = new Date(now.getTime() + 86_400_000)
    await expect(contentOfTemplate(db, id, later)).rejects.toThrow('out of use')
    await expect(contentOfTemplate(db, 987_654_321, now)).rejects.toThrow('deleted')
  })
})

describe('message settings', () => {
  it('hold for the clubs below that say nothing', async () => {
    const { head, branch, boss, local, coach } = await aTree()
    const settings = { version: 0, smsSegmentPence: 6, website: 'https://chain.example', reviewUrl: '' }
    expect((await boss.post(`/api/messaging/SaveMessageSettings/${head.id}`, settings)).body.version).toBe(1)
    const price = async () => (await coach.get(`/api/messaging/GetTemplateChoices/${branch.id}`)).body.smsSegmentPrice
    expect(await price()).toBe(0.06)
    await local.post(`/api/messaging/SaveMessageSettings/${branch.id}`, {
      ...settings,
      smsSegmentPence: 5,
      website: '',
    })
    expect(await price()).toBe(0.05)
    expect((await local.get(`/api/messaging/GetMessageSettings/${branch.id}`)).body).toMatchObject({
      ...{ smsSegmentPence: 5, website: '', inherited: { website: 'https://chain.example' } },
    })
    expect((await coach.post(`/api/messaging/SaveMessageSettings/${branch.id}`, settings)).status).toBe(403)
    const wrong = { ...settings, version: 1, website: 'javascript:alert(1)' }
    expect((await local.post(`/api/messaging/SaveMessageSettings/${branch.id}`, wrong)).status).toBe(400)
  })
})

describe('uploadMessageImage', () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  it('may stand in messages of the club and those below it, nowhere else', async () => {
    const { head, branch, sister, boss, local, neighbour, save } = await aTree()
    const upload = async (who: typeof boss, clubId: number) =>
      (await who.post(`/api/messaging/UploadMessageImage/${clubId}`, { image: dot })).body
    const above = await upload(boss, head.id)
    expect(above).toMatchObject({
      width: 1,
      height: 1,
      src: expect.stringMatching(/^files\/message-images\/.{24}\.\w{3}$/),
    })
    const beside = await upload(neighbour, sister.id)
    const showing = ({ src }: { src: string }) => ({ template: `<p><img src="${src}" alt="Us"></p>` })
    expect((await save(local, branch.id, showing(above))).status).toBe(200)
    expect((await save(local, branch.id, showing(beside))).body.fields.template[0]).toContain(
      'not uploaded by this club',
    )
  })
})

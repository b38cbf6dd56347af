import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { communication } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAutomation } from '../../test/factories/automations.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { openSending } from '../../test/sending.ts'
import { recordConsent } from '../people/index.ts'
import { postMessages } from './post-messages.ts'
import { runAutomations } from './work.ts'

const database = await freshDatabase()
const { db } = database
const { inbox, texts, work, queue, parts } = await openSending(database)

type MessageStep = Extract<AutomationStep, { kind: 'message' }>
const message: MessageStep = {
  ...{ kind: 'message', channel: 'email', purpose: 'service', templateId: null, layoutId: null },
  ...{ subject: 'Well done, {{ member.firstName }}', body: '<p>Happy <b>birthday</b>, {{ member.firstName }}!</p>' },
}

/** A club that writes to Kim on his birthday, which is today. */
async function aBirthday(step: Partial<MessageStep>, { agrees = false, templateBody = '' } = {}) {
  const club = await createClub(db)
  const email = `kim${club.id}@mail.example`
  const born = { dob: '1990-05-12', firstName: 'Kim', email, phone: `07700 9${String(club.id).padStart(5, '0')}` }
  const kim = await createMember(db, { clubId: club.id, ...born })
  const { person_id: personId } = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', kim.id)
    .executeTakeFirstOrThrow()
  if (agrees)
    await db.transaction().execute(tx =>
      recordConsent(tx, {
        ...{ personId, clubId: club.id, choices: [{ flag: communication.email, isGiven: true }], how: 'paper' },
        ...{ givenOn: testToday, wording: 'Yes', givenByPersonId: personId, accountId: null, now: testNow },
      }),
    )
  const template = await db
    .insertInto('message_template')
    .values({
      ...{ club_id: club.id, root_club_id: club.rootClubId, name: 'Greeting', channel: 'email' },
      ...{ subject: 'From a template', body: templateBody },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const templateId = templateBody ? template.id : null
  const automation = await createAutomation(db, {
    ...{ clubId: club.id, trigger: { kind: 'birthday' } },
    steps: [{ ...message, templateId, ...step }],
  })
  const run = async () => {
    await db.deleteFrom('automation_look').execute()
    await runAutomations({ db, deliver: postMessages(queue.jobs, parts.letters) }, testNow)
    await work()
  }
  const log = async () =>
    await db
      .selectFrom('automation_log')
      .innerJoin('automation_run', 'automation_run.id', 'automation_log.automation_run_id')
      .select(['what', 'detail'])
      .where('automation_id', '=', automation.id)
      .where('what', 'in', ['sent', 'notSent'])
      .execute()
  const received = async () => (await inbox.list()).filter(({ to }) => to.includes(email))
  return { club, kim, email, automation, template, run, log, received }
}

it('stands among what the club has sent, once, with the automation it comes from', async () => {
  const { run, received, log, automation } = await aBirthday({})
  await run()
  await run()
  const [mail, ...more] = await received()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Well done, Kim', text: 'Happy birthday, Kim!\n\n' })
  expect(mail?.headers.map(({ name }) => name)).not.toContain('list-unsubscribe')
  expect(await log()).toEqual([{ what: 'sent', detail: 'Well done, {{ member.firstName }}' }])
  const kept = await db
    .selectFrom('message')
    .select(['name', 'status', 'purpose'])
    .where('automation_id', '=', automation.id)
    .execute()
  expect(kept).toEqual([{ name: automation.name, status: 'standing', purpose: 'service' }])
})

it('is not sent without consent where it is news, and has a way out where there is', async () => {
  const without = await aBirthday({ purpose: 'marketing' })
  const agreed = await aBirthday({ purpose: 'marketing' }, { agrees: true })
  await agreed.run()
  expect(await without.log()).toEqual([{ what: 'notSent', detail: 'Has not agreed to this channel' }])
  expect(await without.received()).toEqual([])
  const [mail] = await agreed.received()
  const headers = new Map(mail?.headers.map(({ name, value }) => [name, value]))
  expect(headers.get('list-unsubscribe')).toMatch(/^<http:\/\/localhost\/unsubscribe\//)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toContain('You get this because you agreed to hear from')
})

it('says what its template says, unless that is out of use', async () => {
  const current = await aBirthday({}, { templateBody: '<p>Words of the template</p>' })
  const expired = await aBirthday({}, { templateBody: '<p>Old words</p>' })
  await db
    .updateTable('message_template')
    .set({ expiry_date: '2026-05-01' })
    .where('id', '=', expired.template.id)
    .execute()
  await current.run()
  expect(await current.received()).toMatchObject([{ subject: 'From a template', text: 'Words of the template\n\n' }])
  expect(await expired.received()).toEqual([])
  expect(await expired.log()).toMatchObject([{ what: 'notSent', detail: expect.stringContaining('out of use') }])
})

it('is not sent with a hole in it, and says what is missing', async () => {
  const body = '<p><a href="{{ club.reviewUrl }}">Write a review</a> {{ member.age }}</p>'
  const { run, log, received } = await aBirthday({ body })
  await run()
  expect(await log()).toEqual([{ what: 'notSent', detail: 'Empty for this member: Page for reviews' }])
  expect(await received()).toEqual([])

  const whole = await aBirthday({ body })
  const reviews = {
    club_id: whole.club.id,
    root_club_id: whole.club.rootClubId,
    review_url: 'https://reviews.example/us',
  }
  await db.insertInto('message_setting').values(reviews).execute()
  await whole.run()
  expect(await whole.received()).toMatchObject([{ text: 'Write a review (https://reviews.example/us) 36\n\n' }])
})

it('leads to the form of the club', async () => {
  const body = '<p><a href="{{ links.enquiry }}">Ask us</a>{% if links.pay %} {{ links.pay }}{% endif %}</p>'
  const closed = await aBirthday({ body })
  const open = await aBirthday({ body })
  const form = { club_id: open.club.id, key: `club-${open.club.id}`, is_on: true }
  await db.insertInto('enquiry_form').values(form).execute()
  await open.run()
  expect(await closed.log()).toEqual([{ what: 'notSent', detail: 'Empty for this member: To the enquiry form' }])
  expect(await open.received()).toMatchObject([{ text: `Ask us (http://localhost/enquire/${form.key})\n\n` }])
})

it('goes to a phone as text', async () => {
  const { run, log } = await aBirthday({ channel: 'sms', subject: '', body: 'Happy birthday, {{ member.firstName }}!' })
  await run()
  expect(texts.map(({ text }) => text)).toEqual(['Happy birthday, Kim!'])
  expect(await log()).toMatchObject([{ what: 'sent', detail: 'Happy birthday, {{ member.firstName }}!' }])
})

it('was plain text once, and reads the same as HTML', async () => {
  const step = { kind: 'message', channel: 'email', purpose: 'service', subject: 'On {{ booking.date }}' }
  const plain = { ...step, body: 'Hello <you>,\n\nring us\n& come.' }
  const { rows } = await sql<{ once: object; twice: object; other: object }>`
    select letter_of_step(${JSON.stringify(plain)}::jsonb) as once,
      letter_of_step(letter_of_step(${JSON.stringify(plain)}::jsonb)) as twice,
      letter_of_step('{"kind": "waitFor", "days": 1, "hours": 0}') as other`.execute(db)
  const letter = {
    ...{ ...step, templateId: null, layoutId: null, subject: 'On {{ booking.date | truncatewords: 3, "" }}' },
    body: '<p>Hello &lt;you&gt;,</p><p>ring us<br>&amp; come.</p>',
  }
  expect(rows).toEqual([{ once: letter, twice: letter, other: { kind: 'waitFor', days: 1, hours: 0 } }])
})

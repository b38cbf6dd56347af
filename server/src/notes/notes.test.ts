import { readFileSync } from 'node:fs'
import path from 'node:path'
import { communication, role } from '@honbu/contract/ids.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { NotSent } from '../platform/not-sent.ts'
import { stopAddress } from '../reach/index.ts'
import { sendNoteSms } from './note-sms.ts'

const database = await freshDatabase()
const { db } = database
const { as, mails, jobs } = await testApp(database)

async function aMember(person: { dob?: string; phone?: string; email?: string } = {}) {
  const club = await createClub(db)
  const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Fox', ...person })
  const caller = as((await createAccount(db, { clubId: club.id })).sub)
  const save = (fields: object = {}) =>
    caller.post(`/api/member/SaveNote/${member.id}`, {
      memberNoteId: 0,
      noteCategoryId: 1301,
      subject: 'Knee',
      note: 'No jumping.',
      ...fields,
    })
  const notes = async () => (await caller.get(`/api/member/GetNotes/${member.id}`)).body
  const recipients = async () => (await caller.get(`/api/member/GetNoteRecipients/${member.id}?clubId=${club.id}`)).body
  const agree = (flags: number) =>
    db.updateTable('club_member').set({ communication_flags: flags }).where('member_id', '=', member.id).execute()
  const guardian = async (person: { phone?: string; email?: string }) => {
    const { id } = await db
      .insertInto('person')
      .values({ first_name: 'Pat', last_name: 'Fox', phone_mob: person.phone ?? null, email: person.email ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('member_contact').values({ member_id: member.id, person_id: id, is_guardian: true }).execute()
    return id
  }
  return { club, member, caller, save, notes, recipients, agree, guardian }
}

describe('saveNote', () => {
  it('makes and changes one, and refuses who has not seen the newest', async () => {
    const { club, save, notes } = await aMember()
    const { status, body } = await save({ isPinned: true })
    expect([status, body.version, body.note.messages]).toEqual([200, 1, []])
    const memberNoteId = body.memberNoteId as number
    expect((await save({ memberNoteId, version: 1, completed: true })).body.version).toBe(2)
    const stale = await save({ memberNoteId, version: 1, note: 'Other' })
    expect([stale.status, stale.body.conflict.current.completed]).toEqual([409, true])
    expect(await notes()).toMatchObject([
      { id: memberNoteId, clubId: club.id, category: 'General', subject: 'Knee', completed: true, isPinned: false },
    ])
  })

  it.each([
    ['subject', { subject: '' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['note', { note: 'x'.repeat(10_001) }],
    ['reminder', { reminder: '31/05/2026' }],
    ['noteCategoryId', { noteCategoryId: 21 }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { save } = await aMember()
    const { status, body } = await save(wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('belongs to a club of the member, and is read there and above only', async () => {
    const head = await createClub(db)
    const [one, two] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const elsewhere = await createClub(db, { parentClubId: head.id })
    const member = await createMember(db, { clubId: one.id })
    await createMembership(db, { clubId: two.id, memberId: member.id })
    const [boss, coach, sister] = await Promise.all(
      [head, one, two].map(async ({ id }) => as((await createAccount(db, { clubId: id })).sub)),
    )
    if (!boss || !coach || !sister) throw new Error('three were made')
    const note = { subject: 'Knee', clubId: one.id }
    await coach.post(`/api/member/SaveNote/${member.id}`, note)
    const count = async (caller: typeof boss) => (await caller.get(`/api/member/GetNotes/${member.id}`)).body.length
    expect([await count(boss), await count(coach), await count(sister)]).toEqual([1, 1, 0])
    expect((await sister.post(`/api/member/SaveNote/${member.id}`, note)).status).toBe(403)
    const nowhere = await boss.post(`/api/member/SaveNote/${member.id}`, { ...note, clubId: elsewhere.id })
    expect(nowhere.body.fields).toEqual({ clubId: ['The member has no membership in this club.'] })
    const [{ id }] = (await coach.get(`/api/member/GetNotes/${member.id}`)).body
    expect((await sister.post(`/api/member/DeleteNote/${id}`)).status).toBe(403)
    const moved = await boss.post(`/api/member/SaveNote/${member.id}`, {
      ...note,
      clubId: two.id,
      memberNoteId: id,
      version: 1,
    })
    expect(moved.body.fields).toEqual({ clubId: ['This note belongs to another club.'] })
    const other = await createMember(db, { clubId: one.id })
    const wrong = await coach.post(`/api/member/SaveNote/${other.id}`, { ...note, memberNoteId: id, version: 1 })
    expect(wrong.body.fields).toHaveProperty('memberNoteId')
  })

  it('keeps names and texts as they are', async () => {
    const { save, notes } = await aMember()
    const subject = `<script>alert('O’Brien')</script> 👩‍👧`
    await save({ subject, note: 'line one\nline two — ünïcode' })
    expect((await notes())[0]).toMatchObject({ subject, note: 'line one\nline two — ünïcode' })
  })
})

describe('who reads a note', () => {
  /** A head office with two clubs, and a member of both; a reader of each kind for the first club, and the sister's coach. */
  async function aCouncil() {
    const head = await createClub(db)
    const [club, sister] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const member = await createMember(db, { clubId: club.id })
    await createMembership(db, { clubId: sister.id, memberId: member.id })
    const work = async (clubId: number, isAdmin = false, roleId: number | null = null) => {
      const account = await createAccount(db, { clubId, isAdmin })
      if (roleId !== null)
        await sql`insert into club_user_role (club_user_id, role_id)
          select id, ${roleId} from club_user where account_id = ${account.id}`.execute(db)
      return as(account.sub)
    }
    const readers = {
      author: await work(club.id),
      coach: await work(club.id),
      admin: await work(club.id, true),
      welfare: await work(club.id, false, role.welfare),
      headAdmin: await work(head.id, true),
      headWelfare: await work(head.id, false, role.welfare),
      sister: await work(sister.id, true, role.welfare),
    }
    const write = async (noteCategoryId: number, fields: object = {}) =>
      await readers.author.post(`/api/member/SaveNote/${member.id}`, {
        ...{ noteCategoryId, subject: 'Secret words', note: 'Nobody else', isPinned: true, clubId: club.id, ...fields },
      })
    return { club, member, readers, write }
  }

  it.each([
    ['general', ['admin', 'author', 'coach', 'headAdmin', 'headWelfare', 'welfare']],
    ['health', ['admin', 'author', 'coach', 'headAdmin', 'headWelfare', 'sister', 'welfare']],
    ['payment', ['admin', 'author', 'headAdmin']],
    ['safeguarding', ['author', 'headWelfare', 'welfare']],
  ] as const)('is a matter of its category: %s', async (category, expected) => {
    const { member, readers, write } = await aCouncil()
    const { body } = await write(noteCategory[category])
    const seeing = async (read: (who: typeof readers.coach) => Promise<unknown>) => {
      const found: string[] = []
      for (const [name, who] of Object.entries(readers))
        if (JSON.stringify(await read(who)).includes('Secret words')) found.push(name)
      return found.toSorted()
    }
    const path = (call: string) => `/api/member/${call}/${member.id}`
    expect(await seeing(async who => (await who.get(path('GetNotes'))).body)).toEqual(expected)
    // What stands where many look has nothing about safeguarding.
    const shown = category === 'safeguarding' ? [] : expected
    for (const call of ['GetPinnedNotes', 'GetDetails', 'GetTimeline'])
      expect([call, await seeing(async who => (await who.get(path(call))).body)]).toEqual([call, shown])
    const change = {
      memberNoteId: body.memberNoteId,
      version: 1,
      noteCategoryId: noteCategory[category],
      subject: 'New',
    }
    for (const [name, who] of Object.entries(readers)) {
      if (expected.some(each => each === name) || name === 'sister') continue
      expect([name, (await who.post(path('SaveNote'), change)).status]).toEqual([name, 403])
      expect([name, (await who.post(`/api/member/DeleteNote/${body.memberNoteId}`)).status]).toEqual([name, 403])
    }
  })

  it('records each look at one about safeguarding, and keeps its words out of tasks and the audit', async () => {
    const { member, readers, write } = await aCouncil()
    await write(noteCategory.safeguarding, { reminder: '2026-05-20' })
    await readers.welfare.get(`/api/member/GetNotes/${member.id}`)
    await readers.coach.get(`/api/member/GetNotes/${member.id}`)
    const { rows } = await sql<{ action: string; text: string }>`
      select action, audit::text as text from audit where member_id = ${member.id} order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(['saveNote', 'viewSafeguardingNote'])
    const tasks = await db
      .selectFrom('task')
      .select('subject')
      .where('member_id', '=', member.id)
      .orderBy('task.id')
      .execute()
    expect(tasks).toEqual([{ subject: 'Look at a note' }])
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })

  it('keeps the words of one about health out of tasks and the audit, which all staff read', async () => {
    const { member, write } = await aCouncil()
    await write(noteCategory.health, { reminder: '2026-05-20' })
    const tasks = await db
      .selectFrom('task')
      .select('subject')
      .where('member_id', '=', member.id)
      .orderBy('task.id')
      .execute()
    expect(tasks).toEqual([{ subject: 'Look at a note' }])
    const { rows } = await sql<{ text: string }>`
      select audit::text as text from audit where member_id = ${member.id}`.execute(db)
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })

  it('had its words taken out of older tasks and entries of the history', async () => {
    const { member, write } = await aCouncil()
    const { body } = await write(noteCategory.health, { reminder: '2026-05-20' })
    const id = body.memberNoteId
    await db.updateTable('task').set({ subject: 'Secret words' }).where('note_id', '=', id).execute()
    const words = JSON.stringify({ subject: 'Secret words' })
    const entry = { action: 'saveNote', subject: 'member_note', subject_id: id, member_id: member.id, after: words }
    await db.insertInto('audit').values(entry).execute()
    const file = path.join(import.meta.dirname, '../../migrations/0157-reminders-of-health.sql')
    await sql.raw(readFileSync(file, 'utf8')).execute(db)
    const { rows } = await sql`
      select audit::text as text from audit where subject_id = ${id} and subject = 'member_note'
      union all select subject from task where note_id = ${id}`.execute(db)
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })

  it('leaves what the caller may not read out of personal data, and says so', async () => {
    const { member, readers, write } = await aCouncil()
    await write(noteCategory.safeguarding)
    const { status, body } = await readers.headAdmin.get(`/api/member/GetPersonalData/${member.id}`)
    expect([status, body.notesLeftOut]).toEqual([200, 1])
    expect(JSON.stringify(body)).not.toContain('Secret words')
  })
})

describe('a reminder', () => {
  it('is a task: completed together, moved together, gone together', async () => {
    const { club, caller, save, notes } = await aMember()
    const tasks = async (isDone = false) =>
      (await caller.post(`/api/club/GetTasks/${club.id}`, { isDone })).body.data as {
        taskId: number
        subject: string
        dueOn: string
      }[]
    const { body } = await save({ reminder: '2026-05-20' })
    const memberNoteId = body.memberNoteId as number
    const [task] = await tasks()
    expect(task).toMatchObject({ kind: 'note', subject: 'Knee', dueOn: '2026-05-20', noteId: memberNoteId })
    const saved = async (fields: object) => {
      const [{ version }] = await notes()
      return await save({ memberNoteId, version, reminder: '2026-05-20', ...fields })
    }
    await saved({ completed: true })
    expect([await tasks(), (await tasks(true)).length]).toEqual([[], 1])
    await caller.post(`/api/club/ReopenTask/${task?.taskId}`)
    expect((await notes())[0]).toMatchObject({ completed: false })
    await caller.post(`/api/club/CompleteTask/${task?.taskId}`)
    expect((await notes())[0]).toMatchObject({ completed: true })
    await saved({ completed: false, subject: 'Knee and hip' })
    expect(await tasks()).toMatchObject([{ taskId: task?.taskId, subject: 'Knee and hip' }])
    await caller.post('/api/club/PostponeTasks', { taskIds: [task?.taskId], dueOn: '2026-06-01' })
    expect((await notes())[0]).toMatchObject({ reminder: '2026-06-01' })
    await saved({ reminder: null })
    expect(await tasks()).toEqual([])
    await saved({ reminder: '2026-07-01' })
    expect((await caller.post(`/api/member/DeleteNote/${memberNoteId}`)).status).toBe(200)
    expect([await tasks(), await notes()]).toEqual([[], []])
  })
})

describe('getNoteRecipients', () => {
  it('is the member himself, and says what is missing', async () => {
    const { recipients, agree } = await aMember({ dob: '1990-01-01', email: 'ann@mail.example' })
    await agree(communication.email)
    expect(await recipients()).toEqual({
      email: {
        to: { name: 'Ann Fox', address: 'ann@mail.example', isGuardian: false },
        refused: null,
        hasConsent: true,
        waitsUntil: null,
      },
      sms: { to: null, refused: 'Ann Fox has no mobile number.', hasConsent: false, waitsUntil: null },
    })
  })

  it('is the guardian of a minor until the day of his 18th birthday', async () => {
    const child = await aMember({ dob: '2008-05-13', phone: '07700 900111' })
    expect((await child.recipients()).sms.refused).toBe('Ann Fox is under 18 and has no guardian among the contacts.')
    await child.guardian({})
    expect((await child.recipients()).email.refused).toBe('No guardian of Ann Fox has an e-mail address.')
    await child.guardian({ phone: '07700 900222', email: 'pat@mail.example' })
    expect(await child.recipients()).toMatchObject({
      email: { to: { name: 'Pat Fox', address: 'pat@mail.example', isGuardian: true } },
      sms: { to: { address: '+447700900222' }, hasConsent: false },
    })
    const adult = await aMember({ dob: '2008-05-12', phone: '07700 900111' })
    expect((await adult.recipients()).sms.to).toEqual({ name: 'Ann Fox', address: '+447700900111', isGuardian: false })
  })

  it('gets a text in the morning where it is night in the club', async () => {
    const { club, recipients } = await aMember({ dob: '1990-01-01', email: 'ann@mail.example', phone: '07700 900111' })
    expect((await recipients()).sms.waitsUntil).toBe(null)
    await db.updateTable('club').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', club.id).execute()
    expect(await recipients()).toMatchObject({ email: { waitsUntil: null }, sms: { waitsUntil: '08:00' } })
  })

  it('prefers the parent who has agreed', async () => {
    const { club, recipients, guardian } = await aMember({ dob: '2016-01-01' })
    await guardian({ phone: '07700 900111' })
    const second = await guardian({ phone: '07700 900222' })
    await db
      .insertInto('consent')
      .values({ person_id: second, club_id: club.id, flag: communication.sms, is_given: true, how: 'screen' })
      .execute()
    expect((await recipients()).sms).toMatchObject({ to: { address: '+447700900222' }, hasConsent: true })
  })

  it('is nobody whose address does not work or was told to stop, and says so', async () => {
    const stop = (
      rootClubId: number,
      address: string,
      reason: 'bounced' | 'stop',
      channel: 'email' | 'sms' = 'email',
    ) =>
      db
        .transaction()
        .execute(tx => stopAddress(tx, { rootClubId, channel, address, reason, detail: '', now: testNow }))
    const ann = await aMember({ dob: '1990-01-01', email: 'ann.stopped@mail.example', phone: '07700 900333' })
    await stop(ann.club.rootClubId, 'Ann.Stopped@mail.example', 'bounced')
    await stop(ann.club.rootClubId, '+447700900333', 'stop', 'sms')
    const reasons = {
      email: 'What was sent to ann.stopped@mail.example of Ann Fox came back.',
      sms: 'Ann Fox has asked that nothing more is sent to +447700900333.',
    }
    expect(await ann.recipients()).toEqual({
      email: { to: null, refused: reasons.email, hasConsent: false, waitsUntil: null },
      sms: { to: null, refused: reasons.sms, hasConsent: false, waitsUntil: null },
    })
    mails.length = 0
    expect((await ann.save({ sendEmail: true })).body.fields).toEqual({ sendEmail: [reasons.email] })
    expect((await ann.save({ sendSms: true, evenWithoutConsent: true })).body.fields).toEqual({
      sendSms: [reasons.sms],
    })
    expect([mails, await ann.notes()]).toEqual([[], []])

    const child = await aMember({ dob: '2016-01-01' })
    await child.guardian({ email: 'first@mail.example' })
    await child.guardian({ email: 'second@mail.example' })
    await stop(child.club.rootClubId, 'first@mail.example', 'stop')
    expect((await child.recipients()).email.to).toMatchObject({ address: 'second@mail.example' })
  })
})

describe('sending a note', () => {
  it('sends by e-mail, and says when and to whom', async () => {
    const { club, save, notes } = await aMember({ email: 'ann@mail.example' })
    mails.length = 0
    const { body } = await save({ sendEmail: true })
    const contents = { to: 'ann@mail.example', subject: 'Knee', text: `No jumping.\n\n${club.name}` }
    expect(mails).toEqual([{ letter: 'note', clubId: club.id, ...contents }])
    expect(body.note).toMatchObject({
      hasEmail: true,
      hasSms: false,
      messages: [
        {
          channel: 'email',
          toName: 'Ann Fox',
          toAddress: 'ann@mail.example',
          state: 'sent',
          at: testNow.toISOString(),
        },
      ],
    })
    // Saved again without sending: it was sent once.
    await save({ memberNoteId: body.memberNoteId, version: 1 })
    expect([mails.length, (await notes())[0].hasEmail]).toEqual([1, true])
  })

  it('sends no text message to who has not agreed, unless told so plainly', async () => {
    const { save, notes, agree } = await aMember({ phone: '07700 900123' })
    jobs.length = 0
    const refused = await save({ sendSms: true })
    expect([refused.status, refused.body.fields.sendSms]).toEqual([
      409,
      [
        expect.stringMatching(
          /^Ann Fox has not agreed to text messages from Club \d+\. Send it only if it cannot wait\.$/,
        ),
      ],
    ])
    // All or nothing.
    expect([await notes(), jobs]).toEqual([[], []])
    expect((await save({ sendSms: true, evenWithoutConsent: true })).status).toBe(200)
    await agree(communication.sms)
    expect((await save({ sendSms: true })).status).toBe(200)
    expect(jobs.map(({ name }) => name)).toEqual(['send-note-sms', 'send-note-sms'])
  })

  it('refuses what nobody can get, and what is too long', async () => {
    const { save, agree } = await aMember({ phone: '07700 900123' })
    await agree(communication.sms)
    expect((await save({ sendEmail: true })).body.fields).toEqual({ sendEmail: ['Ann Fox has no e-mail address.'] })
    const { body } = await save({ sendSms: true, note: 'x'.repeat(1600) })
    expect(body.fields.sendSms).toEqual([expect.stringContaining('too long for a text message: 1600 are the most')])
  })
})

describe('sendNoteSms', () => {
  async function asked() {
    const member = await aMember({ phone: '07700 900123' })
    jobs.length = 0
    const { body } = await member.save({ sendSms: true, evenWithoutConsent: true })
    const [job] = jobs
    const { messageId } = (job?.data ?? {}) as { messageId: number }
    const sent: { to: string; text: string }[] = []
    const put: { name: string; notBefore?: Date | undefined }[] = []
    const run = (answer: () => Promise<void> = async () => {}, now = testNow) =>
      sendNoteSms(
        {
          db,
          now: () => now,
          jobs: { enqueue: async (_tx, name, _data, notBefore) => void put.push({ name, notBefore }) },
          sms: {
            send: async message => {
              sent.push(message)
              await answer()
              return { providerId: 'SM1', segments: 1 }
            },
          },
        },
        { messageId },
      )
    const state = async () => {
      const [note] = await member.notes()
      const { state, failure } = note.messages[0]
      return [state, failure]
    }
    return { ...member, run, sent, state, body, put }
  }

  it('hands it over once, however often the job runs', async () => {
    const { club, run, sent, state, body } = await asked()
    expect(body.note.messages[0].state).toBe('waiting')
    await run()
    await run()
    expect(sent).toEqual([{ to: '+447700900123', text: `${club.name}: No jumping.` }])
    expect(await state()).toEqual(['sent', ''])
  })

  it('tries again what has certainly not been sent, for a while', async () => {
    const { run, sent, state } = await asked()
    const busy = async () => {
      throw new NotSent('The provider refused it (503).', { canRetry: true })
    }
    await expect(run(busy)).rejects.toThrow()
    expect(await state()).toEqual(['waiting', 'The provider refused it (503).'])
    await run()
    expect([sent.length, await state()]).toEqual([2, ['sent', '']])
    const other = await asked()
    await other.run(busy, new Date(testNow.getTime() + 8 * 60_000))
    expect(await other.state()).toEqual(['failed', 'The provider refused it (503).'])
  })

  it('waits at night for 08:00 in the club, and is not late by that', async () => {
    const { run, sent, state, put } = await asked()
    await run(undefined, new Date('2026-05-12T20:30:00Z'))
    const morning = new Date('2026-05-13T07:00:00Z')
    expect([sent, put, await state()]).toEqual([[], [{ name: 'send-note-sms', notBefore: morning }], ['waiting', '']])
    await run(undefined, morning)
    expect([sent.length, await state()]).toEqual([1, ['sent', '']])
  })

  it('does not send twice what may have been sent', async () => {
    const { run, sent, state } = await asked()
    await run(async () => {
      throw new TypeError('fetch failed')
    })
    await run()
    expect(sent.length).toBe(1)
    expect(await state()).toEqual(['failed', expect.stringContaining('not known whether')])
  })

  it('says what was refused', async () => {
    const { run, state } = await asked()
    await run(async () => {
      throw new NotSent('This is no mobile number (error 21614).', { canRetry: false })
    })
    expect(await state()).toEqual(['failed', 'This is no mobile number (error 21614).'])
  })
})

describe('getNoteCategories', () => {
  it('is the list in order', async () => {
    const { caller } = await aMember()
    expect((await caller.get('/api/member/GetNoteCategories')).body[0]).toEqual({ id: 1301, name: 'General' })
  })
})

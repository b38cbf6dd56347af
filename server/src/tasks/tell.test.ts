import { role } from '@honbu/contract/ids.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { queueInMemory } from '../../test/queue-in-memory.ts'
import type { Message } from '../platform/mail.ts'
import { NotSent } from '../platform/not-sent.ts'
import type { TextMessage } from '../platform/sms.ts'
import { raiseTask } from './raise-task.ts'
import { tellOfTasks } from './tell.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs: asked } = await testApp(database)

const evening = testNow
/** 07:20 in London, on the morning after. */
const nextMorning = new Date('2026-05-13T06:20:00Z')

/** The jobs, with a clock of their own; what they send is collected. */
async function aPost() {
  const queue = queueInMemory()
  const mails: Message[] = []
  const texts: TextMessage[] = []
  const clock = { now: evening }
  const failing = { mail: false, sms: null as Error | null }
  const mail = {
    post: async (_tx: unknown, message: Message) => {
      if (failing.mail) throw new Error('no queue')
      mails.push(message)
    },
  }
  const sms = {
    send: async (message: TextMessage) => {
      if (failing.sms) throw failing.sms
      texts.push(message)
      return { providerId: 'SM1', segments: 1 }
    },
  }
  await tellOfTasks(queue.jobs, { db, mail, sms, now: () => clock.now, address: 'https://honbu.example' })
  return {
    ...{ mails, texts, clock, failing, queue },
    /** What the writes have put into the queue, done. */
    async atOnce() {
      for (const { name, data } of asked.splice(0))
        await db.transaction().execute(tx => queue.jobs.enqueue(tx, name, data))
      await queue.run(clock.now)
    },
    async byClock(now: Date) {
      clock.now = now
      await queue.runScheduled('tell-of-tasks-by-clock')
      await queue.run(now)
    },
  }
}

async function aClub(timeZone = 'Europe/London') {
  asked.splice(0)
  await db.deleteFrom('club_user').execute()
  const club = await createClub(db, { timeZone })
  const [boss, coach] = [
    await createAccount(db, { clubId: club.id, isAdmin: true }),
    await createAccount(db, { clubId: club.id }),
  ]
  const [asBoss, asCoach] = [as(boss.sub), as(coach.sub)]
  const save = async (fields: object = {}, by = asBoss): Promise<number> =>
    (
      await by.post('/api/club/SaveTask/0', {
        ...{ clubId: club.id, subject: 'Order belts', dueOn: '2026-05-20', accountId: coach.id, ...fields },
      })
    ).body.taskId
  const give = (taskIds: readonly number[], accountId: number | null = coach.id) =>
    asBoss.post('/api/club/ReassignTasks', { taskIds, accountId })
  const choose = async (fields: object) =>
    await asCoach.post('/api/club/SaveTaskNotices', {
      ...{ channel: 'email', timing: 'immediately', hasUnassigned: false, ...fields },
    })
  return { club, boss, coach, asBoss, asCoach, save, give, choose, post: await aPost() }
}

describe('the choice', () => {
  it('is an email each morning until they choose otherwise', async () => {
    const { asCoach, coach, choose } = await aClub()
    const usual = { channel: 'email', timing: 'daily', hasUnassigned: false, phone: null, email: coach.email }
    expect((await asCoach.get('/api/club/GetTaskNotices')).body).toEqual(usual)
    const chosen = { channel: 'sms', timing: 'immediately', hasUnassigned: true, phone: '07700 900123' }
    expect((await choose(chosen)).status).toBe(200)
    expect((await asCoach.get('/api/club/GetTaskNotices')).body).toEqual({ ...usual, ...chosen })
    // Left out, the number stays.
    await choose({ channel: 'email' })
    expect((await asCoach.get('/api/club/GetTaskNotices')).body.phone).toBe('07700 900123')
  })

  it('of texts takes a number that can be texted', async () => {
    const { choose } = await aClub()
    const refused = async (fields: object) => (await choose({ channel: 'sms', ...fields })).body.fields?.phone
    expect(await refused({})).toEqual(['Add your mobile number, or choose email.'])
    expect(await refused({ phone: 'ask Ann' })).toEqual(['We can’t text this number. Check it, or choose email.'])
    expect(await refused({ timing: 'never' })).toBeUndefined()
  })

  it('keeps the number out of the audit', async () => {
    const { choose, coach } = await aClub()
    await choose({ channel: 'sms', phone: '07700 900123' })
    const rows = await db.selectFrom('audit').selectAll().where('account_id', '=', coach.id).execute()
    expect(JSON.stringify(rows)).not.toContain('900123')
  })
})

describe('at once', () => {
  it('tells of what somebody else gives, in one message for many, and never of one’s own', async () => {
    const { save, give, choose, post, coach, asCoach } = await aClub()
    await choose({})
    await save({ accountId: coach.id, subject: 'My own' }, asCoach)
    await post.atOnce()
    expect(post.mails).toEqual([])
    const ids = [await save({ accountId: null }), await save({ accountId: null, subject: 'Call the hall' })]
    await give(ids)
    await give(ids)
    await post.atOnce()
    expect(post.mails).toHaveLength(1)
    expect(post.mails[0]).toMatchObject({ letter: 'tasks', to: coach.email, subject: '2 new tasks' })
    expect(post.mails[0]?.text).toContain('New for you, from Staff')
    expect(post.mails[0]?.text).toContain(`https://honbu.example/tasks/member-task-list/0?task=${ids[0]}`)
  })

  it('is only for those who want it so', async () => {
    const { save, post, choose } = await aClub()
    await save()
    await choose({ timing: 'never' })
    await save()
    await post.atOnce()
    expect(post.mails).toEqual([])
  })

  it('says nothing of what was done, deleted or given to another one meanwhile', async () => {
    const { save, give, choose, post, asBoss, boss } = await aClub()
    await choose({})
    const [done, moved] = [await save(), await save()]
    await asBoss.post(`/api/club/CompleteTask/${done}`)
    await give([moved], boss.id)
    await post.atOnce()
    expect(post.mails).toEqual([])
  })

  it('sends nothing to who no longer works in the club', async () => {
    const { save, choose, post, coach } = await aClub()
    await choose({})
    await save()
    await db.updateTable('club_user').set({ user_until: '2026-05-11' }).where('account_id', '=', coach.id).execute()
    await post.atOnce()
    expect(post.mails).toEqual([])
  })

  it('says nothing of a mention in a note that they may no longer read', async () => {
    const { club, coach, asBoss, choose, post } = await aClub()
    await choose({})
    const member = await createMember(db, { clubId: club.id })
    const place = db.selectFrom('club_user').select('id').where('account_id', '=', coach.id)
    await db
      .insertInto('club_user_role')
      .values({ club_user_id: (await place.executeTakeFirstOrThrow()).id, role_id: role.welfare })
      .execute()
    const mention = async () =>
      await asBoss.post(`/api/member/SaveNote/${member.id}`, {
        ...{ memberNoteId: 0, clubId: club.id, noteCategoryId: noteCategory.safeguarding, subject: 'Bruises' },
        ...{ note: '@Staff Example', mentions: [coach.id] },
      })
    const named = db.updateTable('person').set({ first_name: 'Staff', last_name: 'Example' })
    await named.where('id', '=', coach.personId).execute()
    await mention()
    await post.atOnce()
    expect(post.mails.map(({ subject, text }) => [subject, text.includes('Bruises')])).toEqual([
      [expect.stringContaining('New task: Look at a note'), false],
    ])
    await mention()
    await db.deleteFrom('club_user_role').execute()
    await post.atOnce()
    expect(post.mails).toHaveLength(1)
  })

  it('sends once, however often a job fails and is tried again', async () => {
    const { save, choose, post } = await aClub()
    await choose({})
    await save()
    const jobs = asked.slice()
    post.failing.mail = true
    await expect(post.atOnce()).rejects.toThrow()
    post.failing.mail = false
    for (let n = 0; n < 3; n++) {
      asked.push(...jobs)
      await post.atOnce()
    }
    expect(post.mails).toHaveLength(1)
  })

  it('tells within minutes of what an automation gives', async () => {
    const { club, coach, choose, post } = await aClub()
    await choose({})
    const task = { clubId: club.id, memberId: null, kind: 'todo', subject: 'Ring up', dueOn: '2026-05-20' } as const
    await db
      .transaction()
      .execute(tx => raiseTask(tx, { ...task, cause: `automation:${club.id}`, accountId: coach.id }))
    await post.byClock(evening)
    await post.byClock(evening)
    expect(post.mails.map(({ subject }) => subject)).toEqual(['New task: Ring up'])
  })
})

describe('each morning', () => {
  it('lists what is overdue, due today and new in one message, once a day', async () => {
    const { save, post, coach } = await aClub()
    await save({ dueOn: '2026-05-12', subject: 'Late by then' })
    await save({ dueOn: '2026-05-13', subject: 'Of the day' })
    await save({ dueOn: '2026-06-30', subject: 'Only new' })
    await post.byClock(new Date('2026-05-13T05:55:00Z'))
    expect(post.mails).toEqual([])
    await post.byClock(nextMorning)
    await post.byClock(nextMorning)
    expect(post.mails).toHaveLength(1)
    expect(post.mails[0]).toMatchObject({ to: coach.email, subject: 'Your tasks: 1 overdue, 1 due today, 1 new' })
    // The day after, what was new is new no more.
    await post.byClock(new Date('2026-05-14T06:20:00Z'))
    expect(post.mails[1]?.subject).toBe('Your tasks: 2 overdue')
  })

  it('sends nothing where there is nothing, and to no one who chose never or has left', async () => {
    const { save, post, choose, coach } = await aClub()
    await post.byClock(nextMorning)
    await save({ dueOn: '2026-05-12' })
    await choose({ timing: 'never' })
    await post.byClock(new Date('2026-05-14T06:20:00Z'))
    await choose({ timing: 'daily' })
    await db.updateTable('club_user').set({ user_until: '2026-05-13' }).where('account_id', '=', coach.id).execute()
    await post.byClock(new Date('2026-05-15T06:20:00Z'))
    expect(post.mails).toEqual([])
  })

  it('has what is for no one in particular only for those who want it', async () => {
    const { save, post, choose } = await aClub()
    await save({ accountId: null, dueOn: '2026-05-12', subject: 'Anyone’s' })
    await post.byClock(nextMorning)
    expect(post.mails).toEqual([])
    await choose({ timing: 'daily', hasUnassigned: true })
    await post.byClock(new Date('2026-05-14T06:20:00Z'))
    expect(post.mails.map(({ subject }) => subject)).toEqual(['Your tasks: 1 for anyone'])
  })

  it('is the morning of the club, and waits for the next one after noon', async () => {
    const { save, post } = await aClub('Pacific/Auckland')
    await save({ dueOn: '2026-05-12' })
    // 13:20 and 06:20 there, then 07:20.
    await post.byClock(new Date('2026-05-13T01:20:00Z'))
    await post.byClock(new Date('2026-05-13T18:20:00Z'))
    expect(post.mails).toEqual([])
    await post.byClock(new Date('2026-05-13T19:20:00Z'))
    expect(post.mails).toHaveLength(1)
  })
})

describe('by text', () => {
  async function texting() {
    const club = await aClub()
    await club.choose({ channel: 'sms', phone: '07700 900123' })
    return club
  }

  it('is one short text with a link', async () => {
    const { club, save, post } = await texting()
    const member = await createMember(db, { clubId: club.id, firstName: 'Ben', lastName: 'Fox' })
    const id = await save({ memberId: member.id, subject: 'Ask about the asthma' })
    await post.atOnce()
    expect(post.mails).toEqual([])
    expect(post.texts).toEqual([
      {
        to: '+447700900123',
        text: `${club.name}: New task: To do, Ben. https://honbu.example/tasks/member-task-list/0?task=${id}`,
      },
    ])
    expect(await db.selectFrom('task_text').selectAll().execute()).toEqual([])
  })

  it('waits until the morning, and then says in one what came in the night', async () => {
    const { save, post } = await texting()
    post.clock.now = new Date('2026-05-12T20:30:00Z')
    for (let n = 0; n < 3; n++) {
      await save()
      await post.atOnce()
    }
    expect(post.texts).toEqual([])
    post.clock.now = new Date('2026-05-13T07:00:00Z')
    await post.atOnce()
    expect(post.texts.map(({ text }) => text)).toEqual([expect.stringContaining('You have 3 new tasks')])
  })

  it('that can’t be sent becomes an email that says why', async () => {
    const { save, post, coach } = await texting()
    post.failing.sms = new NotSent('This is no mobile number (error 21614).', { canRetry: false, isAddressBad: true })
    await save()
    await post.atOnce()
    expect(post.mails).toMatchObject([{ to: coach.email, subject: 'We couldn’t text you about your tasks' }])
    expect(post.mails[0]?.text).toContain('This is no mobile number')
  })

  it('of which no one knows whether it left is not sent again', async () => {
    const { save, post } = await texting()
    post.failing.sms = new Error('socket hang up')
    await save()
    await post.atOnce()
    post.failing.sms = null
    await post.byClock(evening)
    expect([post.texts, post.mails]).toEqual([[], []])
  })

  it('is tried again while the provider is away', async () => {
    const { save, post } = await texting()
    post.failing.sms = new NotSent('The provider of text messages cannot be reached.', { canRetry: true })
    await save()
    await expect(post.atOnce()).rejects.toThrow(NotSent)
    const { id } = await db.selectFrom('task_text').select('id').executeTakeFirstOrThrow()
    post.failing.sms = null
    await db.transaction().execute(tx => post.queue.jobs.enqueue(tx, 'send-task-text', { textId: id }))
    await post.queue.run(evening)
    expect(post.texts).toHaveLength(1)
  })

  it('is an email where the number has gone since', async () => {
    const { save, post, coach } = await texting()
    await db.updateTable('person').set({ phone_mob: null }).where('id', '=', coach.personId).execute()
    await save()
    await post.atOnce()
    expect([post.texts.length, post.mails.map(({ subject }) => subject)]).toEqual([0, ['New task: Order belts']])
  })
})

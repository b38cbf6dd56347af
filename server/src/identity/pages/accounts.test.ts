import { describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import { openIdentityBed, received } from '../../../test/identity.ts'
import { linkMailJob } from '../mails.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const password = 'take the register'
const account = `${bed.root}/Identity/Account`
const emptied = () => bed.db.deleteFrom('attempt').execute()

const register = async (email: string, fields: Record<string, string> = {}) => {
  const browser = openBrowser()
  const page = await browser.go(`${account}/Register?returnUrl=/club/help`)
  const names = { firstName: 'Zoë', lastName: 'D’Arcy-Łukasz' }
  return browser.submit(page, { ...names, email, password, ...fields })
}

const logIn = async (email: string, tried = password, browser = openBrowser()) =>
  browser.submit(await browser.go(`${account}/Login`), { email, password: tried })

const signedIn = async (email: string): Promise<Browser> => {
  const browser = openBrowser()
  expect((await logIn(email, password, browser)).status).toBe(303)
  return browser
}

describe('registering', () => {
  it('sends a link, which with the password confirms the address and logs in', async () => {
    await emptied()
    const sent = await register('zoe@club.example')
    const page = await openBrowser().go(sent.location ?? '')
    expect(page.body).toContain('<h1>Check your e-mail</h1>')
    expect(page.body).toContain('returnUrl=')

    const { links, text } = await received(bed, 'zoe@club.example', 'Confirm your e-mail address')
    expect(links).toHaveLength(1)
    expect(text).not.toContain('Zoë')
    expect((await logIn('zoe@club.example')).body).toContain('Please confirm your e-mail address first.')

    // That sends another one, which leads elsewhere; the first is as good as before.
    const browser = openBrowser()
    const confirm = await browser.go(links[0] ?? '')
    expect(confirm.body).toContain('zoe@club.example')
    const wrong = await browser.submit(confirm, { password: 'not this one' })
    expect(wrong.body).toContain('This is not the password you chose.')
    expect((await browser.submit(confirm, { password })).location).toBe(`${bed.root}/help`)
    expect((await browser.go(`${account}/Manage`)).body).toContain('value="Zoë"')
    expect((await browser.go(confirm.url)).status).toBe(410)
    expect((await logIn('ZOE@club.example')).status).toBe(303)
  })

  it('does nothing when a link is only opened', async () => {
    await emptied()
    await register('quiet@club.example')
    const { links } = await received(bed, 'quiet@club.example', 'Confirm')
    for (let n = 0; n < 3; n++) expect((await openBrowser().go(links[0] ?? '')).status).toBe(200)
    const row = await bed.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', 'quiet@club.example')
      .executeTakeFirst()
    expect(row?.email_confirmed_at).toBeNull()
  })

  it('answers alike for an address that has an account; the mail says so', async () => {
    await emptied()
    await bed.addAccount('taken@club.example', password)
    const [taken, free] = [
      await register('Taken@club.example', { password: 'another password' }),
      await register('free@club.example'),
    ]
    expect(taken.status).toBe(303)
    expect(taken.location).toBe(free.location)
    const mail = await received(bed, 'taken@club.example', 'You already have an account')
    expect(mail.links).toEqual([`${account}/Login`])
    expect((await logIn('taken@club.example', 'another password')).status).toBe(400)
    expect((await logIn('taken@club.example')).status).toBe(303)
  })

  it('twice before confirming leaves only the last password and link usable', async () => {
    await emptied()
    await register('twice@club.example', { password: 'of an attacker' })
    const first = await received(bed, 'twice@club.example', 'Confirm')
    await register('twice@club.example')
    await emptied()
    const browser = openBrowser()
    await expect.poll(async () => (await browser.go(first.links[0] ?? '')).status).toBe(410)
    await expect.poll(async () => (await received(bed, 'twice@club.example', 'Confirm')).id).not.toBe(first.id)
    const second = await received(bed, 'twice@club.example', 'Confirm')
    const page = await browser.go(second.links[0] ?? '')
    expect((await browser.submit(page, { password: 'of an attacker' })).status).toBe(400)
    expect((await browser.submit(page, { password })).status).toBe(303)
  })

  it('at once makes one account', async () => {
    await emptied()
    const all = await Promise.all([1, 2, 3].map(() => register('atonce@club.example')))
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303])
  })

  it.each([
    ['no name', { firstName: ' ' }, 'Please enter your first name.'],
    ['a name that can’t be seen', { firstName: '\u200b\u3164' }, 'Please enter your first name.'],
    ['a long name', { lastName: 'x'.repeat(201) }, 'The last name should have at most 200 characters.'],
    ['no address', { email: 'zoe' }, 'Please enter an e-mail address'],
    ['a short password', { password: 'short one' }, 'at least 10 characters'],
    ['a monotonous password', { password: 'aaaaaaaaaaaaaa' }, 'It repeats the same characters.'],
    ['the address as password', { password: 'new@club.example' }, 'should not be your e-mail address'],
  ])('with %s says so, and keeps what was typed', async (_what, fields, message) => {
    const { status, body } = await register('new@club.example', fields)
    expect(status).toBe(400)
    expect(body).toContain('role="alert"')
    expect(body).toContain(message)
    expect(body).not.toContain(password)
  })
})

describe('a forgotten password', () => {
  const forgot = async (email: string) => {
    const browser = openBrowser()
    return browser.submit(await browser.go(`${account}/ForgotPassword`), { email })
  }

  it('is replaced by a link that works once; every other session ends', async () => {
    await emptied()
    await bed.addAccount('forgot@club.example', password)
    const elsewhere = await signedIn('forgot@club.example')
    await forgot('Forgot@club.example')
    const { links } = await received(bed, 'forgot@club.example', 'Choose a new password')

    const browser = openBrowser()
    const page = await browser.go(links[0] ?? '')
    expect((await browser.submit(page, { password: 'short' })).body).toContain('at least 10 characters')
    const done = await browser.submit(page, { password: 'a fresh password' })
    expect((await browser.go(done.location ?? '')).body).toContain('Your password has been changed.')
    expect((await browser.go(page.url)).status).toBe(410)
    expect((await browser.submit(page, { password: 'another password' })).status).toBe(410)

    expect((await elsewhere.go(`${account}/Manage`)).location).toContain('/Login?returnUrl=')
    expect((await logIn('forgot@club.example')).status).toBe(400)
    expect((await logIn('forgot@club.example', 'a fresh password')).status).toBe(303)
    await received(bed, 'forgot@club.example', 'Your password has been changed')
  })

  it('is asked for alike for an address without an account, which gets no mail', async () => {
    await emptied()
    expect(await forgot('nobody@club.example')).toMatchObject({
      status: 303,
      location: `${account}/ForgotPassword?done=sent`,
    })
    await bed.addAccount('last@club.example', password)
    await forgot('last@club.example')
    await received(bed, 'last@club.example', 'Choose a new password')
    const all = await bed.inbox.list()
    expect(all.filter(mail => mail.to.includes('nobody@club.example'))).toEqual([])
  })

  it('sends a few messages to an address, not any number', async () => {
    await emptied()
    await bed.addAccount('flood@club.example', password)
    for (let n = 0; n < 8; n++) expect((await forgot('flood@club.example')).status).toBe(303)
    const jobs = await bed.db.transaction().execute(async tx =>
      bed.jobs.enqueue(tx, 'send-mail', {
        to: 'after@club.example',
        subject: 'After the flood',
        text: 'x',
      }),
    )
    expect(jobs).toBeUndefined()
    await received(bed, 'after@club.example', 'After the flood')
    await received(bed, 'flood@club.example', 'Choose')
    const all = await bed.inbox.list()
    expect(all.filter(mail => mail.to.includes('flood@club.example')).length).toBeLessThanOrEqual(3)
  })

  it('has a link that ends after an hour', async () => {
    await emptied()
    await bed.addAccount('slow@club.example', password)
    await forgot('slow@club.example')
    const { links } = await received(bed, 'slow@club.example', 'Choose a new password')
    bed.clock.ahead += 3_601_000
    expect((await openBrowser().go(links[0] ?? '')).status).toBe(410)
  })
})

describe('one’s own account', () => {
  it('is for those who are signed in', async () => {
    for (const path of ['Manage', 'Manage/']) {
      const { location } = await openBrowser().go(`${account}/${path}`)
      expect(location).toBe(`${account}/Login?returnUrl=${encodeURIComponent('/club/Identity/Account/Manage')}`)
    }
  })

  it('leads to the choice of how one hears of tasks', async () => {
    await emptied()
    await bed.addAccount('hears@club.example', password)
    const { body } = await (await signedIn('hears@club.example')).go(`${account}/Manage`)
    expect(body).toContain('href="/club/tasks/notifications"')
  })

  it('has a name that can be changed', async () => {
    await emptied()
    const { personId } = await bed.addAccount('name@club.example', password)
    const browser = await signedIn('name@club.example')
    const page = await browser.go(`${account}/Manage`)
    expect((await browser.submit(page, { firstName: '', lastName: 'X' }, 0)).body).toContain(
      'Please enter your first name.',
    )
    const done = await browser.submit(page, { firstName: 'Niamh', lastName: '<Ní Bhriain>' }, 0)
    expect((await browser.go(done.location ?? '')).body).toContain('value="&#60;Ní Bhriain&#62;"')
    const person = await bed.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst()
    expect(person).toMatchObject({ first_name: 'Niamh', last_name: '<Ní Bhriain>', version: 2 })
  })

  it('has a password that can be changed, which ends the other sessions and all tokens', async () => {
    await emptied()
    const { accountId } = await bed.addAccount('change@club.example', password)
    const [here, there] = [await signedIn('change@club.example'), await signedIn('change@club.example')]
    const page = await here.go(`${account}/Manage`)
    const wrong = await here.submit(page, { currentPassword: 'wrong', newPassword: 'short' }, 2)
    expect(wrong.body).toContain('This is not your password.')
    expect(wrong.body).toContain('at least 10 characters')
    const before = Date.now()
    await here.submit(page, { currentPassword: password, newPassword: 'a fresh password' }, 2)
    expect((await here.go(`${account}/Manage`)).status).toBe(200)
    expect((await there.go(`${account}/Manage`)).status).toBe(303)
    const row = await bed.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
    expect(row.tokens_valid_from.getTime()).toBeGreaterThanOrEqual(before)
    const audit = bed.db.selectFrom('audit').select('action').where('account_id', '=', accountId).orderBy('id')
    const actions = (await audit.execute()).map(({ action }) => action)
    expect(actions).toEqual(['signIn', 'signIn', 'signInRefused', 'changePassword'])
  })

  it('has an address that changes when the link sent to the new one is used', async () => {
    await emptied()
    const { accountId } = await bed.addAccount('old@club.example', password)
    const browser = await signedIn('old@club.example')
    const page = await browser.go(`${account}/Manage`)
    await browser.submit(page, { newEmail: 'new@club.example', emailPassword: password }, 1)
    const { links } = await received(bed, 'new@club.example', 'Confirm your new email address')
    const address = () => bed.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst()
    expect(await address()).toEqual({ email: 'old@club.example' })
    const confirm = await browser.go(links[0] ?? '')
    expect(await address()).toEqual({ email: 'old@club.example' })
    expect((await browser.submit(confirm, {})).status).toBe(303)
    expect(await address()).toEqual({ email: 'new@club.example' })
    expect((await browser.submit(confirm, {})).status).toBe(410)
    await received(bed, 'old@club.example', 'Your email address was changed')
  })

  it('does not take an address that is somebody else’s by then', async () => {
    await emptied()
    await bed.addAccount('mine@club.example', password)
    const browser = await signedIn('mine@club.example')
    const page = await browser.go(`${account}/Manage`)
    await browser.submit(page, { newEmail: 'wanted@club.example', emailPassword: password }, 1)
    const { links } = await received(bed, 'wanted@club.example', 'Confirm your new')
    await bed.addAccount('wanted@club.example', password)
    const confirm = await browser.go(links[0] ?? '')
    expect((await browser.submit(confirm, {})).status).toBe(410)
  })
})

describe('a change of address', () => {
  const asked = async (email: string, newEmail: string) => {
    await emptied()
    const { accountId } = await bed.addAccount(email, password)
    const browser = await signedIn(email)
    await browser.submit(await browser.go(`${account}/Manage`), { newEmail, emailPassword: password }, 1)
    const { links } = await received(bed, newEmail, 'Confirm your new email address')
    return { accountId, browser, link: links[0] ?? '' }
  }
  const resetLink = async (email: string) => {
    const browser = openBrowser()
    await browser.submit(await browser.go(`${account}/ForgotPassword`), { email })
    return (await received(bed, email, 'Choose a new password')).links[0] ?? ''
  }
  const addPasskey = async (id: number, credential: string) =>
    void (await bed.db
      .insertInto('account_passkey')
      .values({
        account_id: id,
        credential_id: credential,
        public_key: Buffer.alloc(1),
        name: 'Phone',
        created_at: bed.parts.now(),
      })
      .execute())
  const addressOf = async (id: number) =>
    (await bed.db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

  it('ends when the password is reset', async () => {
    const { accountId, link } = await asked('taken-over@club.example', 'intruder@club.example')
    const intruder = openBrowser()
    const confirm = await intruder.go(link)
    const owner = openBrowser()
    const reset = await owner.go(await resetLink('taken-over@club.example'))
    expect((await owner.submit(reset, { password: 'a fresh password' })).status).toBe(303)
    expect((await intruder.submit(confirm, { password })).status).toBe(410)
    expect(await addressOf(accountId)).toBe('taken-over@club.example')
  })

  it('ends the reset links in the old mailbox', async () => {
    const { browser, link } = await asked('old-mailbox@club.example', 'new-mailbox@club.example')
    const old = await resetLink('old-mailbox@club.example')
    expect((await browser.submit(await browser.go(link), {})).status).toBe(303)
    expect((await openBrowser().go(old)).status).toBe(410)
  })

  it('needs somebody who is logged in, or the password', async () => {
    const { accountId, link } = await asked('proof@club.example', 'proven@club.example')
    const other = openBrowser()
    const page = await other.go(link)
    expect(page.body).toContain('Your password')
    const refused = await other.submit(page, {})
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('This is not your password.')
    expect(await addressOf(accountId)).toBe('proof@club.example')
    expect((await other.submit(page, { password })).status).toBe(303)
    expect(await addressOf(accountId)).toBe('proven@club.example')
  })

  it.each([
    [
      'logging out everywhere else',
      async (_id: number, browser: Browser, email: string) => {
        await logIn(email)
        const others = await browser.submit(await browser.go(`${account}/Manage/Sessions`), {}, 1)
        expect(others.location).toContain('done=others')
      },
    ],
    ['a passkey', (id: number) => addPasskey(id, `key of ${id}`)],
    [
      'an app',
      async (id: number) => {
        await bed.query(`insert into account_totp (account_id, secret) values ($1, '')`, [id])
        await bed.query('update account_totp set confirmed_at = now() where account_id = $1', [id])
      },
    ],
    [
      'new recovery codes',
      async (id: number) => {
        await bed.query(`insert into account_recovery_code (account_id, code_hash) values ($1, '')`, [id])
        await bed.query('delete from account_recovery_code where account_id = $1', [id])
      },
    ],
  ])('and every other open link ends with %s', async (what, change) => {
    const email = `${what.replaceAll(' ', '-')}@club.example`
    const { accountId, browser, link } = await asked(email, `new-${email}`)
    const reset = await resetLink(email)
    await change(accountId, browser, email)
    for (const ended of [link, reset]) expect((await openBrowser().go(ended)).status).toBe(410)
  })

  it('that was asked for before another change is not sent after it', async () => {
    await emptied()
    const { accountId } = await bed.addAccount('queued@club.example', password)
    const job = { kind: 'change', accountId, newEmail: 'late@club.example', credentialVersion: 0 }
    await bed.query('update account set credential_version = 1 where id = $1', [accountId])
    await bed.db.transaction().execute(tx => bed.jobs.enqueue(tx, linkMailJob, job))
    await bed.jobs.settle()
    expect((await bed.inbox.list()).filter(({ to }) => to.includes('late@club.example'))).toEqual([])
  })

  it('can be stopped from the old address before it is made', async () => {
    const { accountId, browser, link } = await asked('stopper@club.example', 'thief@club.example')
    const { links, text } = await received(bed, 'stopper@club.example', 'Someone asked to change your email address')
    expect(text).toContain('thief@club.example')
    const owner = openBrowser()
    const stop = await owner.go(links[0] ?? '')
    expect((await browser.go(link)).status).toBe(200)
    expect((await owner.submit(stop, {})).location).toContain('StopEmailChange?done=stopped')
    expect((await openBrowser().go(link)).status).toBe(410)
    expect((await browser.go(`${account}/Manage`)).location).toContain('/Login?returnUrl=')
    expect((await logIn('stopper@club.example')).status).toBe(400)
    expect(await addressOf(accountId)).toBe('stopper@club.example')
    await received(bed, 'stopper@club.example', 'Choose a new password')
  })

  it('can be taken back from the old address for 72 hours, whatever was changed since', async () => {
    const { accountId, browser, link } = await asked('victim@club.example', 'robber@club.example')
    await browser.submit(await browser.go(link), {})
    await addPasskey(accountId, 'of the robber')
    await browser.submit(
      await browser.go(`${account}/Manage`),
      { currentPassword: password, newPassword: 'of the robber' },
      2,
    )
    const { links } = await received(bed, 'victim@club.example', 'Your email address was changed')
    bed.clock.ahead += 71 * 3_600_000
    const owner = openBrowser()
    const page = await owner.go(links[0] ?? '')
    expect((await owner.submit(page, {})).status).toBe(303)
    expect(await addressOf(accountId)).toBe('victim@club.example')
    expect((await browser.go(`${account}/Manage`)).location).toContain('/Login?returnUrl=')
    const left = await bed.query('select from account_passkey where account_id = $1', [accountId])
    expect(left.rowCount).toBe(0)
    const reset = await owner.go((await received(bed, 'victim@club.example', 'Choose a new password')).links[0] ?? '')
    expect((await owner.submit(reset, { password: 'mine once more' })).status).toBe(303)
    expect((await logIn('victim@club.example', 'mine once more')).status).toBe(303)
    expect((await owner.submit(page, {})).status).toBe(410)
  })

  it('is stopped by no link that is older than 72 hours', async () => {
    await asked('patient@club.example', 'passed@club.example')
    const { links } = await received(bed, 'patient@club.example', 'Someone asked to change your email address')
    bed.clock.ahead += 73 * 3_600_000
    expect((await openBrowser().go(links[0] ?? '')).status).toBe(410)
  })
})

it('keeps no secret of a link, and has logged nothing', async () => {
  const { links } = (await bed.inbox.list()).find(mail => mail.links[0]?.includes('token=')) ?? { links: [] }
  const secret = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const { rows } = await bed.query(
    `
    select (select count(*) from account_token where encode(secret_hash, 'escape') like $1)
      + (select count(*) from pgboss.job where data::text like $1) as found`,
    [`%${secret}%`],
  )
  expect(rows).toEqual([{ found: 0 }])
  expect(bed.logged).toEqual([])
})

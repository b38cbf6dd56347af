import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Browser, openBrowser, type Visit } from '../../../test/browser.ts'
import { openIdentityBed, received } from '../../../test/identity.ts'
import { takeSecondFactorAway } from '../lost-second-factor.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const password = 'take the register'
const account = `${bed.root}/Identity/Account`
const manage = `${account}/Manage/TwoFactor`
beforeEach(() => bed.db.deleteFrom('attempt').execute())

const logIn = async (email: string, browser: Browser = openBrowser()) =>
  browser.submit(await browser.go(`${account}/Login?returnUrl=/club/help`), { email, password })

/** The code of an app, `steps` half minutes from now. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: bed.parts.now().getTime() + steps * 30_000 })

const codesIn = ({ body }: Visit) => [...body.matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, code = '']) => code)

/** Signs in and switches it on. The next code that can be used is that of the next half minute. */
async function switchOn(email: string) {
  const { accountId } = await bed.addAccount(email, password)
  const browser = openBrowser()
  await logIn(email, browser)
  await browser.submit(await browser.go(manage), { password }, 0)
  const page = await browser.go(manage)
  const key = /<code class="key">([^<]*)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
  const done = await browser.submit(page, { code: codeOf(key) })
  return { accountId, browser, key, codes: codesIn(done), done }
}

const step = async (browser: Browser, visit: Visit, code: string) =>
  browser.submit(await browser.go(visit.location ?? ''), { code })

/** At the beginning of a half minute, so that a test does not fall into two. */
const minutesLater = (minutes: number) => {
  bed.clock.ahead += minutes * 60_000
  bed.clock.ahead += 30_000 - (bed.parts.now().getTime() % 30_000)
}

describe('switching it on', () => {
  it('asks for the password, then for a code of the app, and gives ten recovery codes once', async () => {
    await bed.addAccount('on@club.example', password)
    const [browser, elsewhere] = [openBrowser(), openBrowser()]
    await logIn('on@club.example', browser)
    await logIn('on@club.example', elsewhere)
    const start = await browser.go(manage)
    expect(start.body).toContain('It is off.')
    expect((await browser.submit(start, { password: 'not this' })).body).toContain('This is not your password.')
    await browser.submit(start, { password })
    const page = await browser.go(manage)
    expect(page.body).toContain('<svg')
    const key = /<code class="key">([^<]*)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    // Until a code has been given, nobody is asked for one.
    expect((await logIn('on@club.example')).location).toBe(`${bed.root}/help`)

    expect((await browser.submit(page, { code: '000000' })).body).toContain('This code is not right.')
    const done = await browser.submit(page, { code: codeOf(key) })
    expect(new Set(codesIn(done)).size).toBe(10)
    for (const code of codesIn(done)) expect(code).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect((await browser.go(manage)).body).toContain('You have 10 recovery codes left.')
    expect((await elsewhere.go(`${account}/Manage`)).status).toBe(303)
    await received(bed, 'on@club.example', 'Two-factor sign-in is on')
  })

  it('keeps neither the key nor a recovery code where it can be read', async () => {
    const { key, codes } = await switchOn('kept@club.example')
    const { rows } = await bed.query(
      `select (select count(*) from account_totp where encode(secret, 'escape') like $1 or encode(secret, 'hex') like $2)
        + (select count(*) from account_recovery_code where encode(code_hash, 'escape') like $3)
        + (select count(*) from audit where before::text || after::text like any(array[$1, $3]))
        + (select count(*) from pgboss.job where data::text like any(array[$1, $3])) as found`,
      [`%${key}%`, `%${Buffer.from(Secret.fromBase32(key).buffer).toString('hex')}%`, `%${codes[0]}%`],
    )
    expect(rows).toEqual([{ found: 0 }])
  })
})

describe('signing in', () => {
  it('asks for the code after the password, and goes on to where it began', async () => {
    const { key } = await switchOn('in@club.example')
    const browser = openBrowser()
    const asked = await logIn('in@club.example', browser)
    expect(asked.location).toContain('/Identity/Account/Login/Code?')
    expect((await browser.go(`${account}/Manage`)).status).toBe(303)
    const wrong = await step(browser, asked, '123456')
    expect(wrong.status).toBe(400)
    expect(wrong.body).toContain('This code is not right.')
    const done = await step(browser, asked, ` ${codeOf(key, 1).replace(/^.../, '$& ')} `)
    expect(done.location).toBe(`${bed.root}/help`)
    expect((await browser.go(`${account}/Manage/Sessions`)).body).toContain('with the password and a code')
  })

  it('asks for the code after a forgotten password has been replaced', async () => {
    await switchOn('forgot@club.example')
    const browser = openBrowser()
    await browser.submit(await browser.go(`${account}/ForgotPassword`), { email: 'forgot@club.example' })
    const { links } = await received(bed, 'forgot@club.example', 'Choose a new password')
    const fresh = 'some quiet words'
    await browser.submit(await browser.go(links[0] ?? ''), { password: fresh })
    const email = 'forgot@club.example'
    const asked = await browser.submit(await browser.go(`${account}/Login`), { email, password: fresh })
    expect(asked.location).toContain('/Identity/Account/Login/Code')
    expect((await browser.go(`${account}/Manage`)).status).toBe(303)
  })

  it('goes on with the authorization request that waits, also after a wrong code', async () => {
    const { key } = await switchOn('waits@club.example')
    const browser = openBrowser()
    const request = {
      client_id: 'Honbu.Web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${bed.root}/authentication/login-callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }
    const { location = '' } = await browser.go(`${bed.root}/connect/authorize?${new URLSearchParams(request)}`)
    const asked = await browser.submit(await browser.go(location), { email: 'waits@club.example', password })
    const wrong = await step(browser, asked, '000000')
    const back = await browser.submit(wrong, { code: codeOf(key, 1) })
    expect(back.location).toContain(`${bed.root}/connect/authorize/`)
    expect((await browser.go(back.location ?? '')).location).toContain('/authentication/login-callback?code=')
  })

  it('takes a code once, and none that is older', async () => {
    const { key } = await switchOn('once@club.example')
    minutesLater(5)
    const [one, other] = [openBrowser(), openBrowser()]
    const [askedOne, askedOther] = [await logIn('once@club.example', one), await logIn('once@club.example', other)]
    const code = codeOf(key)
    expect((await step(one, askedOne, code)).status).toBe(303)
    expect((await step(other, askedOther, code)).status).toBe(400)
    expect((await step(other, askedOther, codeOf(key, -1))).status).toBe(400)
    expect((await step(other, askedOther, codeOf(key, 2))).status).toBe(400)
    expect((await step(other, askedOther, codeOf(key, 1))).status).toBe(303)
    expect((await other.go(askedOther.location ?? '')).location).toContain('/Login?')
  })

  it('takes a code once of two requests at the same time', async () => {
    const { key } = await switchOn('both@club.example')
    minutesLater(5)
    const browsers = [openBrowser(), openBrowser(), openBrowser()]
    const pages = []
    for (const browser of browsers)
      pages.push(await browser.go((await logIn('both@club.example', browser)).location ?? ''))
    const code = codeOf(key)
    const answers = await Promise.all(pages.map((page, index) => browsers[index]?.submit(page, { code })))
    expect(answers.map(answer => answer?.status).sort()).toEqual([303, 400, 400])
  })

  it('slows wrong codes down, whoever tries them, and the right one too', async () => {
    const { key } = await switchOn('guess@club.example')
    minutesLater(5)
    bed.clock.stoppedAt = Date.now()
    onTestFinished(() => {
      bed.clock.stoppedAt = null
    })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const browser = openBrowser()
      statuses.push((await step(browser, await logIn('guess@club.example', browser), `00000${n}`)).status)
    }
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.slice(6)).toContain(429)
    const browser = openBrowser()
    const asked = await logIn('guess@club.example', browser)
    expect((await step(browser, asked, codeOf(key))).status).toBe(429)
    minutesLater(1)
    expect((await step(browser, asked, codeOf(key))).status).toBe(303)
  })

  it('wants the password first, within ten minutes', async () => {
    const { key } = await switchOn('late@club.example')
    expect((await openBrowser().go(`${account}/Login/Code`)).location).toContain('/Login?done=late')
    const browser = openBrowser()
    const asked = await logIn('late@club.example', browser)
    const page = await browser.go(asked.location ?? '')
    minutesLater(11)
    const late = await browser.submit(page, { code: codeOf(key) })
    expect(late.location).toContain('done=late')
    expect((await browser.go(late.location ?? '')).body).toContain('That took too long.')
  })
})

describe('recovery codes', () => {
  const recover = async (browser: Browser, visit: Visit, code: string) => {
    const page = await browser.go(`${visit.location}&with=recovery`)
    expect(page.body).toContain('<h1>Use a recovery code</h1>')
    return browser.submit(page, { code })
  }

  it('work once each, however they are typed, and the owner is told', async () => {
    const { codes } = await switchOn('lost@club.example')
    const [first = '', second = ''] = codes
    const browser = openBrowser()
    const done = await recover(browser, await logIn('lost@club.example', browser), first)
    expect(done.location).toBe(`${bed.root}/help`)
    const { text } = await received(bed, 'lost@club.example', 'A recovery code has been used')
    expect(text).toContain('There are 9 codes left')
    const again = openBrowser()
    const asked = await logIn('lost@club.example', again)
    expect((await recover(again, asked, first)).status).toBe(400)
    expect((await recover(again, asked, second.toUpperCase().replaceAll('-', ' '))).status).toBe(303)
  })

  it('are somebody’s own, and end when new ones are made', async () => {
    const [mine, yours] = [await switchOn('mine@club.example'), await switchOn('yours@club.example')]
    const browser = openBrowser()
    const asked = await logIn('mine@club.example', browser)
    expect((await recover(browser, asked, yours.codes[0] ?? '')).status).toBe(400)
    const made = await mine.browser.submit(await mine.browser.go(manage), { codesPassword: password }, 0)
    expect(codesIn(made)).toHaveLength(10)
    // A login that waited for a code begins again.
    const page = await browser.go(asked.location ?? '')
    expect(page.location).toMatch(/\/Login\?.*done=late/)
    const again = await logIn('mine@club.example', browser)
    expect((await recover(browser, again, mine.codes[0] ?? '')).status).toBe(400)
    expect((await recover(browser, again, codesIn(made)[0] ?? '')).status).toBe(303)
  })
})

describe('switching it off', () => {
  it('asks for the password, and tells the owner', async () => {
    const { browser } = await switchOn('off@club.example')
    const page = await browser.go(manage)
    expect((await browser.submit(page, { offPassword: 'wrong' }, 1)).body).toContain('This is not your password.')
    expect((await logIn('off@club.example')).location).toContain('/Login/Code')
    await browser.submit(page, { offPassword: password }, 1)
    await received(bed, 'off@club.example', 'Two-factor sign-in is off')
    expect((await logIn('off@club.example')).location).toBe(`${bed.root}/help`)
  })

  it('is for those who are signed in', async () => {
    for (const path of ['', '/Begin', '/Confirm', '/Codes', '/Off']) {
      const method = path ? 'POST' : 'GET'
      const { location } = await openBrowser().go(`${manage}${path}`, { method, headers: { origin: bed.baseUrl } })
      expect(location).toContain('/Login?returnUrl=')
    }
  })
})

describe('a browser that is not known', () => {
  const mails = async (to: string) =>
    (await bed.inbox.list()).filter(mail => mail.to.includes(to) && mail.subject.startsWith('New sign-in'))

  it('is told of, but not the first of all, nor one that is known', async () => {
    await bed.addAccount('device@club.example', password)
    const browser = openBrowser({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' })
    await logIn('device@club.example', browser)
    expect(browser.cookie('honbu.device')).toMatchObject({ httpOnly: true, persistent: true, path: '/club' })
    await logIn('device@club.example', openBrowser({ 'user-agent': 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' }))
    const { text, links } = await received(bed, 'device@club.example', 'New sign-in to your Honbu account')
    expect(text).toMatch(/Safari on an iPhone, on \d+ \w+ \d{4}, \d\d:\d\d \(UK time\), from the address/)
    expect(links).toEqual([`${account}/Manage/Sessions`])

    const known = openBrowser()
    const { name, value } = browser.cookie('honbu.device') ?? { name: '', value: '' }
    const signature = browser.cookie(`${name}.sig`)
    const login = await known.go(`${account}/Login`, {
      method: 'POST',
      headers: { origin: bed.baseUrl, cookie: `${name}=${value}; ${name}.sig=${signature?.value}` },
      body: new URLSearchParams({ email: 'device@club.example', password }),
    })
    expect(login.status).toBe(303)
    // What has been posted by then is there.
    await bed.addAccount('after@club.example', password)
    await logIn('after@club.example')
    await logIn('after@club.example')
    await received(bed, 'after@club.example', 'New sign-in')
    expect(await mails('device@club.example')).toHaveLength(1)
  })

  it('cannot make itself known by a cookie of its own', async () => {
    await bed.addAccount('forged@club.example', password)
    const browser = openBrowser()
    await logIn('forged@club.example', browser)
    const { name, value } = browser.cookie('honbu.device') ?? { name: '', value: '' }
    const forged = await openBrowser().go(`${account}/Login`, {
      method: 'POST',
      headers: { origin: bed.baseUrl, cookie: `${name}=${value}; ${name}.sig=AAAA` },
      body: new URLSearchParams({ email: 'forged@club.example', password }),
    })
    expect(forged.status).toBe(303)
    await received(bed, 'forged@club.example', 'New sign-in')
  })
})

describe('phone and recovery codes are lost', () => {
  const take = (email: string) => {
    const { db, mail, now } = bed.parts
    const config = { baseUrl: bed.baseUrl, basePath: '/club', oidc: { clientId: 'web' } }
    return takeSecondFactorAway({ db, mail, config, now: now() }, email)
  }

  it('whoever runs it takes them away: the password alone logs in, nobody is logged in any more, and a letter says so', async () => {
    const { accountId, browser, codes } = await switchOn('gone@club.example')
    const other = await switchOn('keeps@club.example')
    expect([await take('nobody@club.example'), await take('Gone@club.example')]).toEqual(['unknown', 'done'])
    expect((await browser.go(manage)).location).toContain('/Login')
    await received(bed, 'gone@club.example', 'Two-factor sign-in has been taken off')
    expect((await logIn('gone@club.example')).location).toBe(`${bed.root}/help`)
    for (const table of ['account_totp', 'account_recovery_code'] as const)
      expect(await bed.db.selectFrom(table).where('account_id', '=', accountId).select('account_id').execute()).toEqual(
        [],
      )
    expect(codes).toHaveLength(10)
    // Of others nothing is taken.
    expect((await logIn('keeps@club.example')).location).toContain('/Login/Code')
    expect((await other.browser.go(manage)).status).toBe(200)
    expect(await take('gone@club.example')).toBe('nothing')
    const audit = bed.db.selectFrom('audit').select(['action', 'account_id']).where('subject_id', '=', accountId)
    expect(await audit.where('action', '=', 'takeSecondFactorAway').execute()).toEqual([
      { action: 'takeSecondFactorAway', account_id: null },
    ])
  })
})

it('has logged nothing', () => expect(bed.logged).toEqual([]))

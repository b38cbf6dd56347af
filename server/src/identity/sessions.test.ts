import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import * as oidc from 'openid-client'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type Visit } from '../../test/browser.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { openIdentityBed } from '../../test/identity.ts'
import { authenticator } from '../platform/authenticate.ts'
import { openRights } from '../platform/rights.ts'
import { openIdentity } from './index.ts'
import { endOldSessions } from './sessions.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const password = 'take the register'
const account = `${bed.root}/Identity/Account`
const callback = `${bed.root}/authentication/login-callback`
const client = await oidc.discovery(new URL(`${bed.root}/connect`), 'Honbu.Web', undefined, oidc.None(), {
  execute: [oidc.allowInsecureRequests],
})

/** Two server processes, each with what it remembers of tokens and rights. */
const processes = await Promise.all(
  [1, 2].map(async () => {
    const { verifyToken } = await openIdentity(bed.parts)
    const rights = await openRights(bed.db, bed.pool, bed.parts.now)
    afterAll(() => rights.close())
    const authenticate = authenticator(verifyToken, rights, bed.parts.now)
    // All that is read of a request.
    return (token: string) => authenticate({ headers: { authorization: `Bearer ${token}` } } as never)
  }),
)
const letIn = async (token: string) => (await Promise.all(processes.map(ask => ask(token)))).map(user => user !== null)

async function authorization(extra: Record<string, string> = {}) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const expectedState = oidc.randomState()
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callback,
    scope: 'openid profile email api',
    resource: `${bed.root}/api`,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...extra,
  })
  const tokens = (back = '') =>
    oidc.authorizationCodeGrant(client, new URL(back), { pkceCodeVerifier, expectedState, idTokenExpected: true })
  return { url: url.href, tokens }
}

async function follow(browser: Browser, visit: Visit): Promise<Visit> {
  if (!visit.location || visit.location.startsWith(`${bed.root}/authentication`)) return visit
  return follow(browser, await browser.go(visit.location))
}

async function signIn(email: string, userAgent = chromeOnWindows, browser = openBrowser({ 'user-agent': userAgent })) {
  const { url, tokens } = await authorization()
  const page = await follow(browser, await browser.go(url))
  const back = await follow(browser, await browser.submit(page, { email, password }))
  const { access_token, id_token = '' } = await tokens(back.location)
  return { browser, access_token, id_token }
}

const silent = async (browser: Browser) => {
  const { url, tokens } = await authorization({ prompt: 'none' })
  return { visit: await browser.go(url), tokens }
}

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chromeOnWindows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`
const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

describe('a session that began long ago', () => {
  const began = async (email: string, hours: number) =>
    await sql`update account_session set began_at = ${new Date(bed.parts.now().getTime() - hours * 3_600_000)}
      from account where account.id = account_session.account_id and account.email = ${email}`.execute(bed.db)

  it('ends after 30 days, however often it is used, and asks for the password again', async () => {
    await bed.addAccount('long@club.example', password)
    const { browser, access_token } = await signIn('long@club.example')
    await began('long@club.example', 30 * 24 - 1)
    await endOldSessions(bed.db, bed.parts.now())
    await expect.poll(() => letIn(access_token)).toEqual([true, true])
    await began('long@club.example', 30 * 24)
    await endOldSessions(bed.db, bed.parts.now())
    await expect.poll(() => letIn(access_token)).toEqual([false, false])
    expect((await (await silent(browser)).visit).location).toContain('error=login_required')
  })

  it.each([
    ['head', ['branchAdmin', 'headAdmin', 'sisterAdmin']],
    ['branch', ['branchAdmin', 'headAdmin']],
  ] as const)('ends after twelve hours for admins, where the %s asks for it', async (asking, expected) => {
    const head = await createClub(bed.db)
    const [branch, sister, other] = [
      await createClub(bed.db, { parentClubId: head.id }),
      await createClub(bed.db, { parentClubId: head.id }),
      await createClub(bed.db),
    ]
    const begin = async (clubId: number, isAdmin: boolean, hours = 12) => {
      const { id } = await createAccount(bed.db, { clubId, isAdmin })
      const at = new Date(bed.parts.now().getTime() - hours * 3_600_000)
      await bed.db
        .insertInto('account_session')
        .values({ account_id: id, uid: randomUUID(), method: 'password', began_at: at, last_used_at: at })
        .execute()
      return id
    }
    const accounts = {
      headAdmin: await begin(head.id, true),
      branchAdmin: await begin(branch.id, true),
      sisterAdmin: await begin(sister.id, true),
      otherAdmin: await begin(other.id, true),
      coach: await begin(branch.id, false),
      recentAdmin: await begin(branch.id, true, 11),
    }
    await bed.db
      .updateTable('club')
      .set({ admins_log_in_daily: true })
      .where('id', '=', { head, branch }[asking].id)
      .execute()
    await endOldSessions(bed.db, bed.parts.now())
    const ended = await bed.db
      .selectFrom('account_session')
      .select('account_id')
      .where('account_id', 'in', Object.values(accounts))
      .where('ended_at', 'is not', null)
      .execute()
    const names = Object.entries(accounts).filter(([, id]) => ended.some(({ account_id }) => account_id === id))
    expect(names.map(([name]) => name).toSorted()).toEqual(expected)
  })
})

describe('a proof before files leave', () => {
  const provedAt = async (token: string) => (await processes[1]?.(token))?.provedAt?.getTime()

  it('is the login, and later the password on its page, in every process', async () => {
    const head = await createClub(bed.db)
    const branch = await createClub(bed.db, { parentClubId: head.id })
    await bed.addAccount('proof@club.example', password)
    await sql`insert into club_user (club_id, account_id, user_since)
      select ${branch.id}, id, '2020-01-01' from account where email = 'proof@club.example'`.execute(bed.db)
    const { browser, access_token } = await signIn('proof@club.example')
    expect(await letIn(access_token)).toEqual([true, true])
    expect(await provedAt(access_token)).toBeUndefined()
    await bed.db.updateTable('club').set({ files_need_proof: true }).where('id', '=', head.id).execute()
    const login = new Date(bed.parts.now().getTime() - 3_600_000)
    await bed.db.updateTable('account_session').set({ began_at: login, is_two_factor: true }).execute()
    await expect.poll(() => provedAt(access_token)).toBe(login.getTime())

    const page = await browser.go(`${account}/Manage/Proof`)
    const wrong = await browser.submit(page, { password: 'not the register' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('This is not your password.')])
    expect(await provedAt(access_token)).toBe(login.getTime())
    const right = await browser.submit(page, { password })
    expect([right.status, right.body]).toEqual([200, expect.stringContaining('Close this window to carry on.')])
    await expect.poll(() => provedAt(access_token)).toBeGreaterThan(login.getTime())
  })
})

describe('the list of sessions', () => {
  it('names each browser, and which is this one', async () => {
    await bed.addAccount('list@club.example', password)
    const here = await signIn('list@club.example')
    await signIn('list@club.example', firefoxOnLinux)
    const { body } = await here.browser.go(`${account}/Manage/Sessions`)
    expect(body).toMatch(/Chrome on Windows\s*<span class="badge">This one<\/span>/)
    expect(body).toMatch(/Firefox on Linux/)
    expect(body).toMatch(/127\.0\.0\.1|::1/)
    expect(body).toContain('with the password')
    expect(body.match(/Log out Firefox on Linux, last used/g)).toHaveLength(1)
    expect(body).not.toContain('Log out Chrome')
  })

  it('ends one at once, in every process', async () => {
    await bed.addAccount('one@club.example', password)
    const [here, there] = [await signIn('one@club.example'), await signIn('one@club.example', firefoxOnLinux)]
    expect(await letIn(there.access_token)).toEqual([true, true])
    const page = await here.browser.go(`${account}/Manage/Sessions`)
    const done = await here.browser.submit(page, {}, 0)
    expect((await here.browser.go(done.location ?? '')).body).toContain('That browser has been logged out.')

    await expect.poll(() => letIn(there.access_token)).toEqual([false, false])
    await expect(oidc.fetchUserInfo(client, there.access_token, oidc.skipSubjectCheck)).rejects.toThrow()
    expect((await silent(there.browser)).visit.location).toContain('login_required')
    expect((await there.browser.go(`${account}/Manage`)).location).toContain('/Login?')
    expect(await letIn(here.access_token)).toEqual([true, true])
    expect((await here.browser.submit(page, {}, 0)).location).toContain('done=gone')
  })

  it('ends all others', async () => {
    await bed.addAccount('all@club.example', password)
    const here = await signIn('all@club.example')
    const others = [await signIn('all@club.example'), await signIn('all@club.example', firefoxOnLinux)]
    const page = await here.browser.go(`${account}/Manage/Sessions`)
    await here.browser.submit(page, {}, 2)
    for (const { access_token } of others) await expect.poll(() => letIn(access_token)).toEqual([false, false])
    expect(await letIn(here.access_token)).toEqual([true, true])
    expect((await silent(here.browser)).visit.location).toContain('code=')
  })

  it('is one’s own: another account’s session cannot be ended', async () => {
    await bed.addAccount('mine@club.example', password)
    await bed.addAccount('yours@club.example', password)
    const [mine, yours] = [await signIn('mine@club.example'), await signIn('yours@club.example')]
    const second = await signIn('mine@club.example')
    const page = await mine.browser.go(`${account}/Manage/Sessions`)
    const { id } = await bed.db
      .selectFrom('account_session')
      .innerJoin('account', 'account.id', 'account_session.account_id')
      .select('account_session.id')
      .where('email', '=', 'yours@club.example')
      .executeTakeFirstOrThrow()
    for (const wrong of [String(id), 'x', '']) {
      expect((await mine.browser.submit(page, { id: wrong }, 0)).location).toContain('done=gone')
    }
    expect(await letIn(yours.access_token)).toEqual([true, true])
    expect(await letIn(second.access_token)).toEqual([true, true])
  })

  it('is not for strangers', async () => {
    for (const path of ['Sessions', 'Sessions/End', 'Sessions/EndOthers']) {
      const method = path === 'Sessions' ? 'GET' : 'POST'
      const visit = await openBrowser().go(`${account}/Manage/${path}`, { method, headers: { origin: bed.baseUrl } })
      expect(visit.location).toContain('/Login?returnUrl=')
    }
  })
})

describe('a sign-out', () => {
  it('ends the access token too', async () => {
    await bed.addAccount('out@club.example', password)
    const { browser, access_token, id_token } = await signIn('out@club.example')
    expect(await letIn(access_token)).toEqual([true, true])
    await browser.submit(await browser.go(endSession(id_token)), {})
    await expect.poll(() => letIn(access_token)).toEqual([false, false])
  })

  it('is answered although a silent renewal that began before it writes the session after it', async () => {
    await bed.addAccount('race@club.example', password)
    const { browser, id_token } = await signIn('race@club.example')
    const late = await heldUp(() => silent(browser))
    // Asks whether to sign out, and leaves the question with the session.
    const page = await browser.go(endSession(id_token))
    await late.goOn()
    const done = await browser.submit(page, {})
    expect(done.body).not.toContain('could not find logout details')
    expect(done.location).toContain('/authentication/logout-callback')
    expect((await silent(browser)).visit.location).toContain('login_required')
  })

  it('is not undone by a silent renewal that it has overtaken', async () => {
    await bed.addAccount('undone@club.example', password)
    const { browser, id_token, access_token } = await signIn('undone@club.example')
    const page = await browser.go(endSession(id_token))
    const late = await heldUp(() => silent(browser))
    await browser.submit(page, {})
    const { visit, tokens } = await late.goOn()
    expect(visit.location).toContain('code=')
    await expect(tokens(visit.location)).rejects.toThrow()
    expect(visit.headers.getSetCookie().filter(line => /^honbu\.(login|session)/.test(line))).toEqual([])
    expect((await silent(browser)).visit.location).toContain('login_required')
    await expect.poll(() => letIn(access_token)).toEqual([false, false])
  })
})

const endSession = (id_token: string) =>
  oidc.buildEndSessionUrl(client, {
    id_token_hint: id_token,
    post_logout_redirect_uri: `${bed.root}/authentication/logout-callback`,
    state: 's1',
  }).href

/** A test that fails half-way must not hold up the others. */
const held = new Set<() => void>()
afterEach(() => {
  for (const release of held) release()
})

/** Begins a request that has read its session and then waits for the account, until it may go on. */
async function heldUp<T>(begin: () => Promise<T>): Promise<{ goOn: () => Promise<T> }> {
  const free = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = bed.db.transaction().execute(async tx => {
    await sql`lock table account in access exclusive mode`.execute(tx)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const begun = begin()
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where not granted and relation = 'account'::regclass`.execute(bed.db)
    if (rows[0]?.n) break
    await pause(5)
  }
  held.add(() => free.resolve())
  const goOn = async () => {
    free.resolve()
    await lock
    return begun
  }
  return { goOn }
}

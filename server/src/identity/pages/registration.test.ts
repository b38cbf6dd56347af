import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { createClub } from '../../../test/factories/people.ts'
import { openIdentityBed, received } from '../../../test/identity.ts'
import { invitationExpiry, invitationMailJob } from '../index.ts'

const bed = await openIdentityBed({ registration: 'invitation' })
const closed = await openIdentityBed({ registration: 'closed' })
const password = 'take the register'
const register = '/Identity/Account/Register'
const owner = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@club.example', password: 'seven wooden swords' }

const accountsOf = async ({ db }: typeof bed) => (await db.selectFrom('account').select('email').execute()).length
const post = (to: typeof bed, path: string, fields: Record<string, string>) =>
  openBrowser().go(to.root + path, {
    method: 'POST',
    headers: { origin: to.baseUrl },
    body: new URLSearchParams(fields),
  })

describe('an installation without accounts', () => {
  it('gives its operator a link, which no one can guess', async () => {
    const link = (await bed.identity.firstOwnerLink()) ?? ''
    expect(link).toMatch(/^http:\/\/localhost:\d+\/Identity\/Account\/FirstOwner\?token=[\w-]{43}$/)
    // Each process prints the same.
    expect(await bed.identity.firstOwnerLink()).toBe(link)
    const other = await openBrowser().go(`${bed.root}/Identity/Account/FirstOwner?token=guess`)
    expect([other.status, other.body]).toEqual([410, expect.stringContaining('This link no longer works')])
    expect((await post(bed, '/Identity/Account/FirstOwner', { ...owner, token: 'guess' })).status).toBe(410)
    expect(await accountsOf(bed)).toBe(0)
  })

  it('lets the first owner in by it, once, and on to create a club', async () => {
    const link = (await bed.identity.firstOwnerLink()) ?? ''
    const browser = openBrowser()
    const page = await browser.go(link)
    expect(page.body).toContain('<h1>Create the first account</h1>')
    const wrong = await browser.submit(page, { ...owner, email: 'ada', password: 'short' })
    expect([wrong.status, await accountsOf(bed)]).toEqual([400, 0])
    const two = await Promise.all([
      browser.submit(page, owner),
      openBrowser().submit(page, { ...owner, email: 'b@c.example' }),
    ])
    expect(two.map(({ status }) => status).toSorted()).toEqual([303, 410])
    expect(two.find(({ status }) => status === 303)?.location).toBe(`${bed.root}/club/create`)
    expect(await accountsOf(bed)).toBe(1)
    expect(await bed.identity.firstOwnerLink()).toBeNull()
    expect((await openBrowser().go(link)).status).toBe(410)
  })
})

describe('registration by invitation', () => {
  it('is said before anyone types, and refused', async () => {
    const { status, body } = await openBrowser().go(bed.root + register)
    expect([status, body]).toEqual([200, expect.stringContaining('<h1>Accounts are by invitation</h1>')])
    expect(body).toContain('Open the link in the email that invites you to a club.')
    expect(body).not.toContain('name="password"')
    const before = await accountsOf(bed)
    expect((await post(bed, register, { ...owner, email: 'new@club.example' })).status).toBe(403)
    expect(await accountsOf(bed)).toBe(before)
  })

  it('is open to invited people', async () => {
    const page = await openBrowser().go(await invite(bed))
    const joined = await openBrowser().submit(page, { firstName: 'Ayumi', lastName: 'Kato', password: owner.password })
    expect([joined.status, joined.location]).toEqual([303, `${bed.root}/dashboard`])
  })
})

describe('closed registration', () => {
  it('takes no one, and says who can help', async () => {
    const page = await openBrowser().go(closed.root + register)
    expect(page.body).toContain('<h1>Registration is closed</h1>')
    expect(page.body).toContain('Ask whoever runs it')
    expect((await openBrowser().go(`${closed.root}/Identity/Account/Login`)).body).not.toContain('Create an account')
    const link = await invite(closed)
    const invited = await openBrowser().go(link)
    expect(invited.body).toContain('This Honbu takes no new accounts.')
    const before = await accountsOf(closed)
    const token = new URL(link).searchParams.get('token') ?? ''
    const fields = { firstName: 'Ayumi', lastName: 'Kato', password: owner.password, token }
    expect((await post(closed, '/Identity/Account/Invitation', fields)).status).toBe(403)
    expect(await accountsOf(closed)).toBe(before)
  })

  it('lets in people who have an account', async () => {
    await closed.addAccount('known@club.example', password)
    expect((await openBrowser().go(await invite(closed, 'known@club.example'))).body).toContain('Log in to join')
  })
})

async function invite(to: typeof bed, email = 'invited@club.example') {
  const { db, jobs } = to
  const club = await createClub(db)
  const inviter = await to.addAccount(`inviter${club.id}@club.example`, password)
  const { id } = await db
    .insertInto('club_invitation')
    .values({ club_id: club.id, email, invited_by: inviter.accountId, expires_at: invitationExpiry(to.parts.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(tx => jobs.enqueue(tx, invitationMailJob, { invitationId: id }))
  const { links } = await received(to, email, `${club.name} invites you to Honbu`)
  return links[0] ?? ''
}

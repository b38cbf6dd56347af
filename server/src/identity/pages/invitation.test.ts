import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { createClub } from '../../../test/factories/people.ts'
import { openIdentityBed, received } from '../../../test/identity.ts'
import { invitationExpiry, invitationMailJob } from '../index.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const { db } = bed
const password = 'take the register'
const account = `${bed.root}/Identity/Account`

const club = await createClub(db)
await db.updateTable('club').set({ name: 'Kita <Dojo>' }).where('id', '=', club.id).execute()
const inviter = await bed.addAccount('inviter@club.example', password)

async function invite(email: string, isAdmin = false) {
  const person = await db
    .insertInto('person')
    .values({ first_name: 'Ayumi', last_name: 'Kato' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('club_invitation')
    .values({
      club_id: club.id,
      person_id: person.id,
      email,
      is_admin: isAdmin,
      invited_by: inviter.accountId,
      expires_at: invitationExpiry(bed.parts.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('club_invitation_role').values({ club_invitation_id: id, role_id: 1003 }).execute()
  await send(id)
  const { links, text } = await received(bed, email, 'Kita <Dojo> invites you to Honbu')
  await db.deleteFrom('attempt').execute()
  return { id, link: links[0] ?? '', text }
}
const send = (invitationId: number) =>
  db.transaction().execute(tx => bed.jobs.enqueue(tx, invitationMailJob, { invitationId }))
const placeOf = (email: string) =>
  db
    .selectFrom('club_user')
    .innerJoin('account', 'account.id', 'club_user.account_id')
    .select(['club_user.is_admin', 'club_user.user_until', 'account.email_confirmed_at', 'account.last_login'])
    .where('club_user.club_id', '=', club.id)
    .where('account.email', '=', email)
    .executeTakeFirst()
const rolesIn = () => db.selectFrom('club_user_role').select('role_id').execute()

describe('an invitation to someone without an account', () => {
  it('says who invites where, makes the account, and is in', async () => {
    const { link, text } = await invite('new@club.example', true)
    expect(text).toContain('Hi Ayumi,\n\nSiân O’Brien has invited you to work in Kita <Dojo> on Honbu')
    expect(text).toContain('You can do everything: classes, members, staff, prices, money and settings.')
    expect(text).toContain('Open this link to choose a password and join.')
    const browser = openBrowser()
    const page = await browser.go(link)
    expect(page.body).toContain('<h1>Join Kita &#60;Dojo&#62;</h1>')
    expect(page.body).toContain('Siân O’Brien has invited Ayumi Kato (new@club.example)')
    expect(page.body).toContain(' as instructor, an admin of the club')
    expect([page.body.includes('value="Ayumi"'), page.body.includes('value="Kato"')]).toEqual([true, true])
    // Only looked at: nothing has happened.
    expect(await placeOf('new@club.example')).toBeUndefined()

    const wrong = await browser.submit(page, { firstName: '', lastName: 'Kato', password: 'short' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toContain('Please enter your first name.')
    const done = await browser.submit(page, { firstName: 'Aya', lastName: 'Kato', password })
    expect([done.status, done.location]).toEqual([303, `${bed.root}/dashboard`])
    expect(await placeOf('new@club.example')).toEqual({
      is_admin: true,
      user_until: null,
      email_confirmed_at: expect.any(Date),
      last_login: expect.any(Date),
    })
    expect(await rolesIn()).toEqual([{ role_id: 1003 }])
    // Logged in already, and the link is used up.
    expect((await browser.go(`${account}/Manage`)).body).toContain('value="Aya"')
    expect((await browser.go(link)).status).toBe(410)
  })

  it('takes an account over that somebody else has made with the address and nobody has confirmed', async () => {
    const { accountId } = await bed.addAccount('squatted@club.example', 'the password of another', false)
    const { link } = await invite('squatted@club.example')
    const browser = openBrowser()
    const names = { firstName: 'Real', lastName: 'Reader' }
    expect((await browser.submit(await browser.go(link), { ...names, password })).status).toBe(303)
    const row = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
    expect(row.email_confirmed_at).not.toBeNull()
    const login = async (tried: string) => {
      const other = openBrowser()
      const page = await other.go(`${account}/Login`)
      return (await other.submit(page, { email: 'squatted@club.example', password: tried })).status
    }
    expect([await login('the password of another'), await login(password)]).toEqual([400, 303])
  })

  it('makes one account when the form is sent twice at once', async () => {
    const { link } = await invite('double@club.example')
    const browser = openBrowser()
    const page = await browser.go(link)
    const fields = { firstName: 'Dou', lastName: 'Ble', password }
    const answers = await Promise.all([browser.submit(page, fields), browser.submit(page, fields)])
    // The slower one finds the link used up, sooner or later.
    expect(answers.map(each => each.location)).toContain(`${bed.root}/dashboard`)
    expect(answers.filter(each => each.location === `${bed.root}/dashboard`)).toHaveLength(1)
    expect(await placeOf('double@club.example')).toBeDefined()
  })
})

describe('an invitation to someone with an account', () => {
  it('asks to log in, comes back, and joins at a press', async () => {
    await bed.addAccount('known@club.example', password)
    const { link, text } = await invite('known@club.example')
    expect(text).toContain('Log in with this email address to join.')
    const browser = openBrowser()
    const page = await browser.go(link)
    expect(page.body).toContain('Log in to join')
    expect(page.body).not.toContain('name="password"')
    const login = /href="([^"]*Login[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&') ?? ''
    const back = await browser.submit(await browser.go(new URL(login, bed.baseUrl).href), {
      email: 'known@club.example',
      password,
    })
    expect(back.location).toBe(link)
    expect(await placeOf('known@club.example')).toBeUndefined()
    const joined = await browser.submit(await browser.go(link), {})
    expect(joined.location).toBe(`${bed.root}/dashboard`)
    expect(await placeOf('known@club.example')).toMatchObject({ is_admin: false })
  })

  it('does not let somebody else in who is logged in', async () => {
    await bed.addAccount('meant@club.example', password)
    await bed.addAccount('other@club.example', password)
    const { link } = await invite('meant@club.example')
    const browser = openBrowser()
    await browser.submit(await browser.go(`${account}/Login`), { email: 'other@club.example', password })
    const page = await browser.go(link)
    expect(page.body).toContain('You are logged in as other@club.example.')
    const token = new URL(link).searchParams.get('token') ?? ''
    const forced = await browser.go(`${account}/Invitation`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { origin: bed.baseUrl },
    })
    expect(forced.location).toContain('/Identity/Account/Invitation?token=')
    expect(await placeOf('other@club.example')).toBeUndefined()
    expect(await placeOf('meant@club.example')).toBeUndefined()
  })
})

describe('the link of an invitation', () => {
  it('ends when it is revoked, replaced or too old', async () => {
    const { id, link } = await invite('ending@club.example')
    await send(id)
    let newer = link
    await expect
      .poll(async () => {
        newer = (await received(bed, 'ending@club.example', 'invites you')).links[0] ?? ''
        return newer
      })
      .not.toBe(link)
    expect((await openBrowser().go(link)).status).toBe(410)
    expect((await openBrowser().go(newer)).status).toBe(200)
    bed.clock.ahead = 15 * 86_400_000
    expect((await openBrowser().go(newer)).status).toBe(410)
    bed.clock.ahead = 0
    await db
      .updateTable('club_invitation')
      .set({ closed_at: new Date(), closed_as: 'revoked' })
      .where('id', '=', id)
      .execute()
    expect((await openBrowser().go(newer)).body).toContain('This invitation no longer works')
  })
})

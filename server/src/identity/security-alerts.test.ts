import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Message } from '../platform/mail.ts'
import { forgetOrigins, tellOfRefusals } from './security-alerts.ts'
import { settingsOf } from './settings.ts'

const { db } = await freshDatabase()
const settings = settingsOf({ baseUrl: 'https://club.example', basePath: '/honbu', oidc: { clientId: 'Honbu.Web' } })
const hour = 3_600_000

async function refuse(accountId: number, times: number) {
  const entry = { clubId: null, subject: 'account', subjectId: accountId, after: { address: '192.0.2.1' } } as const
  for (let n = 0; n < times; n++)
    await db.transaction().execute(tx => writeAudit(tx, { action: 'signInRefused', accountId }, [entry]))
}

/** To whom what was sent, after so many hours. */
async function told(hours = 0) {
  const mails: Message[] = []
  const mail = { post: async (_tx: unknown, message: Message) => void mails.push(message) }
  await tellOfRefusals({ db, mail, settings, now: new Date(Date.now() + hours * hour) })
  return mails
}

describe('refused attempts', () => {
  it('that pile up are told to the person and the admins of their clubs, once a day', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
    await createAccount(db, { clubId: club.id })
    await createAccount(db, { clubId: (await createClub(db)).id, isAdmin: true })
    await db.updateTable('account').set({ email_confirmed_at: new Date() }).where('id', '=', admin.id).execute()
    await refuse(coach.id, 19)
    expect(await told()).toEqual([])
    await refuse(coach.id, 1)
    const mails = await told()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([admin.email, coach.email].toSorted())
    expect(mails[0]?.text).toContain('20 attempts')
    expect(mails[0]?.text).toContain('https://club.example/honbu/activity/security')
    expect(await told()).toEqual([])
    await refuse(coach.id, 20)
    expect(await told()).toEqual([])
  })

  it('keep who did what for good, and from where for 400 days', async () => {
    const account = await createAccount(db, { clubId: (await createClub(db)).id })
    await refuse(account.id, 1)
    const after = async () =>
      (await db.selectFrom('audit').select('after').where('account_id', '=', account.id).execute()).map(
        row => row.after,
      )
    await forgetOrigins(db, new Date(Date.now() + 399 * 24 * hour))
    expect(await after()).toEqual([{ address: '192.0.2.1' }])
    await forgetOrigins(db, new Date(Date.now() + 401 * 24 * hour))
    expect(await after()).toEqual([null])
  })
})

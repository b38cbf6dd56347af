import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openSending } from '../../test/sending.ts'

const database = await freshDatabase()
const { db } = database
const { inbox, work, later, now } = await openSending(database)
const { as } = await testApp(database, now)

const plan = 'membership.until'

/** A club with one member whose membership ends on a day, and one whose does not. */
async function aClub() {
  const club = await createClub(db)
  const { sub } = await createAccount(db, { clubId: club.id, isAdmin: true })
  const address = (name: string) => `${name.toLowerCase()}-${club.id}@mail.example`
  const ids: number[] = []
  for (const firstName of ['Ann', 'Ben'])
    ids.push((await createMember(db, { clubId: club.id, firstName, email: address(firstName) })).id)
  const [ann = 0, ben = 0] = ids
  await sql`update club_member set member_until = null where member_id = ${ben}`.execute(db)
  await sql`update club_member set member_until = '2027-03-01' where member_id = ${ann}`.execute(db)
  const ask = (call: string, rest: object = {}) =>
    as(sub).post(`/api/messaging/${call}`, {
      ...{ channel: 'email', subject: 'Your membership', body: `<p>Until {{ ${plan} }}.</p>`, layoutId: null },
      ...{ clubId: club.id, clubIds: [club.id], audience: { include: [], exclude: [] }, onePerAddress: false },
      ...{ purpose: 'service', templateId: null, name: '', sendLocal: null, perClubZone: false },
      ...rest,
    })
  const read = (id: number) => as(sub).get(`/api/messaging/GetMessage/${id}`)
  const mails = async (name: string) => (await inbox.list()).filter(({ to }) => to.includes(address(name)))
  return {
    ann,
    ben,
    ask,
    read,
    mails,
    list: (id: number) => as(sub).post(`/api/messaging/GetMessageRecipients/${id}`, {}),
  }
}

it('says for whom a field is empty, and sends nothing until something is said about them', async () => {
  const { ben, ask, mails } = await aClub()
  const whole = { templateId: undefined, name: undefined, sendLocal: undefined, perClubZone: undefined }
  const { body: check } = await ask('CheckMessage', whole)
  expect(check).toMatchObject({ reached: 2, examined: 2, leftOut: 1 })
  expect(check.empty).toEqual([
    {
      field: plan,
      title: 'Ends on',
      isAddress: false,
      count: 1,
      people: [{ memberId: ben, name: expect.stringMatching(/^Ben/) }],
    },
  ])
  const refused = await ask('SendMessage')
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { gaps: [expect.stringMatching(/“Ends on” is empty for 1/)] } },
  })
  await work()
  expect(await mails('Ann')).toEqual([])

  const gaps = [{ field: plan, instead: 'further notice' }]
  expect((await ask('CheckMessage', { ...whole, gaps })).body.leftOut).toBe(0)
  const { body: preview } = await ask('GetMessagePreview', { ...whole, gaps, position: 1 })
  expect(preview.shown).toMatchObject({ missing: [], text: expect.stringContaining('Until further notice.') })
  expect((await ask('GetMessagePreview', { ...whole, position: 1 })).body.shown.missing).toEqual(['Ends on'])
})

it('writes what was chosen where a field is empty, and the field where it is not', async () => {
  const { ask, read, mails } = await aClub()
  const gaps = [{ field: plan, instead: 'further <notice>' }]
  const { body: sent } = await ask('SendMessage', { gaps })
  await work()
  expect((await mails('Ann'))[0]?.text).toContain('Until 1 March 2027.')
  expect((await mails('Ben'))[0]?.text).toContain('Until further <notice>.')
  expect((await mails('Ben'))[0]?.html).toContain('further &lt;notice&gt;')
  expect((await read(sent.messageId)).body.gaps).toEqual(gaps)
})

it('leaves out whom it was said to leave out, with the field as the reason', async () => {
  const { ben, ask, list, mails } = await aClub()
  const { body: sent } = await ask('SendMessage', { gaps: [{ field: plan, instead: null }] })
  await work()
  expect(await mails('Ann')).toHaveLength(1)
  expect(await mails('Ben')).toEqual([])
  const { body: recipients } = await list(sent.messageId)
  expect(recipients.data.find((row: { memberId: number }) => row.memberId === ben)).toMatchObject({
    state: 'skipped',
    reason: 'Nothing for “Ends on”',
  })
})

it('leaves out for whom a field has become empty between scheduling and sending', async () => {
  const { ann, ben, ask, mails } = await aClub()
  await sql`update club_member set member_until = '2027-03-01' where member_id = ${ben}`.execute(db)
  const tomorrow = new Date(now().getTime() + 86_400_000).toISOString().slice(0, 10)
  expect((await ask('SendMessage', { sendLocal: `${tomorrow}T09:00` })).status).toBe(200)
  await sql`update club_member set member_until = null where member_id = ${ann}`.execute(db)
  later(2 * 24 * 60)
  await work()
  expect(await mails('Ann')).toEqual([])
  expect(await mails('Ben')).toHaveLength(1)
})

it('takes no words for a link, no field that there is none of, and no empty words', async () => {
  const { ask } = await aClub()
  const sending = (gaps: object[], body = '<p>{{ links.preferences }}</p>') => ask('SendMessage', { gaps, body })
  expect((await sending([{ field: 'links.preferences', instead: 'our desk' }])).body.fields.gaps[0]).toMatch(
    /is a link/,
  )
  expect((await sending([{ field: 'member.shoeSize', instead: 'x' }])).status).toBe(400)
  expect((await sending([{ field: plan, instead: '' }])).status).toBe(400)
})

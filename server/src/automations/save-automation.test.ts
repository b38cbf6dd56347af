import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { runAutomations } from './work.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aTree() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const hq = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  return { head, club, hq, admin, coach }
}

const step = { kind: 'task', subject: 'Ring up', dueInDays: 1, accountId: null, roleId: null }
const fields = { name: 'Happy birthday', trigger: { kind: 'birthday' }, conditions: [], steps: [step] }
const names = (body: { name: string }[]) => body.map(({ name }) => name)

describe('saveAutomation', () => {
  it('makes one that is off, used by the clubs below, and changes it', async () => {
    const { head, club, hq, coach } = await aTree()
    const { body } = await hq.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: head.id })
    const { body: list } = await coach.get(`/api/messaging/GetAutomations/${club.id}`)
    expect(names(list)).toEqual(['Trial reminder', 'Invitation to join', 'Happy birthday'])
    expect(list[2]).toMatchObject({ isOn: false, isOffHere: false, clubName: head.name, running: 0 })
    const change = { ...fields, clubId: head.id, version: body.version, name: 'Birthday' }
    const address = `/api/messaging/SaveAutomation/${body.automationId}`
    expect((await hq.post(address, change)).body).toMatchObject({ version: 2 })
    expect((await hq.post(address, change)).status).toBe(409)
    const { body: read } = await coach.get(`/api/messaging/GetAutomation/${body.automationId}`)
    expect(read).toMatchObject({ name: 'Birthday', trigger: { kind: 'birthday' }, steps: [step] })
  })

  it('is for admins of the club that has made it', async () => {
    const { head, club, hq, admin, coach } = await aTree()
    const { body } = await hq.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: head.id })
    const change = { ...fields, clubId: club.id, version: 1 }
    expect((await admin.post(`/api/messaging/SaveAutomation/${body.automationId}`, change)).status).toBe(403)
    expect((await coach.post('/api/messaging/SaveAutomation/0', change)).status).toBe(403)
  })

  it('refuses an unknown field, and a wait for a class where none is booked', async () => {
    const { club, admin } = await aTree()
    const save = (steps: object[]) =>
      admin.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: club.id, steps })
    const sent = { kind: 'message', channel: 'email', purpose: 'service', templateId: null, layoutId: null }
    const message = { ...sent, subject: 'Hi', body: '<p>{{ member.nam }}</p>' }
    expect((await save([step, message])).body.fields.steps).toEqual([expect.stringMatching(/^Step 2: .*member\.nam/)])
    expect((await save([{ ...message, body: '<p> </p>' }])).body.fields).toEqual({
      steps: ['Step 1: Write the message.'],
    })
    expect((await save([{ ...message, body: '<p>Hello</p>' }])).status).toBe(200)
    expect((await save([step, { kind: 'waitForClass', days: -1, time: null }])).status).toBe(400)
    const review = { ...message, body: '<p><a href="{{ club.reviewUrl }}">Write a review</a></p>' }
    expect((await save([step, review])).body.message).toMatch(/^Step 2: “Page for reviews” is empty for/)
  })
})

describe('switchAutomation', () => {
  it('for all by the club that has made it, for itself by one below', async () => {
    const { head, club, hq, admin } = await aTree()
    const { body } = await hq.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: head.id })
    const address = `/api/messaging/SwitchAutomation/${body.automationId}`
    await hq.post(address, { clubId: head.id, isOn: true })
    await admin.post(address, { clubId: club.id, isOn: false })
    const here = await createMember(db, { clubId: club.id, dob: '2015-05-12' })
    const there = await createMember(db, { clubId: head.id, dob: '2015-05-12' })
    await db.deleteFrom('automation_look').execute()
    await runAutomations({ db, deliver: async () => ({ refused: 'no' }) }, testNow)
    const runs = async (clubId: number) =>
      (await hq.get(`/api/messaging/GetAutomationRuns/${body.automationId}?clubId=${clubId}`)).body
    expect(await runs(club.id)).toEqual([])
    expect(await runs(head.id)).toMatchObject([
      {
        memberId: there.id,
        state: 'done',
        dueAt: null,
        log: [{ what: 'started' }, { what: 'task' }, { what: 'done' }],
      },
    ])
    expect(here.id).not.toBe(there.id)
    const { body: list } = await admin.get(`/api/messaging/GetAutomations/${club.id}`)
    expect(list.at(-1)).toMatchObject({ isOn: true, isOffHere: true })
  })

  it('refuses a club that does not use it', async () => {
    const { club, hq, head } = await aTree()
    const { body } = await hq.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: club.id })
    const input = { clubId: head.id, isOn: true }
    expect((await hq.post(`/api/messaging/SwitchAutomation/${body.automationId}`, input)).status).toBe(400)
  })
})

describe('an own version', () => {
  const own = { ...fields, name: 'Our own' }
  const names = async (call: Awaited<ReturnType<typeof aTree>>['hq'], clubId: number) =>
    (await call.get(`/api/messaging/GetAutomations/${clubId}`)).body

  it('of what every club begins with takes its place, and gives it back when it is deleted', async () => {
    const { head, club, hq, admin } = await aTree()
    const [reminder] = (await names(admin, club.id)) as { automationId: number }[]
    const replacesId = reminder?.automationId
    const input = { ...own, trigger: { kind: 'activation' }, clubId: club.id, replacesId }
    const { body } = await admin.post('/api/messaging/SaveAutomation/0', input)
    expect(await names(admin, club.id)).toMatchObject([{ name: 'Invitation to join' }, { name: 'Our own', isOn: true }])
    expect(await names(hq, head.id)).toMatchObject([{ name: 'Trial reminder' }, { name: 'Invitation to join' }])
    expect((await admin.post('/api/messaging/SaveAutomation/0', { ...input, name: 'Again' })).status).toBe(409)
    const address = `/api/messaging/DeleteAutomation/${body.automationId}`
    expect((await admin.post(address)).status).toBe(200)
    expect(await names(admin, club.id)).toMatchObject([{ name: 'Trial reminder' }, { name: 'Invitation to join' }])
    expect((await hq.post(`/api/messaging/DeleteAutomation/${replacesId}`)).status).toBe(409)
  })

  it('of any other switches that off, for the club and those below it', async () => {
    const { head, club, hq, admin } = await aTree()
    const below = await createClub(db, { parentClubId: club.id })
    const { body: above } = await hq.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: head.id })
    await hq.post(`/api/messaging/SwitchAutomation/${above.automationId}`, { clubId: head.id, isOn: true })
    const input = { ...own, clubId: club.id, replacesId: above.automationId }
    expect((await admin.post('/api/messaging/SaveAutomation/0', input)).status).toBe(200)
    for (const { id } of [club, below])
      expect((await names(hq, id)).slice(2)).toMatchObject([
        { name: 'Happy birthday', isOn: true, isOffHere: true },
        { name: 'Our own', isOn: true, isOffHere: false },
      ])
    expect((await names(hq, head.id)).slice(2)).toMatchObject([{ isOn: true, isOffHere: false }])
    const upwards = { ...own, name: 'Other', clubId: head.id, replacesId: above.automationId }
    expect((await hq.post('/api/messaging/SaveAutomation/0', upwards)).status).toBe(400)
  })
})

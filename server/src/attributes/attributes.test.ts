import { attributeValue } from '@honbu/contract/attributes.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aTree() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const local = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const member = await createMember(db, { clubId: branch.id })
  const define = async (fields: object = {}) =>
    await boss.post('/api/club/SaveAttributeDefinition/0', {
      clubId: head.id,
      name: 'Shoe size',
      type: 'number',
      choices: [],
      isRequired: false,
      ...fields,
    })
  const save = async (attributeId: number, value: string, version = 0) =>
    await local.post(`/api/member/SaveAttribute/${member.id}`, { attributeId, memberId: member.id, value, version })
  const values = async () => (await local.get(`/api/member/GetAttributes/${member.id}`)).body
  return { head, branch, boss, local, member, define, save, values }
}

describe('attributeValue', () => {
  const of = (type: 'text' | 'number' | 'date' | 'yesno' | 'choice', isRequired = false) => ({
    type,
    choices: ['Red', 'Blue'],
    isRequired,
  })
  it.each([
    ['text', ' Knee ', { value: 'Knee' }],
    ['number', '1,234.50', { value: '1234.50' }],
    ['number', '1e5', { wrong: 'Should be a number' }],
    ['date', '2026-02-28', { value: '2026-02-28' }],
    ['date', '2026-02-29', { wrong: 'Should be a date' }],
    ['yesno', 'Yes', { value: 'yes' }],
    ['yesno', 'maybe', { wrong: 'Should be yes or no' }],
    ['choice', 'blue', { value: 'Blue' }],
    ['choice', 'Green', { wrong: 'Should be one of: Red, Blue' }],
    ['text', ' ', { value: '' }],
  ] as const)('of type %s: %j', (type, value, expected) => {
    expect(attributeValue(value, of(type))).toEqual(expected)
  })

  it('is not empty where it is required', () => {
    expect(attributeValue(' ', of('text', true))).toEqual({ wrong: 'This should not be empty' })
  })
})

describe('attributes', () => {
  it('are asked of the members of all clubs below, and kept by their type', async () => {
    const { branch, local, define, save, values } = await aTree()
    const { attributeId } = (await define()).body
    expect((await local.get(`/api/club/GetAttributeDefinitions/${branch.id}`)).body).toMatchObject([
      { attributeId, name: 'Shoe size', isOwn: false, uses: 0 },
    ])
    expect(await values()).toMatchObject([{ attributeId, memberAttributeId: null, value: '' }])
    expect(await save(attributeId, 'large')).toMatchObject({
      status: 400,
      body: { fields: { value: ['Should be a number'] } },
    })
    const saved = await save(attributeId, '38')
    expect(saved).toMatchObject({ status: 200, body: { value: '38', version: 1 } })
    expect(await values()).toMatchObject([{ memberAttributeId: saved.body.memberAttributeId, value: '38' }])
    expect(await save(attributeId, '39', 0)).toMatchObject({
      status: 409,
      body: { conflict: { current: { value: '38' } } },
    })
    expect(await save(attributeId, '', 1)).toMatchObject({ status: 200, body: { memberAttributeId: null } })
    expect(await values()).toMatchObject([{ memberAttributeId: null, value: '' }])
  })

  it('keep their type and their used choices while there are values', async () => {
    const { head, boss, define, save } = await aTree()
    const { attributeId } = (await define({ name: 'Team', type: 'choice', choices: ['Red', 'Blue'] })).body
    await save(attributeId, 'Red')
    const change = async (fields: object) =>
      await boss.post(`/api/club/SaveAttributeDefinition/${attributeId}`, {
        clubId: head.id,
        version: 1,
        name: 'Team',
        type: 'choice',
        choices: ['Red', 'Green'],
        isRequired: false,
        ...fields,
      })
    expect(await change({ type: 'text' })).toMatchObject({ status: 409, body: { fields: { type: expect.anything() } } })
    expect(await change({ choices: ['Blue', 'Green'] })).toMatchObject({
      status: 409,
      body: { fields: { choices: ['“Red” is used by members.'] } },
    })
    expect((await change({})).status).toBe(200)
    expect((await change({})).status).toBe(409)
    expect((await boss.post(`/api/club/DeleteAttributeDefinition/${attributeId}`)).status).toBe(409)
    expect((await boss.post(`/api/club/DeleteAttributeDefinition/${attributeId}`, { withValues: true })).status).toBe(
      200,
    )
  })

  it('are defined by admins, for their own clubs', async () => {
    const { head, local, define } = await aTree()
    const { attributeId } = (await define()).body
    const fields = { clubId: head.id, name: 'Mine', type: 'text', choices: [], isRequired: false }
    expect((await local.post('/api/club/SaveAttributeDefinition/0', fields)).status).toBe(403)
    expect((await local.post(`/api/club/DeleteAttributeDefinition/${attributeId}`)).status).toBe(403)
    expect(await define()).toMatchObject({ status: 409, body: { fields: { name: expect.anything() } } })
    const choice = await define({ name: 'Team', type: 'choice', choices: ['Red'] })
    expect(choice).toMatchObject({ status: 400, body: { fields: { choices: expect.anything() } } })
  })

  it('take a value away, unless it is required', async () => {
    const { local, define, save } = await aTree()
    const size = (await define()).body.attributeId
    const knee = (await define({ name: 'Knee', type: 'text', isRequired: true })).body.attributeId
    const [one, other] = [(await save(size, '38')).body, (await save(knee, 'bad')).body]
    expect((await local.post(`/api/member/DeleteAttribute/${one.memberAttributeId}`)).status).toBe(200)
    expect((await local.post(`/api/member/DeleteAttribute/${other.memberAttributeId}`)).status).toBe(400)
  })
})

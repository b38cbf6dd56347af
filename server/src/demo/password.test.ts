import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { hashPassword } from '../identity/index.ts'
import { passwordOfDemo } from './password.ts'
import { demoPassword } from './staff.ts'

const { db } = await freshDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'honbu-demo-password-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const here = { dataDir, host: '127.0.0.1', baseUrl: undefined }
const everywhere = { ...here, host: '0.0.0.0' }
const read = (where: typeof everywhere) => passwordOfDemo(db, where, testNow)
let accountId = 0

describe('passwordOfDemo', () => {
  beforeEach(async () => {
    rmSync(path.join(dataDir, 'demo-password'), { force: true })
    await db
      .updateTable('account')
      .set({ email: `left-${accountId}@club.example` })
      .where('id', '=', accountId)
      .execute()
    const { id: clubId } = await createClub(db)
    accountId = (await createAccount(db, { clubId })).id
    await db
      .updateTable('account')
      .set({ email: 'hq@demo.honbu.example', password_hash: await hashPassword(demoPassword) })
      .where('id', '=', accountId)
      .execute()
  })

  it('is the published one on this machine alone', async () => {
    expect(await read(here)).toBe(demoPassword)
  })

  it.each([
    ['0.0.0.0', undefined],
    ['192.168.0.4', undefined],
    ['127.0.0.1', 'https://demo.example'],
  ])('is a random one where others can get to HOST=%s, BASE_URL=%s', async (host, baseUrl) => {
    const where = { dataDir, host, baseUrl }
    const password = await passwordOfDemo(db, where, testNow)
    expect(password).toMatch(/^[\w-]{16}$/)
    const file = path.join(dataDir, 'demo-password')
    expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o077]).toEqual([password, 0])
    const { tokens_valid_from } = await db
      .selectFrom('account')
      .select('tokens_valid_from')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(tokens_valid_from).toEqual(testNow)
    // The next start says the same one, wherever it listens.
    expect([await passwordOfDemo(db, where, testNow), await read(here)]).toEqual([password, password])
  })

  it('is none where someone has chosen their own, or there is no demo', async () => {
    await db
      .updateTable('account')
      .set({ password_hash: await hashPassword('their own choice of words') })
      .where('id', '=', accountId)
      .execute()
    expect([await read(here), await read(everywhere)]).toEqual([null, null])
    await db.updateTable('account').set({ email: 'real@club.example' }).where('id', '=', accountId).execute()
    expect(await read(everywhere)).toBeNull()
  })
})

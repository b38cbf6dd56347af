import { randomUUID } from 'node:crypto'
import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApp, testNow } from './app.ts'
import { freshDatabase } from './database.ts'
import { inputOf } from './input-of.ts'
import { createOurRows } from './our-rows.ts'
import { postCall } from './words-in-calls.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const rows = await createOurRows(db)
const { account_id: accountId } = await db
  .selectFrom('club_user')
  .innerJoin('account', 'account.id', 'club_user.account_id')
  .select('account_id')
  .where('account.sub', '=', rows.admin)
  .executeTakeFirstOrThrow()

/** Calls as the admin in a session that began, or was proved, so many minutes ago. */
async function minutesAgo(began: number, proved: number | null = null) {
  const uid = randomUUID()
  const at = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000)
  await db
    .insertInto('account_session')
    .values({
      ...{ uid, account_id: accountId, method: 'code', is_two_factor: true },
      ...{ began_at: at(began), last_used_at: testNow, proved_at: proved === null ? null : at(proved) },
    })
    .execute()
  return as(`${rows.admin}~${uid}`)
}

const files = Object.entries(contract).filter(([, { needsProof }]) => needsProof)

describe('a club that asks for a proof before files leave', async () => {
  const old = await minutesAgo(31)
  const fresh = [await minutesAgo(30), await minutesAgo(600, 30)]
  const required = { status: 403, body: { error: 'proof_required' } }
  const settings = async (filesNeedProof: boolean) => {
    const { version } = await db
      .selectFrom('club')
      .select('version')
      .where('id', '=', rows.club)
      .executeTakeFirstOrThrow()
    const saved = await old.post(`/api/club/SaveClubSettings/${rows.club}`, {
      ...{ version, timeZone: 'Europe/London', filesNeedProof },
    })
    expect(saved.status).toBe(200)
  }

  it.each(files)('refuses %s half an hour after the last, and answers it before', async (name, endpoint) => {
    const send = async ({ get, post }: typeof old) => {
      const input = await inputOf([name, endpoint], { db, rows })
      return endpoint.method === 'POST'
        ? await postCall(post, endpoint, input)
        : await get(endpoint.path.replace(/:(\w+)/, (_, field: string) => String(input[field])))
    }
    await settings(true)
    expect(await send(old)).toMatchObject(required)
    for (const session of fresh) expect((await send(session)).status).toBe(200)
    await settings(false)
    expect((await send(old)).status).toBe(200)
  })
})

/** Papers for the people they name, handed out at the desk and after a grading. */
const withoutProof = ['getGradingCertificates', 'getOrderReceipt']

it('is declared by each call that hands out a file', () => {
  const isFile = ({ output }: Endpoint) => {
    const fields = Object.keys(
      (z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
    )
    return fields.includes('base64') || fields.includes('csv')
  }
  const undeclared = Object.entries(contract).filter(([, call]) => isFile(call) && !call.needsProof)
  expect(undeclared.map(([name]) => name)).toEqual(withoutProof)
})

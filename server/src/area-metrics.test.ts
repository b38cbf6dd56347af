import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testNow } from '../test/app.ts'
import { freshDatabase } from '../test/database.ts'
import { createClass } from '../test/factories/classes.ts'
import { createExternalPayment, createProviderAccount } from '../test/factories/collections.ts'
import { createMessage, createRecipient } from '../test/factories/messages.ts'
import { createAccount, createClub, createMember } from '../test/factories/people.ts'
import { areaMetrics } from './area-metrics.ts'
import { deadLetters, openJobs } from './platform/jobs.ts'
import { openMetrics } from './platform/metrics.ts'

const { db, pool, connection } = await freshDatabase()
const jobs = await openJobs(connection, { error: () => {} }, { works: false })
await jobs.work('send-mail', async () => {})

const token = 'a-token-of-some-length'
const backup = {
  to: '/backups',
  recipients: [],
  at: { hour: 2, minute: 30 },
  hours: 24,
  keep: { days: 7, weeks: 4, months: 12 },
}
const app = Fastify()
openMetrics({
  ...{ pool, token },
  // No one answers there: the figure is left out.
  areas: areaMetrics({
    db,
    pool,
    config: { backup, dataDir: '/', baseUrl: 'https://localhost:1' },
    now: () => testNow,
  }),
}).serve(app)
afterAll(async () => {
  await app.close()
  await jobs.stop()
})

async function figures(): Promise<Record<string, number>> {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(statusCode).toBe(200)
  const lines = body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const club = await createClub(db)
const hour = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000)

describe('the figures of the areas', () => {
  it('are all there before anything has happened', async () => {
    expect(await figures()).toMatchObject({
      'honbu_letters{state="sent"}': 0,
      'honbu_texts{state="refused"}': 0,
      'honbu_charging_runs{state="stuck"}': 0,
      'honbu_collections{state="late"}': 0,
      'honbu_offers{state="overdue"}': 0,
      'honbu_exports{state="failed"}': 0,
      'honbu_failed_jobs{queue="send-mail"}': 0,
      honbu_late_jobs: 0,
      honbu_stream_clients: 0,
      honbu_backup_last_success_timestamp_seconds: 0,
      honbu_disk_free_bytes: expect.any(Number),
    })
  })

  it('count emails and text messages of the last day: sent, refused and waiting', async () => {
    const email = await createMessage(db, { clubId: club.id })
    const text = await createMessage(db, { clubId: club.id, channel: 'sms' })
    const to = async (messageId: number, state: string, at: Date | null) => {
      const member = await createMember(db, { clubId: club.id })
      const id = await createRecipient(db, { messageId, memberId: member.id, state })
      await db.updateTable('message_recipient').set({ sent_at: at }).where('id', '=', id).execute()
    }
    for (const state of ['sent', 'delivered', 'bounced', 'failed']) await to(email, state, hour(-2))
    await to(email, 'sent', hour(-25))
    await to(email, 'waiting', null)
    await to(text, 'waiting', null)
    await db.transaction().execute(tx => jobs.enqueue(tx, 'send-mail', {}))
    await pool.query(`insert into pgboss.job (name, source_name, data) values ($1, 'send-mail', '{}')`, [deadLetters])
    expect(await figures()).toMatchObject({
      'honbu_letters{state="sent"}': 2,
      'honbu_letters{state="refused"}': 3,
      'honbu_letters{state="waiting"}': 2,
      honbu_letters_last_sent_timestamp_seconds: hour(-2).getTime() / 1000,
      'honbu_texts{state="waiting"}': 1,
      'honbu_texts{state="sent"}': 0,
      'honbu_failed_jobs{queue="send-mail"}': 1,
      honbu_late_jobs: 0,
    })
  })

  it('count charging runs that stand still, collections that wait, webhooks, offers and exports', async () => {
    const member = await createMember(db, { clubId: club.id })
    await sql`
      insert into charging_run (club_id, state, run_on, due_until, failed, created_at, moved_at)
      values (${club.id}, 'running', '2026-05-12', '2026-05-12', 3, ${hour(-1)}, ${hour(-1)})`.execute(db)
    for (const state of ['waiting', 'failed', 'submitted']) {
      const id = await createExternalPayment(db, { clubId: club.id, memberId: member.id })
      const reference = state === 'waiting' ? null : `PM-${state}`
      const sent = reference ? hour(-2) : null
      const values = { state, reference, sent_at: sent, charge_date: '2026-05-10', created_at: hour(-2) }
      await db.updateTable('external_payment').set(values).where('id', '=', id).execute()
    }
    const provider = await createProviderAccount(db, { clubId: club.id })
    await sql`update provider_account set problem = 'The key was revoked.'`.execute(db)
    await sql`
      insert into provider_event (provider_account_id, event_id, resource_type, action, links, details, happened_at,
        received_at, try_again_at)
      values (${provider}, 'EV1', 'payments', 'paid', '{}', '{}', ${testNow}, ${testNow}, ${hour(-1)})`.execute(db)
    await sql`
      insert into carrier_event (carrier, kind, event_key, address, told, happened_at, received_at, try_again_at)
      values ('mail', 'report', 'one', '', '{}', ${testNow}, ${testNow}, ${hour(1)})`.execute(db)
    const { id: accountId } = await createAccount(db, { clubId: club.id })
    await db
      .insertInto('export_file')
      .values({
        ...{ account_id: accountId, club_ids: [club.id], columns: ['name'], format: 'csv', dates: 'iso', folder: 'x' },
        ...{ state: 'running', created_at: hour(-1), expires_at: hour(20) },
      })
      .execute()
    const klass = await createClass(db, { clubId: club.id })
    for (const until of [hour(-1), hour(1), null]) {
      const { id } = await createMember(db, { clubId: club.id })
      const entry = { class_id: klass.id, club_id: club.id, root_club_id: club.rootClubId, member_id: id }
      const offered = { offered_at: until && hour(-2), offer_until: until, class_date: '2026-05-20' }
      await db
        .insertInto('waiting_list_entry')
        .values({ ...entry, ...offered })
        .execute()
    }
    expect(await figures()).toMatchObject({
      'honbu_charging_runs{state="stuck"}': 1,
      'honbu_charging_runs{state="running"}': 1,
      honbu_charging_failed_memberships: 3,
      'honbu_collections{state="waiting"}': 1,
      'honbu_collections{state="late"}': 1,
      'honbu_collections{state="failed"}': 1,
      'honbu_collections{state="sent"}': 1,
      honbu_provider_account_problems: 1,
      'honbu_provider_events{state="late"}': 1,
      'honbu_carrier_events{state="waiting"}': 1,
      'honbu_carrier_events{state="late"}': 0,
      'honbu_offers{state="waiting"}': 1,
      'honbu_offers{state="offered"}': 1,
      'honbu_offers{state="overdue"}': 1,
      'honbu_exports{state="late"}': 1,
    })
  })

  it('that can’t be read are left out and counted, and the others are there', async () => {
    await figures()
    await db.schema.alterTable('export_file').renameTo('export_file_away').execute()
    try {
      await figures()
      const found = await figures()
      expect(found['honbu_exports{state="done"}']).toBeUndefined()
      expect(found['honbu_metrics_failures_total{area="exports"}']).toBeGreaterThan(0)
      expect(found['honbu_letters{state="sent"}']).toBe(2)
    } finally {
      await db.schema.alterTable('export_file_away').renameTo('export_file').execute()
    }
  })
})

describe('deploy/prometheus', () => {
  const file = (name: string) => readFileSync(new URL(`../../deploy/prometheus/${name}`, import.meta.url), 'utf8')
  const named = (text: string) => new Set(text.match(/\b(?:honbu|nodejs|process)_\w+/g))
  const alerts = file('alerts.yaml')
  const dashboard = JSON.parse(file('dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
  const rules = alerts.split('\n').filter(line => line.trim().startsWith('expr:'))
  const drawn = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  it('names metrics that /metrics gives, and leaves none of ours out', async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    const given = new Set<string>()
    for (const [, name = '', type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) given.add(name + suffix)
    const asked = named([...rules, ...drawn].join('\n'))
    expect([...asked].filter(name => !given.has(name))).toEqual([])
    const ours = [...given].filter(name => name.startsWith('honbu_') && !name.endsWith('_sum'))
    expect(ours.length).toBeGreaterThan(20)
    expect(ours.filter(name => !asked.has(name))).toEqual([])
  })

  it('has a line in the operations page for each alert', () => {
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    expect(names.filter(name => !page.includes(`| \`${name}\` |`))).toEqual([])
    const said = [...page.matchAll(/^\| `(Honbu\w+)` \|/gm)].map(([, name]) => name)
    expect(said.filter(name => !names.includes(name))).toEqual([])
  })
})

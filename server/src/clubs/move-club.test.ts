import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass, enrol } from '../../test/factories/classes.ts'
import { createExternalPayment, createProviderAccount } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
  link,
} from '../../test/factories/people.ts'
import { treeTables } from './move-club.ts'
import { clubInput } from './test-club.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Somebody who is admin of both heads, as who joins two organisations has to be. */
async function twoTrees() {
  const [from, to] = [await createClub(db), await createClub(db)]
  const region = await createClub(db, { parentClubId: from.id })
  const local = await createClub(db, { parentClubId: region.id })
  const boss = await createAccount(db, { clubId: from.id, isAdmin: true })
  await db
    .insertInto('club_user')
    .values({ club_id: to.id, account_id: boss.id, user_since: '2020-01-01', is_admin: true })
    .execute()
  await createAccount(db, { clubId: region.id, isAdmin: true })
  return { from, to, region, local, boss }
}

async function move(sub: string, id: number, parentClubId: number | null) {
  const { code, name, version } = await db
    .selectFrom('club')
    .select(['code', 'name', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sent = await as(sub).post(`/api/club/SaveClub/${id}`, clubInput({ code, name, version, parentClubId }))
  return { ...sent, reason: sent.body.fields?.parentClubId?.[0] as string | undefined }
}

const rootsOf = async (clubIds: number[]) => {
  const rows = await db.selectFrom('club').select(['id', 'root_club_id']).where('id', 'in', clubIds).execute()
  return new Map(rows.map(row => [row.id, row.root_club_id]))
}

describe('a club under another one', () => {
  it('cannot become its own ancestor', async () => {
    const { from, region, local, boss } = await twoTrees()
    expect((await move(boss.sub, region.id, region.id)).reason).toBe('A club cannot be part of itself.')
    expect((await move(boss.sub, region.id, local.id)).reason).toBe(`${local.name} is itself a part of ${region.name}.`)
    expect((await move(boss.sub, from.id, local.id)).status).toBe(409)
  })

  it('of two moves at once that would make a circle, one is refused', async () => {
    const { from, boss } = await twoTrees()
    const [a, b] = [await createClub(db, { parentClubId: from.id }), await createClub(db, { parentClubId: from.id })]
    for (const { id } of [a, b]) await createAccount(db, { clubId: id, isAdmin: true })
    const answers = await Promise.all([move(boss.sub, a.id, b.id), move(boss.sub, b.id, a.id)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  })

  it('stays in its tree without anything else changing', async () => {
    const { from, local, boss } = await twoTrees()
    await createAccount(db, { clubId: local.id, isAdmin: true })
    expect((await move(boss.sub, local.id, from.id)).status).toBe(200)
    expect(await rootsOf([local.id])).toEqual(new Map([[local.id, from.id]]))
  })

  it('takes along the sources by which its people came, and joins those that are known there', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const source = async (clubId: number, name: string) =>
      await db
        .insertInto('lookup')
        .values({ kind: 'marketing_source', name, club_id: clubId })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [radio, fair] = [await source(from.id, 'Radio'), await source(from.id, 'Fair')]
    await source(from.id, 'Unused')
    const known = await source(to.id, 'RADIO')
    const listener = await createMember(db, { clubId: local.id })
    await db
      .updateTable('club_member')
      .set({ marketing_source_id: radio.id })
      .where('member_id', '=', listener.id)
      .execute()
    for (const each of [radio, fair])
      await db
        .insertInto('marketing_cost')
        .values({ club_id: local.id, marketing_source_id: each.id, month: '2026-05-01', amount_pence: 100 })
        .execute()
    expect((await move(boss.sub, region.id, to.id)).status).toBe(200)
    const own = await db.selectFrom('lookup').select(['id', 'name']).where('club_id', '=', region.id).execute()
    expect(own).toEqual([{ id: expect.any(Number), name: 'Fair' }])
    expect(
      await db
        .selectFrom('club_member')
        .select('marketing_source_id')
        .where('member_id', '=', listener.id)
        .executeTakeFirst(),
    ).toEqual({ marketing_source_id: known.id })
    const costs = await db
      .selectFrom('marketing_cost')
      .select('marketing_source_id as id')
      .where('club_id', '=', local.id)
      .execute()
    expect(costs.map(({ id }) => id).sort()).toEqual([known.id, own[0]?.id].sort())
  })

  it('forgets who was sent by a member on the other side, and keeps who was sent by one of its own', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const [stays, goes] = [await createMember(db, { clubId: from.id }), await createMember(db, { clubId: region.id })]
    const asked = async (clubId: number, referrerId: number) =>
      await db
        .insertInto('enquiry')
        .values({
          ...{ club_id: clubId, root_club_id: from.id, token: randomUUID(), was_known: true, referral: 'M1' },
          ...{ referrer_id: referrerId, rewarded_at: new Date(0) },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const ids = [await asked(local.id, goes.id), await asked(local.id, stays.id), await asked(from.id, goes.id)]
    expect((await move(boss.sub, region.id, to.id)).status).toBe(200)
    const rows = await db
      .selectFrom('enquiry')
      .select('referrer_id')
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    expect(rows).toEqual([{ referrer_id: goes.id }, { referrer_id: null }, { referrer_id: null }])
  })

  it('takes all below it and all their rows into another tree', async () => {
    const { to, region, local, boss } = await twoTrees()
    const { id: disciplineId, gradeIds } = await createDiscipline(db, { clubId: region.id })
    const klass = await createClass(db, { clubId: local.id, disciplineId })
    await db
      .insertInto('class_discipline')
      .values({ class_id: klass.id, discipline_id: disciplineId, root_club_id: region.rootClubId })
      .execute()
    const member = await createMember(db, { clubId: local.id })
    await createMembership(db, { clubId: region.id, memberId: member.id })
    await study(db, { memberId: member.id, disciplineId, gradeId: gradeIds[0] })
    await enrol(db, { classId: klass.id, memberId: member.id })
    await attend(db, { classId: klass.id, memberId: member.id })
    await createCharge(db, { clubId: local.id, memberId: member.id, pence: 1000, due: '2026-05-01', paid: 500 })
    // The same code is taken over there.
    const other = await createMember(db, { clubId: to.id })
    await db.updateTable('member').set({ code: member.code }).where('id', '=', other.id).execute()

    expect((await move(boss.sub, region.id, to.id)).body).toMatchObject({ isSuccess: true })
    expect(await rootsOf([region.id, local.id])).toEqual(
      new Map([
        [region.id, to.id],
        [local.id, to.id],
      ]),
    )
    const tables = await db.transaction().execute(treeTables)
    for (const { table } of tables) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} entry
        where root_club_id = ${region.rootClubId}
          -- The club that stays keeps what is its own.
          and to_jsonb(entry) ->> 'club_id' is distinct from ${String(region.rootClubId)}`.execute(db)
      expect([table, rows[0]?.count]).toEqual([table, 0])
    }
    const { code } = await db.selectFrom('member').select('code').where('id', '=', member.id).executeTakeFirstOrThrow()
    expect(code).toBe(`${member.code}-${region.code}`)
  })

  it('can stand alone', async () => {
    const { from, region, local, boss } = await twoTrees()
    expect((await move(boss.sub, region.id, null)).status).toBe(200)
    expect(await rootsOf([from.id, region.id, local.id])).toEqual(
      new Map([
        [from.id, from.id],
        [region.id, region.id],
        [local.id, region.id],
      ]),
    )
    // What was reached through the club above is out of reach at once.
    await expect.poll(async () => (await as(boss.sub).get(`/api/club/GetClub/${region.id}`)).status).toBe(403)
  })

  it('does not tear a member apart', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const member = await createMember(db, { clubId: local.id, firstName: 'Ann', lastName: 'Lee' })
    await createMembership(db, { clubId: from.id, memberId: member.id })
    const { status, reason } = await move(boss.sub, region.id, to.id)
    expect(status).toBe(409)
    expect(reason).toBe(`Ann Lee [${member.code}] has memberships both here and in a club that stays behind.`)
    expect(await rootsOf([region.id])).toEqual(new Map([[region.id, from.id]]))
  })

  it('does not tear families apart, and takes whole ones along', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const [here, there] = [await createMember(db, { clubId: local.id }), await createMember(db, { clubId: from.id })]
    const { personId } = await createContact(db, { memberId: here.id, firstName: 'Mia', lastName: 'Lee' })
    await createContact(db, { memberId: there.id, personId })
    const mother = await move(boss.sub, region.id, to.id)
    expect([mother.status, mother.reason]).toEqual([
      409,
      'Mia Lee is a contact of members both here and in a club that stays behind.',
    ])
    await db.deleteFrom('member_contact').where('member_id', '=', there.id).execute()
    await link(db, { memberId: there.id, linkedMemberId: here.id })
    const linked = await move(boss.sub, region.id, to.id)
    expect(linked.reason).toMatch(/ are linked, and one of them stays behind\.$/)
    await db.deleteFrom('member_link').where('member_id', '=', there.id).execute()
    const brother = await createMember(db, { clubId: region.id })
    await createContact(db, { memberId: brother.id, personId })
    await link(db, { memberId: brother.id, linkedMemberId: here.id })
    expect((await move(boss.sub, region.id, to.id)).status).toBe(200)
  })

  it('does not leave the disciplines behind that it uses', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const { id: disciplineId } = await createDiscipline(db, { clubId: from.id })
    const member = await createMember(db, { clubId: local.id })
    await study(db, { memberId: member.id, disciplineId })
    const { reason } = await move(boss.sub, region.id, to.id)
    expect(reason).toMatch(new RegExp(`share disciplines of ${from.name}: Karate`))
  })

  it('names what else would be torn apart', async () => {
    const { from, to, region, local, boss } = await twoTrees()
    const plan = await db
      .insertInto('training_plan')
      .values({ club_id: from.id, root_club_id: from.id, name: 'Two a week' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = await createMember(db, { clubId: local.id })
    await db.updateTable('club_member').set({ training_plan_id: plan.id }).where('member_id', '=', member.id).execute()
    const { status, reason } = await move(boss.sub, region.id, to.id)
    expect(status).toBe(409)
    expect(reason).toBe('It would tear apart a club member and a training plan that belong together.')
    expect(await rootsOf([local.id])).toEqual(new Map([[local.id, from.id]]))
  })

  it('needs an admin of the club that it leaves and of the one it joins', async () => {
    const { to, region, boss } = await twoTrees()
    const local = await createAccount(db, { clubId: region.id, isAdmin: true })
    expect((await move(local.sub, region.id, null)).status).toBe(403)
    await db.updateTable('club_user').set({ is_admin: false }).where('club_id', '=', to.id).execute()
    await expect.poll(async () => (await move(boss.sub, region.id, to.id)).status).toBe(403)
  })
})

describe('the schema', () => {
  it('lets every foreign key of a tree wait for the end of a move', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where contype = 'f' and not condeferrable and exists (
        select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname = 'root_club_id'
      )`.execute(db)
    expect(rows).toEqual([])
  })

  it('has no table of a tree that a move would forget', async () => {
    expect((await db.transaction().execute(treeTables)).length).toBeGreaterThan(10)
  })

  it('lets what is append-only move, and nothing else', async () => {
    const club = await createClub(db)
    const member = await createMember(db, { clubId: club.id })
    await createCharge(db, { clubId: club.id, memberId: member.id, pence: 1000, due: '2026-05-01' })
    const change = db.updateTable('charge').set({ amount_pence: 1 }).where('club_id', '=', club.id).execute()
    await expect(change).rejects.toThrow('append-only')
    const remove = db.deleteFrom('charge').where('club_id', '=', club.id).execute()
    await expect(remove).rejects.toThrow('append-only')
  })
})

describe('a club that collects money', () => {
  it('takes its own account along, with mandates and payments', async () => {
    const { to, region, local, boss } = await twoTrees()
    const member = await createMember(db, { clubId: region.id })
    await createExternalPayment(db, { clubId: region.id, memberId: member.id })
    expect((await move(boss.sub, region.id, to.id)).status).toBe(200)
    expect(await rootsOf([region.id, local.id])).toEqual(
      new Map([
        [region.id, to.id],
        [local.id, to.id],
      ]),
    )
    const { root_club_id } = await db
      .selectFrom('mandate')
      .select('root_club_id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(root_club_id).toBe(to.id)
  })

  it('stays with the club whose account it has used, and is told so', async () => {
    const { from, to, region, boss } = await twoTrees()
    const member = await createMember(db, { clubId: region.id })
    const accountId = await createProviderAccount(db, { clubId: from.id, provider: 'stripe' })
    await createSavedCard(db, { clubId: region.id, memberId: member.id, accountId })
    const { status, reason } = await move(boss.sub, region.id, to.id)
    expect([status, reason]).toEqual([
      409,
      expect.stringContaining(`${region.name} has collected by the Stripe account of ${from.name}.`),
    ])
  })
})

describe('a club whose members have stopped addresses', () => {
  const stop = (rootClubId: number, address: string, reason = 'bounced', liftedAt: string | null = null) =>
    db
      .insertInto('undeliverable')
      .values({
        ...{ root_club_id: rootClubId, channel: 'email', address, reason, detail: reason },
        ...{ since: '2026-05-01T00:00Z', lifted_at: liftedAt },
      })
      .execute()
  const stopped = async (rootClubId: number) =>
    (
      await db
        .selectFrom('undeliverable')
        .select(['address', 'reason'])
        .where('root_club_id', '=', rootClubId)
        .where('lifted_at', 'is', null)
        .orderBy('address')
        .execute()
    ).map(({ address, reason }) => `${address} ${reason}`)

  it('takes them along, and joins them with those that are stopped there already', async () => {
    const { from, to, region, boss } = await twoTrees()
    const other = await createClub(db)
    const [own, both, shared] = ['own', 'both', 'shared'].map(name => `${name}${region.id}@mail.example`) as [
      string,
      string,
      string,
    ]
    for (const email of [own, both, shared]) await createMember(db, { clubId: region.id, email })
    await createMember(db, { clubId: from.id, email: shared })
    for (const email of [own, shared]) await stop(from.rootClubId, email)
    await stop(from.rootClubId, both, 'stop')
    await stop(from.rootClubId, both, 'bounced', '2026-05-02T00:00Z')
    await stop(to.rootClubId, both)
    // The same address in a tree that has nothing to do with it.
    await stop(other.rootClubId, own, 'stop')

    expect(await move(boss.sub, region.id, to.id)).toMatchObject({ status: 200 })
    expect(await stopped(to.rootClubId)).toEqual([`${both} stop`, `${own} bounced`, `${shared} bounced`])
    expect(await stopped(from.rootClubId)).toEqual([`${shared} bounced`])
    expect(await stopped(other.rootClubId)).toEqual([`${own} stop`])
  })
})

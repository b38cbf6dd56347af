import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A head office and a branch, each with an admin, and a member in each. */
async function aTree() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const local = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const ann = await createMember(db, { clubId: head.id })
  const ben = await createMember(db, { clubId: branch.id })
  return { head, branch, boss, local, ann, ben }
}

const tagsOf = async (who: ReturnType<typeof as>, id: number) =>
  (await who.get(`/api/member/GetTags/${id}`)).body.map(({ name }: { name: string }) => name)

describe('addTags', () => {
  it('finds a tag whatever the case, makes one that is missing, and gives each once', async () => {
    const { head, boss, local, ann, ben } = await aTree()
    const first = await boss.post('/api/member/AddTags', {
      members: [ann.id, ben.id],
      tags: ['Squad', 'squad', 'Demo team'],
    })
    expect(first).toMatchObject({ status: 200, body: { members: 2, added: 4 } })
    const again = await local.post('/api/member/AddTags', { members: [ben.id], tags: ['SQUAD', 'Helper'] })
    expect(again.body).toMatchObject({ members: 1, added: 1 })
    expect(await tagsOf(local, ben.id)).toEqual(['Demo team', 'Helper', 'Squad'])
    const { body: tags } = await local.get(`/api/club/GetTags/${await ownClub(ben.id)}`)
    expect(tags).toMatchObject([
      { name: 'Demo team', clubId: head.id, isOwn: false, members: 1 },
      { name: 'Helper', isOwn: true, members: 1 },
      { name: 'Squad', clubId: head.id, isOwn: false, members: 1 },
    ])
  })

  it('is for all that a search finds too, however many they are', async () => {
    const { head, boss } = await aTree()
    for (let at = 0; at < 30; at += 1)
      await createMember(db, { clubId: head.id, statusId: at % 3 === 0 ? memberStatus.lapsed : memberStatus.active })
    const matching = { filter: `memberStatusId~eq~${memberStatus.lapsed}` }
    expect((await boss.post('/api/member/AddTags', { ...matching, tags: ['Win back'] })).body).toMatchObject({
      members: 10,
      added: 10,
    })
    const found = await boss.post('/api/member/search', { filter: "tag~eq~'Win back'" })
    expect(found.body.total).toBe(10)
    expect((await boss.post('/api/member/RemoveTags', { ...matching, tags: ['win back'] })).body).toMatchObject({
      removed: 10,
    })
    expect((await boss.post('/api/member/search', { filter: "tag~eq~'Win back'" })).body.total).toBe(0)
  })

  it('refuses other people’s members and clubs, both ways at once, and nobody', async () => {
    const { boss, local, ann } = await aTree()
    const elsewhere = await createClub(db)
    expect((await local.post('/api/member/AddTags', { members: [ann.id], tags: ['Squad'] })).status).toBe(403)
    const clubs = { filter: '', clubIds: [elsewhere.id], tags: ['Squad'] }
    expect((await boss.post('/api/member/AddTags', clubs)).status).toBe(403)
    expect((await boss.post('/api/member/AddTags', { members: [ann.id], filter: '', tags: ['Squad'] })).status).toBe(
      400,
    )
    expect((await boss.post('/api/member/AddTags', { tags: ['Squad'] })).status).toBe(400)
    expect((await boss.post('/api/member/AddTags', { members: [ann.id], tags: [] })).status).toBe(400)
  })

  it('is written down for each member', async () => {
    const { boss, ann } = await aTree()
    await boss.post('/api/member/AddTags', { members: [ann.id], tags: ['Squad'] })
    await boss.post('/api/member/RemoveTags', { members: [ann.id], tags: ['Squad'] })
    const audit = await db.selectFrom('audit').selectAll().where('member_id', '=', ann.id).orderBy('id').execute()
    expect(audit).toMatchObject([
      { action: 'addTags', before: null, after: { tags: ['Squad'] } },
      { action: 'removeTags', before: { tags: ['Squad'] }, after: null },
    ])
  })
})

describe('removeTags', () => {
  it('leaves what was given in a club of others', async () => {
    const { boss, local, ann, ben } = await aTree()
    await boss.post('/api/member/AddTags', { members: [ann.id, ben.id], tags: ['Squad'] })
    expect((await local.post('/api/member/RemoveTags', { filter: '', tags: ['Squad'] })).body).toMatchObject({
      removed: 1,
    })
    expect(await tagsOf(boss, ann.id)).toEqual(['Squad'])
  })
})

describe('saveTag, mergeTags, deleteTag', () => {
  it('are for admins of the club that has made it', async () => {
    const { head, branch, boss, local, ann, ben } = await aTree()
    const made = await boss.post('/api/club/SaveTag/0', { clubId: head.id, name: 'Squad', colour: '#1f6b3a' })
    const { id } = made.body
    expect(
      (await local.post(`/api/club/SaveTag/${id}`, { clubId: branch.id, name: 'X', colour: '#1f6b3a' })).status,
    ).toBe(403)
    const other = await boss.post('/api/club/SaveTag/0', { clubId: head.id, name: 'Team', colour: '#1f6b3a' })
    const taken = await boss.post(`/api/club/SaveTag/${other.body.id}`, {
      clubId: head.id,
      name: 'SQUAD',
      colour: '#1f6b3a',
    })
    expect(taken).toMatchObject({ status: 409, body: { fields: { name: expect.anything() } } })
    await boss.post('/api/member/AddTags', { members: [ann.id, ben.id], tags: ['Team'] })
    await boss.post('/api/member/AddTags', { members: [ann.id], tags: ['Squad'] })
    const merged = await boss.post(`/api/club/MergeTags/${other.body.id}`, { intoTagId: id })
    expect(merged).toMatchObject({ status: 200, body: { members: 1 } })
    expect(await tagsOf(boss, ann.id)).toEqual(['Squad'])
    expect(await tagsOf(boss, ben.id)).toEqual(['Squad'])
    expect((await boss.post(`/api/club/DeleteTag/${id}`)).body).toMatchObject({ members: 2 })
    expect(await tagsOf(boss, ben.id)).toEqual([])
  })
})

async function ownClub(memberId: number): Promise<number> {
  const row = await db
    .selectFrom('club_member')
    .select('club_id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.club_id
}

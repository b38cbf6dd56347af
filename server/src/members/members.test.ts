import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClass() {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id })
  return { club, coach, klass, member, call: as(coach.sub) }
}

describe('saveAttendance', () => {
  const marks = (classId: number) =>
    db.selectFrom('attendance').select(['attended', 'class_date']).where('class_id', '=', classId).execute()

  it('marks, changes the mark, takes it back, and remembers who did', async () => {
    const { coach, klass, member, call } = await aClass()
    for (const attended of [true, true, false, null]) {
      const { status, body } = await call.post(`/api/member/SaveAttendance/${member.id}`, {
        classId: klass.id,
        classDate: testToday,
        attended,
      })
      expect(status).toBe(200)
      expect(body).toEqual({ isSuccess: true, memberId: member.id, classId: klass.id, classDate: testToday, attended })
      expect(await marks(klass.id)).toEqual(attended === null ? [] : [{ attended, class_date: testToday }])
    }
    const audit = await db
      .selectFrom('audit')
      .select(['action', 'account_id', 'before', 'after'])
      .where('member_id', '=', member.id)
      .orderBy('id')
      .execute()
    expect(audit.map(row => [row.action, row.account_id])).toEqual(Array(4).fill(['saveAttendance', coach.id]))
    expect(audit.at(-1)).toMatchObject({ before: { attended: false }, after: { attended: null } })
  })

  it('makes one mark of many at once', async () => {
    const { klass, member, call } = await aClass()
    const mark = { classId: klass.id, classDate: testToday, attended: true }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call.post(`/api/member/SaveAttendance/${member.id}`, mark)),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(12).fill(200))
    expect(await marks(klass.id)).toHaveLength(1)
  })

  it('keeps in the audit what each of many at once has found and left', async () => {
    const { klass, member, call } = await aClass()
    const wanted = [true, false, null, true, false, true, null, false]
    const answers = await Promise.all(
      wanted.map(attended =>
        call.post(`/api/member/SaveAttendance/${member.id}`, { classId: klass.id, classDate: testToday, attended }),
      ),
    )
    expect(answers.map(answer => answer.status)).toEqual(wanted.map(() => 200))
    const audit = await db
      .selectFrom('audit')
      .select([
        sql<boolean | null>`(before->>'attended')::boolean`.as('before'),
        sql<boolean | null>`(after->>'attended')::boolean`.as('after'),
      ])
      .where('member_id', '=', member.id)
      .orderBy('id')
      .execute()
    // Each begins where the one before it ended, the first with no mark, and the last is what is stored.
    expect(audit.map(row => row.before)).toEqual([null, ...audit.slice(0, -1).map(row => row.after)])
    const last = audit.at(-1)?.after ?? null
    expect((await marks(klass.id)).map(mark => mark.attended)).toEqual(last === null ? [] : [last])
  })

  it('leaves who marked it, and when, when it is marked the same again', async () => {
    const { club, coach, klass, member, call } = await aClass()
    const other = await createAccount(db, { clubId: club.id })
    const mark = { classId: klass.id, classDate: testToday, attended: true }
    const markedBy = () =>
      db
        .selectFrom('attendance')
        .select(['marked_by', 'marked_at'])
        .where('class_id', '=', klass.id)
        .executeTakeFirstOrThrow()
    await call.post(`/api/member/SaveAttendance/${member.id}`, mark)
    await as(other.sub).post(`/api/member/SaveAttendance/${member.id}`, mark)
    expect(await markedBy()).toEqual({ marked_by: coach.id, marked_at: testNow })
    await as(other.sub).post(`/api/member/SaveAttendance/${member.id}`, { ...mark, attended: false })
    expect(await markedBy()).toEqual({ marked_by: other.id, marked_at: testNow })
  })

  it('takes a visitor of a sister club, whom the user reaches, and nobody whom he does not', async () => {
    const head = await createClub(db)
    const [north, south] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const klass = await createClass(db, { clubId: north.id })
    const visitor = await createMember(db, { clubId: south.id })
    const [owner, coach] = [
      await createAccount(db, { clubId: head.id }),
      await createAccount(db, { clubId: north.id, isAdmin: true }),
    ]
    const save = async (sub: string) => {
      const mark = { classId: klass.id, classDate: testToday, attended: true }
      return (await as(sub).post(`/api/member/SaveAttendance/${visitor.id}`, mark)).status
    }
    expect([await save(coach.sub), await save(owner.sub)]).toEqual([403, 200])
  })

  it.each([
    ['a day on which the class does not run', '2026-05-11', 'does not run'],
    ['a day that has not been yet', '2026-05-19', 'has not been yet'],
    ['30 February', '2026-02-30', ''],
    ['something else', 'yesterday', ''],
  ])('refuses %s', async (_, classDate, says) => {
    const { klass, member, call } = await aClass()
    const mark = { classId: klass.id, classDate, attended: true }
    const { status, body } = await call.post(`/api/member/SaveAttendance/${member.id}`, mark)
    expect(status).toBe(400)
    expect(body.fields.classDate[0]).toContain(says)
    expect(await marks(klass.id)).toEqual([])
  })

  it("takes the day from the club's own clock", async () => {
    // 17:30 in London is 05:30 of the next day in Auckland, where it is Wednesday already.
    const club = await createClub(db, { timeZone: 'Pacific/Auckland' })
    const coach = await createAccount(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, weekdays: [3] })
    const member = await createMember(db, { clubId: club.id })
    const mark = { classId: klass.id, classDate: '2026-05-13', attended: true }
    expect((await as(coach.sub).post(`/api/member/SaveAttendance/${member.id}`, mark)).status).toBe(200)
  })

  it('refuses a member of another tree of clubs, whoever asks', async () => {
    const { klass } = await aClass()
    const elsewhere = await aClass()
    const owner = await createAccount(db, { clubId: elsewhere.club.id })
    const klassRow = await db.selectFrom('class').select('club_id').where('id', '=', klass.id).executeTakeFirstOrThrow()
    await db
      .insertInto('club_user')
      .values({ club_id: klassRow.club_id, account_id: owner.id, user_since: '2020-01-01' })
      .execute()
    const { status, body } = await as(owner.sub).post(`/api/member/SaveAttendance/${elsewhere.member.id}`, {
      classId: klass.id,
      classDate: testToday,
      attended: true,
    })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('id')
    expect(await marks(klass.id)).toEqual([])
  })
})

describe('basicSearch', () => {
  it('finds by every part of a name, by e-mail, phone and code, and by nothing else', async () => {
    const { club, member, call } = await aClass()
    // '00' is to find nobody, and the number in a name that is made up has it now and then.
    const { person_id } = await db
      .selectFrom('member')
      .select('person_id')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('person').set({ last_name: 'Test' }).where('id', '=', person_id).execute()
    const zoe = await createMember(db, {
      clubId: club.id,
      firstName: 'Zoë',
      lastName: "O'Brien-Łukasz",
      email: 'zoe.ob@mail.example',
      phone: '+447700900123',
    })
    const search = async (filter: string) => {
      const { status, body } = await call.get(`/api/member/basicSearch?${new URLSearchParams({ filter })}`)
      expect(status).toBe(200)
      return body.map((found: { id: number }) => found.id)
    }
    for (const text of [
      'zoe',
      'ZOË',
      'obrien',
      "o'brien zoe",
      'brienlukasz',
      'rie zo',
      'zoe.ob@',
      '07700 900123',
      '+44 7700 900 123',
      '900123',
      zoe.code.toLowerCase(),
    ])
      expect(await search(text), text).toContain(zoe.id)
    for (const text of ['zoe smith', '07700 900124', 'z%e', 'z_e', '%%', '\\\\', 'z', '', '   '])
      expect(await search(text), text).not.toContain(zoe.id)
    // What folds to nothing, or to a wildcard, is part of no name.
    for (const text of ["''", '--', "-'", '％％', '＿＿＿', 'z％', '\\％', '00', '+44'])
      expect(await search(text), text).toEqual([])
  })

  it('finds a child by a parent, and anyone by a postcode or a number in any form', async () => {
    const { club, call } = await aClass()
    const child = await createMember(db, { clubId: club.id, firstName: 'Ben', lastName: 'Carter' })
    const other = await aClass()
    const saved = await call.post(`/api/member/SaveContact/${child.id}`, {
      personId: null,
      version: null,
      firstName: 'Ann',
      lastName: 'Quillfeather',
      email: 'ann.quill@mail.example',
      phoneMob: '+44 (0)7700 900-871',
      address: { line: '1 High Street', town: 'Leeds', postcode: 'LS9 4QB' },
      relationship: 'Mother',
      isGuardian: true,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const search = async (filter: string, who = call) =>
      (await who.get(`/api/member/basicSearch?${new URLSearchParams({ filter })}`)).body
    for (const text of [
      'quillfeather',
      'ann quill',
      'ben quillf',
      'Quill@mail',
      '07700 900871',
      '(07700) 900‑871',
      '+447700900871',
      'ls9 4qb',
      'LS94QB',
      '4QB',
    ])
      expect(await search(text), text).toMatchObject([{ id: child.id, foundBy: 'Ann Quillfeather, mother' }])
    expect(await search('ben cart')).toMatchObject([{ id: child.id, foundBy: null }])
    expect(await search('quillfeather', other.call)).toEqual([])

    const { personId } = saved.body
    const renamed = { personId, version: saved.body.version, firstName: 'Ann', lastName: 'Marlow' }
    expect((await call.post(`/api/member/SaveContact/${child.id}`, renamed)).status).toBe(200)
    expect(await search('quillfeather')).toEqual([])
    expect(await search('marlow')).toMatchObject([{ id: child.id }])
    await db.deleteFrom('member_contact').where('person_id', '=', personId).execute()
    expect(await search('marlow')).toEqual([])
  })

  it('finds names in any script, a part of them too', async () => {
    const { club, call } = await aClass()
    const find = async (filter: string) => {
      const { body } = await call.get(`/api/member/basicSearch?${new URLSearchParams({ filter })}`)
      return body.map((found: { id: number }) => found.id)
    }
    for (const [firstName, lastName, ...texts] of [
      ['小龙', '李', '小龙', '李 小龙'],
      ['Олена', 'Шевченко', 'олена', 'ЕВЧЕНКО'],
      ['محمد', 'العلي', 'محمد', 'علي'],
      ['Siân', 'Ní Dhomhnaill', 'sian', 'ni dhom'],
      ['Anne-Marie', 'O’Neill', 'annemarie', 'anne marie', 'anne-marie', "o'neill", 'o neill'],
    ] as const) {
      const { id } = await createMember(db, { clubId: club.id, firstName, lastName })
      for (const text of texts) expect(await find(text), text).toEqual([id])
    }
  })

  it('gives 20 at most: a code typed whole first, then who begins so, then the others', async () => {
    const { club, call } = await aClass()
    const create = (lastName: string) => createMember(db, { clubId: club.id, firstName: 'Kit', lastName })
    for (let i = 0; i < 15; i++) await create(`Wexley${i}`)
    const inside: number[] = []
    for (let i = 0; i < 10; i++) inside.push((await create(`Awexley${i}`)).id)
    const coded = await create('Aaron')
    await db.updateTable('member').set({ code: 'WEXLEY' }).where('id', '=', coded.id).execute()
    const { body } = await call.get('/api/member/basicSearch?filter=wexley')
    const labels = body.map((found: { label: string }) => found.label.split(' ')[1])
    expect(labels).toHaveLength(20)
    expect(labels[0]).toBe('Aaron')
    expect(labels.slice(1, 16).every((name: string) => name.startsWith('Wexley'))).toBe(true)
    expect(body.slice(16).map((found: { id: number }) => found.id)).toEqual(inside.slice(0, 4))
  })

  it('puts names that begin with the text first, and labels end in the code', async () => {
    const { club, call } = await aClass()
    const inside = await createMember(db, { clubId: club.id, firstName: 'Ada', lastName: 'Qvandersen' })
    const begins = await createMember(db, { clubId: club.id, firstName: 'Zed', lastName: 'Vanders' })
    const { body } = await call.get('/api/member/basicSearch?filter=vander')
    expect(body.map((found: { id: number }) => found.id)).toEqual([begins.id, inside.id])
    expect(body[0].label).toBe(`Zed Vanders [${begins.code}]`)
  })

  it("stays within the user's clubs, or the one that is asked for", async () => {
    const parent = await createClub(db)
    const [north, south, outside] = await Promise.all([
      createClub(db, { parentClubId: parent.id }),
      createClub(db, { parentClubId: parent.id }),
      createClub(db),
    ])
    const members = await Promise.all(
      [north, south, outside].map(({ id }) => createMember(db, { clubId: id, lastName: 'Findable' })),
    )
    await createMembership(db, { clubId: south.id, memberId: members[0]?.id ?? 0, statusId: memberStatus.lapsed })
    const owner = await createAccount(db, { clubId: parent.id, isAdmin: true })
    const found = async (query: string) => {
      const { body } = await as(owner.sub).get(`/api/member/basicSearch?filter=findable${query}`)
      return body.map((each: { id: number }) => each.id).sort()
    }
    expect(await found('')).toEqual([members[0]?.id, members[1]?.id].sort())
    expect(await found(`&clubId=${north.id}`)).toEqual([members[0]?.id])
    const other = await as(owner.sub).get(`/api/member/basicSearch?filter=findable&clubId=${outside.id}`)
    expect(other.status).toBe(403)
  })
})

describe('classSearch', () => {
  it("finds whom the user reaches in the class's tree, and shows the membership in its own club", async () => {
    const head = await createClub(db)
    const [north, south, outside] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
      await createClub(db),
    ]
    const klass = await createClass(db, { clubId: south.id })
    const name = { lastName: 'Rowntree' }
    const both = await createMember(db, { clubId: north.id, firstName: 'Ann', ...name })
    await createMembership(db, { clubId: south.id, memberId: both.id, statusId: memberStatus.issue })
    const sister = await createMember(db, { clubId: north.id, firstName: 'Bob', ...name })
    await createMember(db, { clubId: outside.id, firstName: 'Cid', ...name })
    const owner = await createAccount(db, { clubId: head.id })
    await db
      .insertInto('club_user')
      .values({ club_id: outside.id, account_id: owner.id, user_since: '2020-01-01' })
      .execute()
    const coach = await createAccount(db, { clubId: south.id })

    const query = new URLSearchParams({ filter: 'rowntree', classId: `${klass.id}`, classDate: testToday })
    const found = async (sub: string) => {
      const { body } = await as(sub).get(`/api/member/classSearch?${query}`)
      return body.map((each: Record<string, unknown>) => [each.id, each.clubName, each.memberStatusId])
    }
    const shown = [both.id, south.name, memberStatus.issue]
    expect(await found(owner.sub)).toEqual([shown, [sister.id, north.name, memberStatus.active]])
    expect(await found(coach.sub)).toEqual([shown])
  })

  it('refuses a day on which the class does not run', async () => {
    const { klass, call } = await aClass()
    const query = new URLSearchParams({ filter: 'ann', classId: `${klass.id}`, classDate: '2026-05-13' })
    const { status, body } = await call.get(`/api/member/classSearch?${query}`)
    expect(status).toBe(400)
    expect(body.fields.classDate).toEqual([`${klass.className} does not run on 13 May 2026.`])
  })

  it('says who is on the register already', async () => {
    const { club, klass, call } = await aClass()
    const expected = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Quixote' })
    const free = await createMember(db, { clubId: club.id, firstName: 'Bob', lastName: 'Quixote' })
    await enrol(db, { classId: klass.id, memberId: expected.id })
    const query = new URLSearchParams({ filter: 'quixote', classId: `${klass.id}`, classDate: testToday })
    const { body } = await call.get(`/api/member/classSearch?${query}`)
    expect(body.map((found: { id: number; isOnRegister: boolean }) => [found.id, found.isOnRegister])).toEqual([
      [expected.id, true],
      [free.id, false],
    ])
  })
})

import type { BulkChange } from '@honbu/contract/bulk.ts'
import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createDocument, sign } from '../../test/factories/papers.ts'
import { createAccount, createMember } from '../../test/factories/people.ts'
import { openCharging } from '../../test/open-charging.ts'
import { applyEdit, undoEdit } from './work-on-edits.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const app = await testApp(database)
const { aClub, paying, run } = await openCharging(database, app)

async function aBulkClub() {
  const club = await aClub()
  const { me, clubId } = club
  const price = (planId: number, pence: number, frequencyId: number = subFrequency.monthly) =>
    db
      .insertInto('training_plan_price')
      .values({ training_plan_id: planId, sub_frequency_id: frequencyId, price_pence: pence })
      .execute()
  await price(club.planId, 3000)
  const category = async (name: string) =>
    (
      await db
        .insertInto('member_category')
        .values({ club_id: clubId, root_club_id: club.rootClubId, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const plan = async (name: string, pence: number) => {
    const { id } = await db
      .insertInto('training_plan')
      .values({ club_id: clubId, root_club_id: club.rootClubId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await price(id, pence)
    return id
  }
  const preview = async (given: object) => me.post('/api/member/PreviewBulkEdit', { clubId, ...given })
  const apply = async (given: object, figures?: string) =>
    me.post('/api/member/ApplyBulkEdit', {
      ...{ clubId, ...given },
      figures: figures ?? (await preview(given)).body.figures,
    })
  const undo = (id: number) => me.post(`/api/member/UndoBulkEdit/${id}`)
  const row = (memberId: number) =>
    db.selectFrom('club_member').selectAll().where('member_id', '=', memberId).executeTakeFirstOrThrow()
  const audits = async (action: string, memberId: number) =>
    (
      await db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', action)
        .where('member_id', '=', memberId)
        .orderBy('audit.id')
        .execute()
    ).length
  return { club, clubId, category, plan, preview, apply, undo, row, audits }
}

const change = <Kind extends BulkChange['kind']>(kind: Kind, rest: object) => ({ change: { kind, ...rest } })
const names = (some: readonly { memberName: string }[]) => some.map(({ memberName }) => memberName)

describe('a change to many people', () => {
  it('is previewed, applied and undone: a category', async () => {
    const { clubId, category, preview, apply, undo, row, audits } = await aBulkClub()
    const [juniors, adults] = [await category('Juniors'), await category('Adults')]
    const ann = await createMember(db, { clubId, firstName: 'Ann', lastName: 'Adams' })
    const ben = await createMember(db, { clubId, firstName: 'Ben', lastName: 'Brown' })
    const cal = await createMember(db, { clubId, firstName: 'Cal', lastName: 'Clark' })
    await db.updateTable('club_member').set({ category_id: juniors }).where('member_id', '=', ann.id).execute()
    await db.updateTable('club_member').set({ category_id: adults }).where('member_id', '=', cal.id).execute()

    const given = { filter: '', ...change('category', { categoryId: adults }) }
    const seen = await preview(given)
    expect(seen.body).toMatchObject({
      ...{ members: 2, elsewhere: 0, money: null, isFinal: false },
      some: [
        { memberName: 'Ann Adams', effect: 'Juniors → Adults' },
        { memberName: 'Ben Brown', effect: 'No category → Adults' },
      ],
      leftOut: [{ why: 'Has this category already.', members: 1, some: [{ memberName: 'Cal Clark' }] }],
    })
    expect((await row(ann.id)).category_id).toBe(juniors)

    const { body: edit } = await apply(given, seen.body.figures)
    expect(edit).toMatchObject({ state: 'done', total: 3, changed: 2, leftOut: 1, mayUndo: true, kept: [] })
    expect((await row(ann.id)).category_id).toBe(adults)
    expect(await audits('applyBulkEdit', ann.id)).toBe(1)

    await db.updateTable('club_member').set({ category_id: null }).where('member_id', '=', ben.id).execute()
    const undone = await undo(edit.bulkEditId)
    expect(undone.body).toMatchObject({
      ...{ state: 'undone', undone: 1, changed: 1, mayUndo: false },
      kept: [{ memberName: 'Ben Brown', why: 'Was changed since.' }],
    })
    expect((await row(ann.id)).category_id).toBe(juniors)
    expect(await audits('undoBulkEdit', ann.id)).toBe(1)
    expect((await undo(edit.bulkEditId)).status).toBe(409)
  })

  it('is refused where it would do something else by now', async () => {
    const { clubId, category, preview, apply, row } = await aBulkClub()
    const adults = await category('Adults')
    const { id } = await createMember(db, { clubId })
    const given = { members: [id], ...change('category', { categoryId: adults }) }
    const { figures } = (await preview(given)).body
    await db.updateTable('club_member').set({ category_id: adults }).where('member_id', '=', id).execute()
    const refused = await apply(given, figures)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['figures']])
    expect((await row(id)).version).toBe(1)
  })

  it('shows the pounds of a new plan and of the way to pay, and credits nothing that is charged', async () => {
    const { club, plan, preview, apply, undo, row } = await aBulkClub()
    const family = await plan('Family', 4500)
    const ann = await paying(club, { nextPayment: '2026-06-01' })
    const planless = await paying(club, { nextPayment: null, pence: null })
    await db
      .updateTable('club_member')
      .set({ training_plan_id: null, sub_frequency_id: null })
      .where('id', '=', planless.clubMemberId)
      .execute()
    const lapsed = await paying(club)
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.lapsed })
      .where('id', '=', lapsed.clubMemberId)
      .execute()

    const wanted = { trainingPlanId: family, subFrequencyId: null, reason: 'Another age group' }
    const given = { filter: '', ...change('plan', wanted) }
    const { body } = await preview(given)
    expect(body).toMatchObject({ members: 2, money: { before: 30, after: 45, now: 0 } })
    expect(body.some.map(({ effect }: { effect: string }) => effect).sort()).toEqual([
      'No plan → Family, £45.00 monthly',
      'Two a week, £30.00 monthly → Family, £45.00 monthly',
    ])
    expect(body.leftOut).toMatchObject([{ why: 'Their membership is “Lapsed”.', members: 1 }])
    const { body: edit } = await apply(given)
    expect(await row(ann.memberId)).toMatchObject({ training_plan_id: family, sub_price_pence: 4500 })
    const { body: history } = await club.me.get(`/api/member/GetMembershipHistory/${ann.memberId}`)
    expect(history.map(({ reason }: { reason: string }) => reason)).toContain('Another age group')
    await undo(edit.bulkEditId)
    expect(await row(ann.memberId)).toMatchObject({ training_plan_id: club.planId, sub_price_pence: 3000 })
    expect(await row(planless.memberId)).toMatchObject({ training_plan_id: null, sub_price_pence: null })
    const planChanges = db.selectFrom('plan_change').select('id').where('club_id', '=', club.clubId)
    expect(await planChanges.execute()).toEqual([])

    const cash = { members: [ann.memberId], ...change('paymentMethod', { paymentMethodId: paymentMethod.cash }) }
    expect((await preview(cash)).body.some).toMatchObject([{ effect: 'Direct debit → Cash' }])
    expect((await apply(cash)).body).toMatchObject({ changed: 1 })
    const late = { members: [ann.memberId], ...change('nextPayment', { nextPayment: '2026-05-11' }) }
    expect((await preview(late)).body).toMatchObject({ members: 0, leftOut: [{ why: 'The day is in the past.' }] })
    const june = { members: [ann.memberId], ...change('nextPayment', { nextPayment: '2026-06-15' }) }
    const moved = (await apply(june)).body
    expect((await row(ann.memberId)).next_payment).toBe('2026-06-15')
    await undo(moved.bulkEditId)
    expect((await row(ann.memberId)).next_payment).toBe('2026-06-01')
  })

  it('sets a way to pay for members who were imported with a price and no plan', async () => {
    const { club, apply, row } = await aBulkClub()
    const ann = await paying(club, { nextPayment: '2026-06-01', methodId: null })
    await db.updateTable('club_member').set({ training_plan_id: null }).where('id', '=', ann.clubMemberId).execute()
    const cash = { members: [ann.memberId], ...change('paymentMethod', { paymentMethodId: paymentMethod.cash }) }
    expect((await apply(cash)).body).toMatchObject({ changed: 1 })
    expect(await row(ann.memberId)).toMatchObject({ payment_method_id: paymentMethod.cash, sub_price_pence: 3000 })
  })

  it('refuses a price of its own to someone without the right, as for one person', async () => {
    const { club, clubId } = await aBulkClub()
    const ann = await paying(club, { nextPayment: '2026-06-01' })
    const coach = app.as((await createAccount(db, { clubId })).sub)
    const own = { trainingPlanId: null, subFrequencyId: null, price: 'own', subPrice: 10 }
    const { body } = await coach.post('/api/member/PreviewBulkEdit', {
      ...{ clubId, members: [ann.memberId] },
      ...change('plan', own),
    })
    expect(body).toMatchObject({ members: 0, leftOut: [{ why: expect.stringContaining('price'), members: 1 }] })
  })

  it('gives and takes tags, and moves the status', async () => {
    const { club, clubId, preview, apply, undo, row } = await aBulkClub()
    const ann = await createMember(db, { clubId, firstName: 'Ann', lastName: 'Adams' })
    const ben = await createMember(db, { clubId, firstName: 'Ben', lastName: 'Brown' })
    const tagged = (await apply({ members: [ann.id], ...change('tags', { add: ['Squad'] }) })).body
    const both = { members: [ann.id, ben.id], ...change('tags', { add: ['squad'] }) }
    expect((await preview(both)).body).toMatchObject({
      ...{ some: [{ memberName: 'Ben Brown', effect: '+ squad' }] },
      leftOut: [{ why: 'Has these tags already.' }],
    })
    const tags = async () =>
      (await db.selectFrom('member_tag').select('member_id').where('club_id', '=', clubId).execute()).length
    expect(await tags()).toBe(1)
    await undo(tagged.bulkEditId)
    expect(await tags()).toBe(0)

    const issue = (await apply({ filter: '', ...change('status', { to: 'issue', reason: 'No licence' }) })).body
    expect(issue).toMatchObject({ changed: 2 })
    expect((await row(ann.id)).member_status_id).toBe(memberStatus.issue)
    await undo(issue.bulkEditId)
    expect((await row(ann.id)).member_status_id).toBe(memberStatus.active)
    const history = await club.me.get(`/api/member/GetMembershipHistory/${ann.id}`)
    expect(history.body.filter(({ reason }: { reason: string }) => reason === 'No licence')).toEqual([])
  })

  it('makes enquiries of people who weren’t interested, and no member of anyone by the way', async () => {
    const { club, clubId, category, preview, apply, undo, row } = await aBulkClub()
    const cold = await createMember(db, { clubId, statusId: memberStatus.notInterested })
    const edit = (await apply({ filter: '', ...change('status', { to: 'enquiry' }) })).body
    expect((await row(cold.id)).member_status_id).toBe(memberStatus.enquiry)
    await undo(edit.bulkEditId)
    expect((await row(cold.id)).member_status_id).toBe(memberStatus.notInterested)
    const tried = await paying(club)
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.prospect })
      .where('id', '=', tried.clubMemberId)
      .execute()
    const given = { members: [tried.memberId], ...change('category', { categoryId: await category('Adults') }) }
    expect((await preview(given)).body).toMatchObject({
      leftOut: [{ why: 'Saving this would make them a member.', members: 1 }],
    })
  })

  it('enrols until a class is full, and takes people out of it', async () => {
    const { clubId, preview, apply, undo } = await aBulkClub()
    const klass = await createClass(db, { clubId })
    await db.updateTable('class').set({ capacity: 2 }).where('id', '=', klass.id).execute()
    const people = []
    for (const lastName of ['Adams', 'Brown', 'Clark'])
      people.push(await createMember(db, { clubId, firstName: 'P', lastName }))
    await enrol(db, { classId: klass.id, memberId: people[0]?.id ?? 0 })
    const join = { filter: '', ...change('class', { classId: klass.id, isEnrolled: true }) }
    const { body } = await preview(join)
    expect(names(body.some)).toEqual(['P Brown'])
    expect(body.leftOut.map(({ why }: { why: string }) => why).sort()).toEqual([
      expect.stringContaining('has 2 places'),
      'Is enrolled already.',
    ])
    const { body: edit } = await apply(join)
    const enrolled = async () =>
      (
        await db
          .selectFrom('class_member')
          .select('id')
          .where('class_id', '=', klass.id)
          .where('removed_on', 'is', null)
          .execute()
      ).length
    expect(await enrolled()).toBe(2)
    await undo(edit.bulkEditId)
    expect(await enrolled()).toBe(1)
    await apply({ filter: '', ...change('class', { classId: klass.id, isEnrolled: false }) })
    expect(await enrolled()).toBe(0)
  })

  it('freezes and ends memberships, and undoes both', async () => {
    const { club, preview, apply, undo, row } = await aBulkClub()
    const ann = await paying(club, { nextPayment: '2026-06-01' })
    const freeze = change('freeze', { from: '2026-06-01', until: '2026-06-30', reason: 'Summer' })
    const whom = { members: [ann.memberId] }
    expect((await preview({ ...whom, ...freeze })).body).toMatchObject({
      ...{ members: 1, some: [{ effect: 'Frozen 1 Jun 2026 to 30 Jun 2026' }] },
      money: { before: 30, after: expect.any(Number), now: 0 },
    })
    const frozen = (await apply({ ...whom, ...freeze })).body
    const freezes = () =>
      db.selectFrom('membership_freeze').select('id').where('club_member_id', '=', ann.clubMemberId).execute()
    expect(await freezes()).toHaveLength(1)
    await undo(frozen.bulkEditId)
    expect(await freezes()).toEqual([])

    const before = await row(ann.memberId)
    const leave = { ...whom, ...change('end', { memberUntil: null, reason: 'Hall closes' }) }
    expect((await preview(leave)).body).toMatchObject({
      ...{ some: [{ effect: 'Ends on 12 May 2026' }] },
      money: { before: 30, after: 0 },
    })
    const ended = (await apply(leave)).body
    expect((await row(ann.memberId)).member_status_id).toBe(memberStatus.lapsed)
    await undo(ended.bulkEditId)
    expect({ ...(await row(ann.memberId)), version: 0 }).toEqual({ ...before, version: 0 })
  })

  it('is undone by the person who made it, or an admin', async () => {
    const { clubId, category, apply, undo, row } = await aBulkClub()
    const { id } = await createMember(db, { clubId })
    const edit = (await apply({ members: [id], ...change('category', { categoryId: await category('Adults') }) })).body
    const coach = app.as((await createAccount(db, { clubId })).sub)
    expect((await coach.get(`/api/member/GetBulkEdit/${edit.bulkEditId}`)).body.mayUndo).toBe(false)
    expect((await coach.post(`/api/member/UndoBulkEdit/${edit.bulkEditId}`)).status).toBe(403)
    const recent = await coach.get(`/api/member/GetBulkEdits/${clubId}`)
    expect(recent.body).toMatchObject([{ bulkEditId: edit.bulkEditId, kind: 'category', changed: 1 }])
    expect((await undo(edit.bulkEditId)).status).toBe(200)
    expect((await row(id)).category_id).toBeNull()
  })

  it('leaves members who were charged since', async () => {
    const { club, plan, apply, undo, row } = await aBulkClub()
    const family = await plan('Family', 4500)
    const ann = await paying(club, { nextPayment: '2026-06-01' })
    const given = { members: [ann.memberId], ...change('plan', { trainingPlanId: family, subFrequencyId: null }) }
    const edit = (await apply(given)).body
    await db.updateTable('club_member').set({ next_payment: '2026-07-01' }).where('id', '=', ann.clubMemberId).execute()
    expect((await undo(edit.bulkEditId)).body).toMatchObject({ undone: 0, kept: [{ memberId: ann.memberId }] })
    expect(await row(ann.memberId)).toMatchObject({ training_plan_id: family })
  })

  it('shows a credit at once, and isn’t undone for members who got it', async () => {
    const { club, preview, apply, undo } = await aBulkClub()
    const ann = await paying(club, { nextPayment: '2026-05-13' })
    await run(club)
    const freeze = change('freeze', { from: '2026-05-20', until: '2026-05-31', reason: 'Hall closed' })
    const given = { members: [ann.memberId], ...freeze }
    const { money } = (await preview(given)).body
    expect(money.now).toBeLessThan(0)
    const edit = (await apply(given)).body
    expect((await undo(edit.bulkEditId)).body).toMatchObject({
      kept: [{ memberId: ann.memberId, why: 'Money was settled with it. Correct it on their account.' }],
    })
  })

  it('sends documents to those who haven’t signed', async () => {
    const { clubId, preview, apply } = await aBulkClub()
    const terms = await createDocument(db, { clubId })
    const ann = await createMember(db, { clubId, firstName: 'Ann', email: 'ann@mail.example', dob: '1990-01-01' })
    const ben = await createMember(db, { clubId, firstName: 'Ben', email: 'ben@mail.example', dob: '1990-01-01' })
    await createMember(db, { clubId, firstName: 'Cal', dob: '1990-01-01' })
    await sign(db, { documentId: terms.id, memberId: ben.id })
    const given = { filter: '', ...change('document', { documentIds: [terms.id] }) }
    const { body } = await preview(given)
    expect(body).toMatchObject({ members: 1, isFinal: true, some: [{ memberId: ann.id }] })
    expect(body.leftOut).toHaveLength(2)
    expect((await apply(given)).body).toMatchObject({ changed: 1, mayUndo: false })
    expect(app.jobs.at(-1)?.name).toContain('mail')
  })

  it('changes nothing by a job if something else has changed, and says so', async () => {
    const { clubId, category, apply, row } = await aBulkClub()
    const adults = await category('Adults')
    const people = []
    for (let index = 0; index < 51; index += 1) people.push(await createMember(db, { clubId }))
    const { body: waiting } = await apply({ filter: '', ...change('category', { categoryId: adults }) })
    const [first, second] = people
    await db
      .updateTable('club_member')
      .set({ category_id: adults })
      .where('member_id', '=', first?.id ?? 0)
      .execute()
    await applyEdit(parts, waiting.bulkEditId)
    const stored = await db
      .selectFrom('bulk_edit')
      .selectAll()
      .where('id', '=', waiting.bulkEditId)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ state: 'failed', failure: expect.stringContaining('Look again') })
    expect((await row(second?.id ?? 0)).category_id).toBeNull()
  })

  it('is done by a job for more people, with progress, and undone by one', async () => {
    const { clubId, category, apply, undo, row } = await aBulkClub()
    const adults = await category('Adults')
    const people = []
    for (let index = 0; index < 210; index += 1) people.push(await createMember(db, { clubId }))
    const { body: waiting } = await apply({ filter: '', ...change('category', { categoryId: adults }) })
    expect(waiting).toMatchObject({ state: 'waiting', total: 210, done: 0 })
    expect(app.jobs.at(-1)).toEqual({ name: 'apply-bulk-edit', data: { bulkEditId: waiting.bulkEditId } })
    const [first] = people
    await applyEdit(parts, waiting.bulkEditId)
    expect(await row(first?.id ?? 0)).toMatchObject({ category_id: adults })
    const undoing = (await undo(waiting.bulkEditId)).body
    expect(undoing.state).toBe('undoing')
    await undoEdit(parts, waiting.bulkEditId)
    expect(await row(first?.id ?? 0)).toMatchObject({ category_id: null })
  })
})

const parts = {
  ...{ db, files: app.files, now: () => testNow, jobs: { enqueue: async () => undefined } },
  ...{ mail: { post: async () => undefined }, providers: { hasAccount: async () => true } as never },
}

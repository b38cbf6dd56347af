import { communication, memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const person = (given: object = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  gender: '-',
  dob: '1990-03-04',
  email: null,
  phoneMob: null,
  phoneDay: null,
  phoneEve: null,
  address: { line: null, town: null, postcode: null },
  ...given,
})

const mother = (given: object = {}) => ({
  firstName: 'Mary',
  lastName: 'Lee',
  email: 'mary@mail.example',
  relationship: 'Mother',
  isGuardian: true,
  isEmergency: true,
  ...given,
})

async function aClub() {
  const club = await createClub(db)
  const tree = { club_id: club.id, root_club_id: club.rootClubId }
  const coach = await createAccount(db, { clubId: club.id })
  const plan = await db
    .insertInto('training_plan')
    .values({ ...tree, name: 'Unlimited' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('training_plan_price')
    .values({ training_plan_id: plan.id, sub_frequency_id: subFrequency.monthly, price_pence: 4250 })
    .execute()
  const create = (
    { membership = {}, ...input }: { membership?: object; [field: string]: unknown } = {},
    key?: string,
  ) =>
    as(coach.sub).post(
      '/api/member/Create/',
      { person: person(), membership: { clubId: club.id, ...membership }, ...input },
      key ? { 'idempotency-key': key } : {},
    )
  const membershipOf = async (memberId: number) =>
    await db.selectFrom('club_member').selectAll().where('member_id', '=', memberId).executeTakeFirstOrThrow()
  const membersNow = async () =>
    (await db.selectFrom('member').select('id').where('root_club_id', '=', club.rootClubId).execute()).length
  return {
    club,
    tree,
    coach,
    create,
    membershipOf,
    membersNow,
    plan: { trainingPlanId: plan.id, subFrequencyId: subFrequency.monthly },
  }
}

describe('create', () => {
  it('makes an enquiry of who has only asked, with code, history and audit', async () => {
    const { create, membershipOf, club, coach } = await aClub()
    const { status, body } = await create()
    expect([status, body]).toEqual([
      200,
      {
        isSuccess: true,
        memberId: expect.any(Number),
        code: '1001',
        memberStatusId: memberStatus.enquiry,
        bookingId: null,
        siblings: [],
      },
    ])
    const { id, member_since } = await membershipOf(body.memberId)
    expect(member_since).toBeNull()
    const changes = await db.selectFrom('member_status_change').selectAll().where('club_member_id', '=', id).execute()
    expect(changes).toMatchObject([
      { from_status_id: null, to_status_id: memberStatus.enquiry, changed_on: testToday, account_id: coach.id },
    ])
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('member_id', '=', body.memberId)
      .orderBy('audit.id')
      .execute()
    expect(audit).toMatchObject([
      {
        action: 'create',
        subject: 'member',
        club_id: club.id,
        before: null,
        after: { code: '1001', firstName: 'Ann' },
      },
    ])
  })

  it('makes a prospect of a trial, and an active member of a plan at its price', async () => {
    const { create, membershipOf, plan } = await aClub()
    const trial = (await create({ membership: { trialStart: '2026-05-20' } })).body
    expect(trial.memberStatusId).toBe(memberStatus.prospect)
    const joined = (await create({ membership: plan, person: person({ firstName: 'Bob' }) })).body
    expect(joined).toMatchObject({ code: '1002', memberStatusId: memberStatus.active })
    expect(await membershipOf(joined.memberId)).toMatchObject({
      member_status_id: memberStatus.active,
      sub_price_pence: 4250,
      member_since: testToday,
      next_payment: testToday,
    })
  })

  it('keeps every field of the membership', async () => {
    const { create, membershipOf, plan, tree } = await aClub()
    const category = await db
      .insertInto('member_category')
      .values({ ...tree, name: 'Adults' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await create({
      membership: {
        ...plan,
        categoryId: category.id,
        paymentMethodId: 186,
        marketingSourceId: 1202,
        memberSince: '2026-05-01',
        memberUntil: '2027-04-30',
        nextRenewal: '2027-04-30',
        nextPayment: '2026-06-01',
        trialStart: '2026-04-20',
      },
    })
    expect(await membershipOf(body.memberId)).toMatchObject({
      category_id: category.id,
      training_plan_id: plan.trainingPlanId,
      sub_frequency_id: plan.subFrequencyId,
      payment_method_id: 186,
      marketing_source_id: 1202,
      member_since: '2026-05-01',
      member_until: '2027-04-30',
      next_renewal: '2027-04-30',
      next_payment: '2026-06-01',
      trial_start: '2026-04-20',
    })
  })

  it.each([
    [{ trainingPlanId: 'ours' }, 'membership.subFrequencyId'],
    [{ subFrequencyId: subFrequency.monthly }, 'membership.trainingPlanId'],
    [{ trainingPlanId: 'ours', subFrequencyId: subFrequency.yearly }, 'membership.subFrequencyId'],
    [{ memberSince: '2026-05-02', memberUntil: '2026-05-01' }, 'membership.memberUntil'],
    [
      { trainingPlanId: 'ours', subFrequencyId: subFrequency.monthly, memberUntil: '2026-05-11' },
      'membership.memberUntil',
    ],
    [{ paymentMethodId: memberStatus.active }, 'membership.paymentMethodId'],
    [{ marketingSourceId: 1 }, 'membership.marketingSourceId'],
    [{ memberSince: '2026-02-30' }, 'membership.memberSince'],
  ])('refuses the terms %j under the field', async (terms, field) => {
    const { create, plan, membersNow } = await aClub()
    const membership = Object.fromEntries(
      Object.entries(terms).map(([name, value]) => [name, value === 'ours' ? plan.trainingPlanId : value]),
    )
    const { status, body } = await create({ membership })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(await membersNow()).toBe(0)
  })

  it('takes plans and categories of the clubs above, and none of a sister', async () => {
    const head = await aClub()
    const branch = await createClub(db, { parentClubId: head.club.id })
    const sister = await createClub(db, { parentClubId: head.club.id })
    const theirs = await db
      .insertInto('member_category')
      .values({ club_id: sister.id, root_club_id: head.club.id, name: 'Theirs' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const above = await head.create({ membership: { ...head.plan, clubId: branch.id } })
    expect(above.body.memberStatusId).toBe(memberStatus.active)
    const { body } = await head.create({
      person: person({ firstName: 'Bob' }),
      membership: { clubId: branch.id, categoryId: theirs.id },
    })
    expect(body.fields).toEqual({ 'membership.categoryId': ['Is not a category that this club uses.'] })
  })

  it('counts codes on from the highest of the tree that is a number', async () => {
    const { create, club } = await aClub()
    const { id } = await createMember(db, { clubId: club.id })
    await db.updateTable('member').set({ code: '4711' }).where('id', '=', id).execute()
    expect((await create()).body.code).toBe('4712')
  })

  it('gives different codes to those who join at one time', async () => {
    const { create } = await aClub()
    const names = Array.from({ length: 8 }, (_, number) => person({ firstName: `Child ${number}`, dob: '1999-01-01' }))
    const answers = await Promise.all(names.map(each => create({ person: each })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(8)
  })

  it('makes one member of a call that comes twice, at one time too', async () => {
    const { create, membersNow } = await aClub()
    const key = '3f2b8c1e-0d4a-4f6b-9a7c-5e1d2c3b4a5f'
    const answers = await Promise.all([create({}, key), create({}, key), create({}, key)])
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill(answers[0]?.body))
    expect(await membersNow()).toBe(1)
  })

  it.each([
    ['one letter', 'X'],
    ['200 letters', 'y'.repeat(200)],
    ['200 of four bytes', '𠮷'.repeat(200)],
    ['another script', 'محمد'],
    ['apostrophes', "D'Arcy-O’Neill"],
    ['emoji', '👩‍👩‍👧'],
    ['a script', '<script>alert(1)</script>'],
  ])('takes a name with %s', async (_, firstName) => {
    const { create } = await aClub()
    const { body } = await create({ person: person({ firstName, lastName: firstName }) })
    const row = await db
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['first_name', 'last_name'])
      .where('member.id', '=', body.memberId)
      .executeTakeFirst()
    expect(row).toEqual({ first_name: firstName, last_name: firstName })
  })

  it.each([
    [{ firstName: '' }, 'person.firstName'],
    [{ firstName: ' \t' }, 'person.firstName'],
    [{ firstName: 'z'.repeat(201) }, 'person.firstName'],
    [{ dob: '2026-05-13' }, 'person.dob'],
    [{ dob: '2025-02-29' }, 'person.dob'],
    [{ email: 'nobody' }, 'person.email'],
    [{ address: { line: null, town: null, postcode: 'NOWHERE' } }, 'person.address.postcode'],
  ])('refuses the person %j under the field', async (given, field) => {
    const { create } = await aClub()
    const { status, body } = await create({ person: person(given), secondContact: mother() })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('takes who was born today, and on a 29 February', async () => {
    const { create } = await aClub()
    for (const dob of [testToday, '2016-02-29'])
      expect((await create({ person: person({ dob }), secondContact: mother() })).status).toBe(200)
  })
})

describe('the contact', () => {
  it('has to be a parent or guardian of someone under 18', async () => {
    const { create, membersNow } = await aClub()
    const child = person({ dob: '2008-05-13' })
    expect((await create({ person: child })).body.fields).toEqual({
      secondContact: ['Ann Lee is under 18 and needs a parent or guardian as contact.'],
    })
    const aunt = await create({ person: child, secondContact: mother({ isGuardian: false }) })
    expect(Object.keys(aunt.body.fields)).toEqual(['secondContact.isGuardian'])
    const girl = await create({ person: child, secondContact: mother({ dob: '2010-01-01' }) })
    expect(girl.body.fields).toEqual({ 'secondContact.isGuardian': ['A guardian is at least 18 years old.'] })
    const nobody = await create({ person: child, secondContact: mother({ firstName: '' }) })
    expect(Object.keys(nobody.body.fields)).toEqual(['secondContact.firstName'])
    expect(await membersNow()).toBe(0)
    expect((await create({ person: person({ dob: '2008-05-12' }) })).status).toBe(200)
  })

  it('may be somebody who is known, and stays as he is', async () => {
    const { create, club } = await aClub()
    const tom = await createMember(db, { clubId: club.id, firstName: 'Tom' })
    const { personId } = await createContact(db, { memberId: tom.id, firstName: 'Mary', lastName: 'Known' })
    const secondContact = { personId, relationship: 'Mother', isGuardian: true, isEmergency: true }
    const { body } = await create({
      person: person({ dob: '2018-01-01' }),
      secondContact,
      linkedMemberIds: [tom.id, tom.id],
    })
    const contacts = await db.selectFrom('member_contact').selectAll().where('person_id', '=', personId).execute()
    expect(contacts.map(({ member_id }) => member_id)).toEqual([tom.id, body.memberId])
    const links = await db.selectFrom('member_link').selectAll().where('member_id', '=', body.memberId).execute()
    expect(links).toMatchObject([{ linked_member_id: tom.id, relationship: 'Sibling', linked_since: testToday }])
  })

  it('is nobody of another tree, though the caller works there too', async () => {
    const { create, coach } = await aClub()
    const elsewhere = await createClub(db)
    await db
      .insertInto('club_user')
      .values({ club_id: elsewhere.id, account_id: coach.id, user_since: '2025-01-01' })
      .execute()
    const other = await createMember(db, { clubId: elsewhere.id })
    const { personId } = await createContact(db, { memberId: other.id })
    const known = await create({ secondContact: { personId, isGuardian: true } })
    expect(Object.keys(known.body.fields)).toEqual(['secondContact.personId'])
    expect(Object.keys((await create({ linkedMemberIds: [other.id] })).body.fields)).toEqual(['linkedMemberIds'])
    const { gradeIds } = await createDiscipline(db, { clubId: elsewhere.id })
    expect(Object.keys((await create({ gradeId: gradeIds[0] })).body.fields)).toEqual(['gradeId'])
    const klass = await createClass(db, { clubId: elsewhere.id })
    expect(Object.keys((await create({ classId: klass.id })).body.fields)).toEqual(['classId'])
  })
})

describe('siblings', () => {
  const children = (...names: string[]) =>
    names.map(firstName => ({ person: person({ firstName, dob: '2017-08-09' }) }))

  it('join together with one contact, and are linked with each other', async () => {
    const { create } = await aClub()
    const [first, ...siblings] = children('Kim', 'Lou', 'Max')
    const { body } = await create({ ...first, siblings, secondContact: mother() })
    const ids = [body.memberId, ...body.siblings.map(({ memberId }: { memberId: number }) => memberId)]
    expect(body.siblings.map(({ code }: { code: string }) => code)).toEqual(['1002', '1003'])
    const contacts = await db.selectFrom('member_contact').selectAll().where('member_id', 'in', ids).execute()
    expect(contacts).toHaveLength(3)
    expect(new Set(contacts.map(({ person_id }) => person_id)).size).toBe(1)
    const links = await db.selectFrom('member_link').selectAll().where('member_id', 'in', ids).execute()
    expect(links.map(({ member_id, linked_member_id }) => [member_id, linked_member_id])).toEqual([
      [ids[0], ids[1]],
      [ids[0], ids[2]],
      [ids[1], ids[2]],
    ])
  })

  it('join all or none, and a refusal says of whom', async () => {
    const { create, membersNow, plan } = await aClub()
    const [first, second, third] = children('Kim', 'Lou', 'Max')
    const wrong = { ...third, membership: { ...plan, subFrequencyId: subFrequency.weekly } }
    const { body } = await create({ ...first, siblings: [second, wrong], secondContact: mother() })
    expect(body.fields).toEqual({ 'siblings.1.membership.subFrequencyId': ['Unlimited is not paid that way.'] })
    const unborn = { person: person({ dob: '2027-01-01' }) }
    const { body: early } = await create({ ...first, siblings: [unborn], secondContact: mother() })
    expect(Object.keys(early.fields)).toEqual(['siblings.0.person.dob'])
    const nameless = { person: person({ firstName: '' }) }
    const { body: other } = await create({ ...first, siblings: [nameless], secondContact: mother() })
    expect(Object.keys(other.fields)).toEqual(['siblings.0.person.firstName'])
    expect(await membersNow()).toBe(0)
  })

  it('are not the same child twice', async () => {
    const { create } = await aClub()
    const [first] = children('Kim')
    const { status, body } = await create({ ...first, siblings: children('kim'), secondContact: mother() })
    expect([status, body.fields]).toEqual([409, { 'siblings.0.evenIfDuplicate': ['kim Lee is there twice.'] }])
  })
})

describe('the first class', () => {
  const classMembers = (classId: number) =>
    db.selectFrom('class_member').select(['member_id', 'date_added']).where('class_id', '=', classId).execute()

  it('is one to be enrolled in from the day of joining on', async () => {
    const { create, club, plan } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const { body } = await create({ classId: klass.id, membership: { ...plan, memberSince: '2026-06-01' } })
    expect(await classMembers(klass.id)).toEqual([{ member_id: body.memberId, date_added: '2026-06-01' }])
  })

  it('that is full refuses, until told otherwise', async () => {
    const { create, club, membersNow } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    await db.updateTable('class').set({ capacity: 1 }).where('id', '=', klass.id).execute()
    const adult = (firstName: string) => ({ person: person({ firstName }), classId: klass.id })
    const { status, body } = await create({ ...adult('Ann'), siblings: [adult('Bob')] })
    expect([status, Object.keys(body.fields)]).toEqual([409, ['siblings.0.evenIfFull']])
    expect(await membersNow()).toBe(0)
    const both = await create({ ...adult('Ann'), siblings: [{ ...adult('Bob'), evenIfFull: true }] })
    expect(both.status).toBe(200)
    expect(await classMembers(klass.id)).toHaveLength(2)
  })

  it('booked for a day makes a prospect, by the rules of bookings', async () => {
    const { create, club } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const { body } = await create({ classId: klass.id, bookingDate: '2026-05-19' })
    expect(body).toMatchObject({ memberStatusId: memberStatus.prospect, bookingId: expect.any(Number) })
    expect(await classMembers(klass.id)).toEqual([])
    const wednesday = await create({
      person: person({ firstName: 'Bob' }),
      classId: klass.id,
      bookingDate: '2026-05-20',
    })
    expect(Object.keys(wednesday.body.fields)).toEqual(['bookingDate'])
    const nowhere = await create({ person: person({ firstName: 'Bob' }), bookingDate: '2026-05-19' })
    expect(Object.keys(nowhere.body.fields)).toEqual(['classId'])
  })

  it('that is prebooked needs its day', async () => {
    const { create, club } = await aClub()
    const klass = await createClass(db, { clubId: club.id, classTypeId: 915, weekdays: [] })
    await createSlot(db, { classId: klass.id, date: '2026-05-19' })
    expect(Object.keys((await create({ classId: klass.id })).body.fields)).toEqual(['bookingDate'])
    expect((await create({ classId: klass.id, bookingDate: '2026-05-19' })).status).toBe(200)
  })
})

describe('grade, notes, consents', () => {
  it('are stored with the member', async () => {
    const { create, club, coach } = await aClub()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const { body } = await create({
      person: person({ dob: '2015-01-02' }),
      secondContact: mother(),
      gradeId: discipline.gradeIds[1],
      notes: [
        { subject: 'Asthma', note: 'Inhaler in the bag', noteCategoryId: 1302, isPinned: true },
        { subject: 'Shy' },
      ],
      communicationFlags: communication.email + communication.photo,
      consentHow: 'paper',
    })
    const { memberId } = body
    const studies = await db.selectFrom('member_discipline').selectAll().where('member_id', '=', memberId).execute()
    expect(studies).toMatchObject([
      {
        discipline_id: discipline.id,
        current_grade_id: discipline.gradeIds[1],
        studied_since: testToday,
        last_grading: null,
      },
    ])
    const notes = await db
      .selectFrom('member_note')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
    expect(notes).toMatchObject([
      { subject: 'Asthma', category_id: 1302, is_pinned: true, account_id: coach.id, club_id: club.id },
      { subject: 'Shy', category_id: 1301, is_pinned: false },
    ])
    const { communication_flags, person_id } = await db
      .selectFrom('club_member')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .select(['communication_flags', 'person_id'])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(communication_flags).toBe(communication.email + communication.photo)
    const guardian = await db
      .selectFrom('member_contact')
      .select('person_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    const consents = await db
      .selectFrom('consent')
      .selectAll()
      .where('person_id', '=', person_id)
      .orderBy('id')
      .execute()
    expect(consents).toHaveLength(2)
    for (const consent of consents)
      expect(consent).toMatchObject({ how: 'paper', given_on: testToday, given_by_person_id: guardian?.person_id })
    expect(consents[0]?.wording).toContain(club.name)
  })
})

describe('someone who is there already', () => {
  it('is refused until told otherwise, with who it is', async () => {
    const { create, club, membersNow } = await aClub()
    const there = await createMember(db, { clubId: club.id, firstName: 'Ánn', lastName: 'LEE', dob: '1990-03-04' })
    const { status, body } = await create()
    const message = `Ánn LEE [${there.code}], Active at ${club.name}, has the same name and date of birth.`
    expect([status, body.fields]).toEqual([409, { evenIfDuplicate: [message] }])
    expect(await membersNow()).toBe(1)
    expect((await create({ evenIfDuplicate: true })).status).toBe(200)
  })

  it('is refused of a sibling under his name, and the e-mail address of a family refuses nothing', async () => {
    const { create, club } = await aClub()
    await createMember(db, { clubId: club.id, firstName: 'Kim', lastName: 'Lee', email: 'lee@mail.example' })
    const kim = { person: person({ firstName: 'Kim', email: 'lee@mail.example' }) }
    const { body } = await create({ siblings: [kim] })
    expect(Object.keys(body.fields)).toEqual(['siblings.0.evenIfDuplicate'])
    expect((await create({ person: person({ email: 'lee@mail.example' }) })).status).toBe(200)
  })

  it('is one of two who make the same member at one time', async () => {
    const { create, membersNow } = await aClub()
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await membersNow()).toBe(1)
  })
})

describe('previewFirstBill', () => {
  const join = { nextPayment: '2026-06-01', paymentMethodId: 186 }

  it('lists what will be charged, and stores nothing', async () => {
    const { create, coach, club, plan, membersNow } = await aClub()
    await db
      .updateTable('training_plan')
      .set({ joining_fee_pence: 2500 })
      .where('id', '=', plan.trainingPlanId)
      .execute()
    const input = { person: person(), membership: { clubId: club.id, ...plan, ...join } }
    const { status, body } = await as(coach.sub).post('/api/member/PreviewFirstBill', input)
    expect(status, body.message).toBe(200)
    const due = { memberName: 'Ann Lee', on: '2026-06-01', paymentMethod: 'Direct debit' }
    expect(body).toMatchObject({
      // 20 of May's 31 days of £42.50.
      lines: [
        { ...due, description: 'Joining fee, Unlimited', amount: 25, isJoiningFee: true },
        { ...due, description: 'Unlimited, 12 May 2026 to 31 May 2026 (20 of 31 days)', amount: 27.42 },
        { ...due, description: 'Unlimited, 1 Jun 2026 to 30 Jun 2026', amount: 42.5 },
      ],
      regular: [{ memberName: 'Ann Lee', from: '2026-07-01', amount: 42.5, frequency: 'Monthly' }],
      ...{ uncharged: [], withoutMethod: [] },
    })
    const without = { ...input, membership: { ...input.membership, paymentMethodId: null } }
    const unpaid = await as(coach.sub).post('/api/member/PreviewFirstBill', without)
    expect(unpaid.body).toMatchObject({ withoutMethod: ['Ann Lee'], lines: [{ amount: 25 }, { amount: 27.42 }, {}] })
    expect(await membersNow()).toBe(0)
    const made = await create(input)
    const bill = await as(coach.sub).post(`/api/member/GetFirstBill/${made.body.memberId}`, { clubId: club.id })
    expect(bill.body).toMatchObject({ lines: body.lines, regular: body.regular, uncharged: body.uncharged })
  })

  it('reduces a brother or sister’s price, and says which days nobody will charge', async () => {
    const { coach, club, plan } = await aClub()
    await db.updateTable('training_plan').set({ second_percent: 50 }).where('id', '=', plan.trainingPlanId).execute()
    const { body } = await as(coach.sub).post('/api/member/PreviewFirstBill', {
      person: person({ dob: '2015-03-04' }),
      membership: { clubId: club.id, ...plan, ...join, memberSince: '2026-05-01' },
      secondContact: mother(),
      siblings: [
        {
          person: person({ firstName: 'Ben', dob: '2016-03-04' }),
          membership: { ...plan, ...join, memberSince: '2026-06-01' },
        },
      ],
    })
    expect(body).toMatchObject({
      lines: [
        { memberName: 'Ann Lee', description: 'Unlimited, 1 Jun 2026 to 30 Jun 2026', amount: 42.5 },
        { memberName: 'Ben Lee', description: 'Unlimited, 1 Jun 2026 to 30 Jun 2026', amount: 21.25 },
      ],
      regular: [{ amount: 42.5 }, { amount: 21.25, fullAmount: 42.5 }],
      // All of May is a whole period before the first payment.
      uncharged: [{ memberName: 'Ann Lee', from: '2026-05-01', until: '2026-05-31', amount: 42.5 }],
    })
  })

  it('refuses what the call refuses', async () => {
    const { coach, club } = await aClub()
    const input = { person: person({ dob: '2015-03-04' }), membership: { clubId: club.id } }
    expect(await as(coach.sub).post('/api/member/PreviewFirstBill', input)).toMatchObject({
      status: 400,
      body: { fields: { secondContact: expect.anything() } },
    })
  })
})

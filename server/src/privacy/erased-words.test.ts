import { contract } from '@honbu/contract/contract.ts'
import { memberStatus, paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import { inputOf } from '../../test/input-of.ts'
import { openMessages } from '../../test/open-messages.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { postCall, withWords, wordsFor } from '../../test/words-in-calls.ts'

const database = await freshDatabase()
const { db } = database
const { as, work } = await openMessages(database)

/** Tables with a row that has the word anywhere, as a dump would. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: has } =
      await sql`select from ${sql.table(name)} entry where entry::text ilike ${`%${word}%`} limit 1`.execute(db)
    if (has.length > 0) found.push(name)
  }
  return found
}

it('leaves no word about an erased person anywhere in the database', async () => {
  const club = await createClub(db)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const word = 'zyxwvutism'
  const member = await createMember(db, {
    clubId: club.id,
    firstName: 'Ottoline',
    lastName: 'Zyxwvutism',
    email: 'otto@zyxwvutism.example',
    dob: '1990-02-28',
    statusId: memberStatus.lapsed,
  })
  await createContact(db, {
    memberId: member.id,
    firstName: 'Una',
    lastName: 'Zyxwvutism',
    email: 'una@zyxwvutism.example',
  })
  const post = async (path: string, input: object) => {
    const { status, body } = await admin.post(path, input)
    expect([path, status, body.message]).toEqual([path, 200, undefined])
    return body
  }
  const at = (call: string) => `/api/member/${call}/${member.id}`
  await post(at('SaveNote'), { subject: word, note: word, reminder: '2026-05-20', clubId: club.id })
  await post(at('SaveTransaction'), {
    ...{ transactionId: 0, eventId: null, productId: null, variantId: null, categoryId: transactionCategory.other },
    ...{ amount: 12.5, transactionDate: testToday, description: `Belt for ${word}`, clubId: club.id },
  })
  await post(at('SavePayment'), {
    ...{ transactionId: null, amount: 5, paymentDate: testToday, paymentMethodId: paymentMethod.cash, clubId: club.id },
    ...{ description: word, reference: word },
  })
  await post('/api/messaging/SendMessage', {
    ...{ channel: 'email', subject: `About ${word}`, body: `<p>${word}</p>`, layoutId: null, clubId: club.id },
    ...{ clubIds: [club.id], audience: { include: [], exclude: [], chosen: { members: [member.id] } } },
    ...{ purpose: 'service', onePerAddress: false, name: word, templateId: null, sendLocal: null, perClubZone: false },
  })
  await work()
  await post('/api/member/SaveDraft/0', {
    clubId: club.id,
    title: 'Ottoline Zyxwvutism',
    content: { firstName: 'Ottoline' },
  })
  await post('/api/club/SaveTask/0', {
    ...{
      clubId: club.id,
      subject: 'Ring Ottoline Zyxwvutism',
      details: 'Ask Ottoline Zyxwvutism',
      dueOn: '2026-05-20',
    },
  })
  for (const [form, memberId] of [
    ['note', member.id],
    ['template', null],
  ])
    await post('/api/drafts/SaveFormDraft', {
      ...{ clubId: club.id, form, record: 0, memberId },
      draft: { values: { subject: 'For Ottoline Zyxwvutism' }, base: {}, version: 0 },
    })
  const base64 = Buffer.from('Name;Born\nAnn Reed;1/2/1990').toString('base64')
  const { importId } = await post(`/api/club/UploadImport/${club.id}`, { fileName: 'list.csv', base64 })
  const billing = { leftOut: [{ reason: 'noPlan', members: 1, names: ['Ottoline Zyxwvutism'] }] }
  await db
    .updateTable('import_batch')
    .set({ billing: JSON.stringify(billing) })
    .where('id', '=', importId)
    .execute()
  await db
    .insertInto('held_job')
    .values({
      club_id: club.id,
      queue: 'send-mail',
      data: JSON.stringify({ toName: 'Ottoline Zyxwvutism' }),
      held_at: testNow,
    })
    .execute()
  const before = await tablesWith(word)
  expect(before).toEqual(
    expect.arrayContaining([
      'audit',
      'charge',
      'form_draft',
      'held_job',
      'import_batch',
      'joining_draft',
      'member_note',
      'message',
      'payment',
      'person',
      'task',
    ]),
  )
  await post(at('ErasePersonalData'), { code: member.code, evenSo: true })
  expect(await tablesWith(word)).toEqual([])
  const { rows } = await sql`select amount_pence from charge where member_id = ${member.id}`.execute(db)
  expect(rows).toEqual([{ amount_pence: 1250 }])
})

/** Calls whose words are the club's own, whoever its members are. */
const ofTheClub: ReadonlySet<string> = new Set([
  'addTags',
  'checkImport',
  'contactSupport',
  'createDisciplineFrom',
  'inviteUser',
  'saveAttributeDefinition',
  'saveAudience',
  'saveAutomation',
  'saveClass',
  'createTimetable',
  'saveClosures',
  'saveClub',
  'saveDirectoryView',
  'saveDiscipline',
  'saveDiscount',
  'saveDocument',
  // Drafts and imported files are deleted after their time.
  'saveDraft',
  'saveEnquiryForm',
  'saveGrade',
  'saveGrades',
  'saveImportReading',
  'saveLayout',
  'saveLocation',
  'saveMarketingSource',
  'saveMemberCategory',
  'saveMessageDraft',
  'saveNotInterestedReason',
  'saveProduct',
  'saveProductCategory',
  'saveProductVariant',
  // Messages to everyone. Messages to one member are emptied, as the test above shows.
  'saveScheduledMessage',
  'sendMessage',
  'saveStaffCertificate',
  'saveStockMovement',
  'saveTag',
  'saveTask',
  'saveTemplate',
  'saveTrainingPlan',
  'uploadImport',
])

// It makes every call, as access.test.ts does.
it('leaves no word that any call takes about people, once they are erased', { timeout: 300_000 }, async () => {
  const rows = await createOurRows(db)
  const admin = as(rows.admin)
  const fields = new Map<string, string>()
  let made = 0
  const nextWord = () => `qz${(++made).toString(36).padStart(3, '0')}zq`
  for (const [name, endpoint] of Object.entries(contract)) {
    if (endpoint.kind !== 'write' || name === 'erasePersonalData') continue
    const words = wordsFor(endpoint, await inputOf([name, endpoint], { db, rows }), nextWord)
    // All at once, or one by one where one of them is refused.
    const tries = [words, ...words.map(word => [word])]
    for (const some of tries) {
      const input = withWords(await inputOf([name, endpoint], { db, rows }), some)
      const { status } = await postCall(admin.post, endpoint, input)
      expect([name, status < 500]).toEqual([name, true])
      if (status === 200) for (const { word, at } of some) fields.set(word, `${name}.${at.join('.')}`)
      if (status === 200 && some === words) break
    }
  }
  expect([...fields.values()]).toEqual(
    expect.arrayContaining(['saveNote.note', 'savePerson.email', 'saveContact.phoneMob', 'lapseMembership.reason']),
  )

  await sql`update club_member set member_status_id = ${memberStatus.lapsed}
    where member_status_id in (${memberStatus.active}, ${memberStatus.issue})`.execute(db)
  const { rows: members } = await sql<{ id: number; code: string }>`
    select id, code from member where erased_at is null and merged_into_id is null and root_club_id = (
      select root_club_id from club where id = ${rows.club}) order by id`.execute(db)
  for (const { id, code } of members)
    expect(await admin.post(`/api/member/ErasePersonalData/${id}`, { code, evenSo: true })).toMatchObject({
      status: 200,
    })

  const left = new Set((await dump()).match(/qz[a-z0-9]{3}zq/g))
  const leftIn = [...left].map(word => fields.get(word) ?? 'a refused call')
  expect(leftIn.filter(field => !ofTheClub.has(field.split('.')[0] ?? ''))).toEqual([])
})

/** All rows of all tables. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const texts: string[] = []
  for (const { name } of rows) {
    const { rows: all } = await sql<{ text: string }>`select entry::text as text from ${sql.table(name)} entry`.execute(
      db,
    )
    texts.push(...all.map(({ text }) => `${name} ${text}`))
  }
  return texts.join('\n')
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '@honbu/contract/calendar.ts'
import { insist, type Session, signIn, type Told } from './client.ts'
import type { World } from './world.ts'

/** What was asked to be written, and which of it was said to be. */
export interface Written {
  readonly marks: { readonly memberId: number; readonly date: string; readonly attended: boolean; isSaid: boolean }[]
  /** By the reference of the payment. */
  readonly orders: { readonly key: string; readonly receiptTo: string | null; isSaid: boolean }[]
  readonly exports: string[]
}

interface Load {
  readonly root: string
  readonly world: World
  readonly told: Told
  readonly written: Written
  readonly ended: AbortSignal
}

/** One person at work until the end, who does one thing after the other as fast as he is answered. */
export async function work({ root, world, told, written, ended }: Load, email: string): Promise<void> {
  const { clubId, classId, members, productId } = world
  const ask = <Answer>(name: string, call: () => Promise<Answer>) => insist(told, name, call)
  const session = await ask('sign in', () => signIn(root, email))
  if (!session) return
  const memberOf = (number: number) => members[number % members.length] ?? 0

  const mark = async () => {
    const number = written.marks.length
    const date = addDays('2025-01-02', Math.floor(number / members.length))
    const made = { memberId: memberOf(number), date, attended: number % 3 > 0, isSaid: false }
    written.marks.push(made)
    const body = { classId, classDate: date, attended: made.attended, markId: randomUUID() }
    const key = randomUUID()
    made.isSaid = Boolean(
      await ask('mark', () => session.post(`/api/member/SaveAttendance/${made.memberId}`, body, key)),
    )
  }
  const order = async () => {
    const key = randomUUID()
    // Each receipt is a PDF that the test reads again.
    const receiptTo = written.orders.length % 5 === 0 ? `${key}@mail.example` : null
    const made = { key, receiptTo, isSaid: false }
    const memberId = memberOf(written.orders.push(made))
    const lines = [{ memberId, productId, quantity: 1 }]
    const payments = [{ paymentMethodId: 1401, amount: 25, reference: key }]
    const body = { clubId, lines, total: 25, payments, receiptTo }
    made.isSaid = Boolean(await ask('order', () => session.post(`/api/member/PlaceOrder/${memberId}`, body, key)))
  }
  const photo = async () => {
    const key = randomUUID()
    // Each has a member of his own: the photo before is deleted, and nobody else may be looking for it.
    const path = `/api/member/SavePhoto/${memberOf(world.admins.indexOf(email))}`
    const stored = await ask('upload', () => session.post(path, { image: onePixel }, key))
    if (stored) await ask('uploaded file', () => file(`${root}/${stored.photoUrl}`))
  }
  const newFile = async () => {
    const body = { members, columns: ['code', 'lastName'], format: 'csv' }
    const key = randomUUID()
    const begun = await ask('export', () => session.post('/api/member/StartExport', body, key))
    if (begun) written.exports.push(begun.exportKey)
  }
  const newClub = async () => {
    const key = randomUUID()
    const body = { ...aClub, code: key.slice(0, 8), name: `Club ${key}`, parentClubId: clubId }
    const made = await ask('new club', () => session.post('/api/club/SaveClub/0', body, key))
    if (made) await ask('club just made', () => session.get(`/api/club/GetClub/${made.id}`))
  }
  const read = () => ask('read', () => session.post('/api/activity/GetActivity', { tab: 'all', clubId }))
  const report = () => {
    const body = { tab: 'sales', clubIds: [clubId], from: '2025-01-01', until: '2025-01-31' }
    return ask('report', () => session.post('/api/reporting/GetReport', body))
  }
  const register = () =>
    ask('register', () => session.post(`/api/club/GetClassMembers/${classId}`, { classDate: '2025-01-02' }))
  const again = () => ask('sign in', () => signIn(root, email))

  const day = [mark, order, register, mark, photo, read, mark, order, newClub, mark, again, newFile, report]
  while (!ended.aborted) for (const each of day) if (!ended.aborted) await each()
}

async function file(url: string): Promise<true> {
  const answer = await fetch(url)
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('image/'))
    throw new Error(`the file answered ${answer.status}`)
  await answer.arrayBuffer()
  return true
}

/** A PNG. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const aClub = {
  ...{ clubTypeId: 2, dateOpened: null, ownerId: null, adminId: null, instructorId: null, email: null, phone: '' },
  timeZone: 'Europe/London',
  address: { line: null, town: null, postcode: null },
}

interface Watching {
  readonly root: string
  readonly told: Told
  readonly session: Session
  /** Called with each number of notes that the screen shows. */
  readonly shows: (entries: readonly { readonly subjectId: number | null }[]) => void
  readonly ended: AbortSignal
}

/** A screen that is live: it reads when the stream is there, anew each time, and when that says that there is news. */
export async function watch({ root, told, session, shows, ended }: Watching): Promise<void> {
  const look = async () => {
    const page = await insist(told, 'news', () => session.post('/api/activity/GetActivity', { tab: 'all' }))
    if (page) shows(page.entries)
  }
  while (!ended.aborted) {
    try {
      const headers = { authorization: `Bearer ${await session.token()}` }
      const { body, ok } = await fetch(`${root}/api/activity/GetActivityStream`, { signal: ended, headers })
      if (!ok || !body) throw new Error('no stream')
      await look()
      for await (const text of body.pipeThrough(new TextDecoderStream()))
        if (text.includes('event: activity')) await look()
    } catch {
      // It ended with its server, or there was none: as a browser does, after a moment once more.
    }
    await pause(500)
  }
}

/** Writes a note, waits until the screen shows it, and writes the next. */
export async function noteByNote(
  { told, session, ended }: Omit<Watching, 'shows' | 'root'>,
  { memberId, isShown }: { readonly memberId: number; readonly isShown: (noteId: number) => Promise<boolean> },
): Promise<number> {
  let notes = 0
  while (!ended.aborted) {
    const body = { memberNoteId: 0, noteCategoryId: 1301, subject: 'Knee', note: '' }
    const key = randomUUID()
    const made = await insist(told, 'note', () => session.post(`/api/member/SaveNote/${memberId}`, body, key))
    if (!made) continue
    notes += 1
    if (!(await isShown(made.memberNoteId))) told.errors.push(`The live screen never showed note ${made.memberNoteId}.`)
  }
  return notes
}

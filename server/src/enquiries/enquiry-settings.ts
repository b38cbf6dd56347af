import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/enquiries.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { changed } from '../platform/changed.ts'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { embedAddress, enquireAddress, timetableAddress } from './addresses.ts'
import { isTrialClassSql, trialDays } from './form-choices.ts'

type Settings = Omit<Input<typeof call.saveEnquiryForm>, 'id' | 'version'>

export async function getEnquiryForm({ db, user, now }: Read, { id }: Input<typeof call.getEnquiryForm>) {
  const { name, timeZone } = await db
    .selectFrom('club')
    .select(['name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(timeZone, now)
  const { version, settings } = await readSettings(db, id)
  const [days, classes, counts] = await Promise.all([
    trialDays(db, { clubId: id, today, trialDays: settings.trialDays }, now),
    db
      .selectFrom('class')
      .select(['id as classId', 'class_name as className'])
      .where('club_id', '=', id)
      .where(isTrialClassSql)
      .where(({ or, eb }) => or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
      .orderBy('class_name')
      .orderBy('id')
      .execute(),
    countSince(db, id, new Date(now.getTime() - 30 * 86_400_000)),
  ])
  return {
    clubId: id,
    clubName: name,
    isAdmin: mayTouch(user, id, true),
    version,
    ...settings,
    enquireAddress: enquireAddress(settings.key),
    timetableAddress: timetableAddress(settings.key),
    embedAddress,
    classes: classes.map(klass => {
      const own = days.filter(({ classId }) => classId === klass.classId)
      return { ...klass, days: own.length, daysWithPlaces: own.filter(({ free }) => free !== 0).length }
    }),
    ...counts,
  }
}

export async function saveEnquiryForm(
  { tx, audit }: Write,
  { id, version, ...settings }: Input<typeof call.saveEnquiryForm>,
) {
  // The row may not be there yet: two who make it at once wait for each other at the club.
  await tx.selectFrom('club').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const before = await readSettings(tx, id)
  await checkVersion(tx, {
    subject: 'enquiry_form',
    subjectId: id,
    is: before.version,
    given: version,
    current: async () => ({ version: before.version, ...before.settings }),
  })
  const saved = before.version + 1
  const columns = { ...columnsOf(settings), version: saved }
  await refuseOn({ enquiry_form_key: ['key', 'Another club has this key already. Please choose another.'] }, () =>
    tx
      .insertInto('enquiry_form')
      .values({ club_id: id, ...columns })
      .onConflict(conflict => conflict.column('club_id').doUpdateSet(columns))
      .execute(),
  )
  audit({ clubId: id, subject: 'enquiry_form', subjectId: id, ...changed(before.settings, settings) })
  return { version: saved, key: settings.key }
}

/** Version 0: the club has never saved it. */
async function readSettings(db: Db, clubId: number): Promise<{ version: number; settings: Settings }> {
  const row = await db
    .selectFrom('enquiry_form')
    .select(['version', 'key', 'is_on as isOn', 'has_timetable as hasTimetable', 'offers_trials as offersTrials'])
    .select(['trial_days as trialDays', 'phone', 'asks_source as asksSource', 'asks_message as asksMessage'])
    .select(['intro', 'thanks', 'privacy_url as privacyUrl'])
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  if (!row) return { version: 0, settings: { ...unset, key: await freeKey(db, clubId) } }
  const { version, phone, ...settings } = row
  // The check on the column holds it to these.
  return { version, settings: { ...settings, phone: phone as Settings['phone'] } }
}

const unset = {
  isOn: false,
  hasTimetable: false,
  offersTrials: true,
  trialDays: 21,
  phone: 'optional' as const,
  asksSource: true,
  asksMessage: true,
  intro: '',
  thanks: '',
  privacyUrl: '',
}

/** Made from the club's name; with a number where another club has it. */
async function freeKey(db: Db, clubId: number): Promise<string> {
  const { rows } = await sql<{ slug: string; taken: string[] }>`
    select slug, array(select key from enquiry_form where key like slug || '%') as taken
    from (
      select trim(both '-' from left(regexp_replace(lower(unaccent(name)), '[^a-z0-9]+', '-', 'g'), 50)) as slug
      from club where id = ${clubId}
    ) named`.execute(db)
  const { slug = '', taken = [] } = rows[0] ?? {}
  const base = slug.length >= 3 ? slug : `club-${clubId}`
  let key = base
  for (let number = 2; taken.includes(key); number++) key = `${base}-${number}`
  return key
}

const columnsOf = (settings: Settings) => ({
  key: settings.key,
  is_on: settings.isOn,
  has_timetable: settings.hasTimetable,
  offers_trials: settings.offersTrials,
  trial_days: settings.trialDays,
  phone: settings.phone,
  asks_source: settings.asksSource,
  asks_message: settings.asksMessage,
  intro: settings.intro,
  thanks: settings.thanks,
  privacy_url: settings.privacyUrl,
})

async function countSince(db: Db, clubId: number, since: Date) {
  const { enquiries, trials } = await db
    .selectFrom('enquiry')
    .select(({ fn }) => [fn.countAll<number>().as('enquiries'), fn.count<number>('class_id').as('trials')])
    .where('club_id', '=', clubId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return { enquiries, trials }
}

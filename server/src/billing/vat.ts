import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/vat.ts'
import { idOfCategory, type VatCategory, type VatCode, VatSettings, vatCategories } from '@honbu/contract/vat.ts'
import { readVatNumber, writeVatNumber } from '@honbu/contract/vat-number.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'

type Settings = Omit<Input<typeof call.saveVat>, 'clubId'>

export const getVat = ({ db, now }: Read, { clubId }: Input<typeof call.getVat>) => readVat(db, clubId, now)

async function readVat(db: Db, clubId: number, now: Date) {
  const settings = await settingsOf(db, clubId)
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const today = todayIn(timeZone, now)
  const { rows: rateChoices } = await sql<{ vatCodeId: VatCode; name: string; percent: number }>`
    select id as "vatCodeId", name, vat_rate_on(${clubId}, id::integer, ${today}) / 100.0::float8 as percent
    from lookup where kind = 'vat_code' order by position`.execute(db)
  return { ...settings, today, rateChoices }
}

async function settingsOf(db: Db, clubId: number): Promise<Settings> {
  const own = await db
    .selectFrom('vat_setting')
    .select(['registered_from as registeredFrom', 'registered_until as registeredUntil', 'number'])
    .select(['has_net_prices as hasNetPrices', 'version'])
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  const { rows: codes } = await sql<{ category: VatCategory; code: number }>`
    select category, vat_code_of(${clubId}, id) as code
    from jsonb_to_recordset(${categoryRows}::jsonb) as given (category text, id integer)`.execute(db)
  const rates = await db
    .selectFrom('vat_rate')
    .select(['vat_code_id as vatCodeId', 'from_on as from', 'rate'])
    .where('club_id', '=', clubId)
    .orderBy('from_on')
    .orderBy('vat_code_id')
    .execute()
  return {
    version: own?.version ?? 1,
    registeredFrom: own?.registeredFrom ?? null,
    registeredUntil: own?.registeredUntil ?? null,
    number: writeVatNumber(own?.number ?? ''),
    hasNetPrices: own?.hasNetPrices ?? false,
    codes: Object.fromEntries(codes.map(({ category, code }) => [category, code])) as Settings['codes'],
    rates: rates.map(({ rate, ...change }) => ({ ...change, percent: rate / 100 }) as Settings['rates'][number]),
  }
}

const categoryRows = JSON.stringify(vatCategories.map(category => ({ category, id: idOfCategory(category) })))

export async function saveVat({ tx, now, audit }: Write, { clubId, ...given }: Input<typeof call.saveVat>) {
  const problems = VatSettings.safeParse(given).error?.issues ?? []
  if (problems[0])
    throw new Refused(
      400,
      problems[0].message,
      Object.fromEntries(problems.map(({ path, message }) => [path.join('.'), [message]])),
    )
  // A row of defaults, so that there is something to lock.
  await sql`insert into vat_setting (club_id) values (${clubId}) on conflict do nothing`.execute(tx)
  const { version } = await tx
    .selectFrom('vat_setting')
    .select('version')
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await settingsOf(tx, clubId)
  const current = () => readVat(tx, clubId, now)
  await checkVersion(tx, { subject: 'vat_setting', subjectId: clubId, is: version, given: given.version, current })
  await tx
    .updateTable('vat_setting')
    .set({ registered_from: given.registeredFrom, registered_until: given.registeredUntil })
    .set({ number: readVatNumber(given.number) ?? '', has_net_prices: given.hasNetPrices, version: version + 1 })
    .where('club_id', '=', clubId)
    .execute()
  await storeCodes(tx, clubId, given.codes)
  await storeRates(tx, clubId, given.rates)
  const after = await settingsOf(tx, clubId)
  const taxed = await taxCharges(tx, clubId, after)
  audit({
    ...{ clubId, subject: 'vat_setting', subjectId: clubId },
    ...{ before, after: { ...after, ...(taxed > 0 && { taxed }) } },
  })
  return { version: version + 1, taxed }
}

/** Stores what differs from the clubs above. */
async function storeCodes(tx: Write['tx'], clubId: number, codes: Settings['codes']): Promise<void> {
  await tx.deleteFrom('vat_category').where('club_id', '=', clubId).execute()
  const rows = vatCategories.map(category => ({ id: idOfCategory(category), code: codes[category] }))
  await sql`
    insert into vat_category (club_id, category_id, vat_code_id)
    select ${clubId}, id, code from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id integer, code integer)
    where code <> vat_code_of(${clubId}, id)`.execute(tx)
}

async function storeRates(tx: Write['tx'], clubId: number, rates: Settings['rates']): Promise<void> {
  await tx.deleteFrom('vat_rate').where('club_id', '=', clubId).execute()
  const rows = rates.map(({ vatCodeId, from, percent }) => ({
    ...{ club_id: clubId, vat_code_id: vatCodeId, from_on: from, rate: Math.round(percent * 100) },
  }))
  if (rows.length > 0) await tx.insertInto('vat_rate').values(rows).execute()
}

/** The entries of open books on these days, by whether they have VAT. */
const chargesOn = (clubId: number, from: string, until: string | null) => sql`
  select charge.id, vat.charge_id is not null as is_taxed,
    charge.transaction_date between ${from}::date and coalesce(${until}::date, 'infinity') as is_registered
  from charge join club on club.id = charge.club_id left join charge_vat vat on vat.charge_id = charge.id
  where charge.club_id = ${clubId} and charge.transaction_date > coalesce(club.books_closed_until, '-infinity')`

/** Adds VAT to the charges since the club registered that have none, and returns how many got it. */
async function taxCharges(
  tx: Write['tx'],
  clubId: number,
  { registeredFrom, registeredUntil }: Settings,
): Promise<number> {
  if (registeredFrom === null) return 0
  const untaxed = sql`select id from (${chargesOn(clubId, registeredFrom, registeredUntil)}) found
    where is_registered and not is_taxed`
  const { rows } = await sql<{
    ids: number[]
  }>`select coalesce(array_agg(id), '{}') as ids from (${untaxed}) one`.execute(tx)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return 0
  await sql`select tax_charges(${ids}::bigint[])`.execute(tx)
  const { rows: left } = await sql<{ count: number }>`select count(*)::integer as count from (${untaxed}) one`.execute(
    tx,
  )
  return ids.length - (left[0]?.count ?? 0)
}

export async function getUntaxed(
  { db }: Read,
  { clubId, registeredFrom, registeredUntil }: Input<typeof call.getUntaxed>,
) {
  const { rows } = await sql<{ untaxed: number; kept: number }>`
    select count(*) filter (where is_registered and not is_taxed)::integer as untaxed,
      count(*) filter (where is_taxed and not is_registered)::integer as kept
    from (${chargesOn(clubId, registeredFrom, registeredUntil ?? null)}) found`.execute(db)
  return rows[0] ?? { untaxed: 0, kept: 0 }
}

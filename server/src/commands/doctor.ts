import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { counted } from '@honbu/contract/format.ts'
import { createTransport } from 'nodemailer'
import project from '../../../package.json' with { type: 'json' }
import { backupState, isBackupName, isTooOld, sizeOf } from '../backup/index.ts'
import { reasonOf } from '../platform/cannot-start.ts'
import { certificateAt, daysUntil } from '../platform/certificate.ts'
import type { GivenConfig } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import { deadLetters } from '../platform/jobs.ts'
import { notYetRun } from '../platform/migrate.ts'
import { isQuietCopy } from '../platform/restored-copy.ts'
import { shownSettings } from '../platform/shown-settings.ts'
import { openLargeFiles, placeOf } from '../platform/storage.ts'
import type { Command } from './command.ts'
import { type Opened, withDatabase } from './open.ts'

/** What was found in one place. A line that isn't good says what to do. */
interface Finding {
  readonly isGood: boolean
  readonly text: string
}

const good = (text: string): Finding => ({ isGood: true, text })
const bad = (text: string): Finding => ({ isGood: false, text })

export const command: Command = {
  words: '',
  does: 'Shows on one page how this installation is: versions, settings, database, queues, mail, providers, certificate, disk, backups and clock. The exit code is 1 if something is wrong.',
  run: () =>
    withDatabase(async ({ config, database }) => {
      console.log(`Honbu ${project.version}, Node ${process.version}, ${process.platform} ${process.arch}`)
      for (const [name, value] of shownSettings(process.env)) console.log(`    ${name}=${value}`)
      for (const { name, isGood, text } of await checkInstallation({ config, database })) {
        console.log(`${isGood ? '✓' : '✗'} ${name.padEnd(12)}${text}`)
        if (!isGood) process.exitCode = 1
      }
    }, true),
}

/** What the command and the operators' page show. One check that fails doesn't hide the others. */
export async function checkInstallation({
  config,
  database,
}: Opened): Promise<(Finding & { readonly name: string })[]> {
  const checks: readonly (readonly [string, () => Promise<readonly Finding[]>])[] = [
    ['database', () => checkDatabase(database)],
    ['schema', () => checkSchema(database)],
    ['queues', () => checkQueues(database)],
    ['email', () => checkMail(config)],
    ['providers', () => checkProviders(database)],
    ['certificate', () => checkCertificate(config)],
    ['disk', () => checkDisk(config)],
    ['backups', () => checkBackups(config, database, new Date())],
    ['clock', () => checkClock(database)],
  ]
  const found = checks.map(async ([name, check]) =>
    (await check().catch(error => [bad(reasonOf(error))])).map(finding => ({ name, ...finding })),
  )
  return (await Promise.all(found)).flat()
}

async function checkDatabase({ pool }: Database): Promise<Finding[]> {
  const { rows } = await pool.query(`
    select current_database() as name, current_setting('server_version') as version, current_user as role,
      pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*)::int from pg_stat_activity) as used, current_setting('max_connections')::int as most`)
  const { name, version, role, size, used, most } = rows[0]
  const text = `${name}, Postgres ${version}, ${size}, role ${role}, ${used} of ${most} connections`
  return [used > most * 0.9 ? bad(`${text}: nearly all are used`) : good(text)]
}

async function checkSchema({ db, pool }: Database): Promise<Finding[]> {
  const missing = await notYetRun(db)
  if (missing.length > 0) return [bad(`${counted(missing.length, 'migration')} to run: start this version`)]
  const { rows } = await pool.query('select max(name) as last from kysely_migration')
  const findings = [good(`up to date, ${rows[0].last}`)]
  if (await isQuietCopy(db))
    findings.push(bad('a restored copy, which sends and collects nothing: restore --this-is-the-real-one'))
  return findings
}

async function checkQueues({ pool }: Database): Promise<Finding[]> {
  const { rows } = await pool.query(`
    select count(*) filter (where name <> '${deadLetters}' and state in ('created', 'retry') and start_after <= now())::int as waiting,
      count(*) filter (where name = '${deadLetters}' and state = 'created')::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where name <> '${deadLetters}' and state in ('created', 'retry') and start_after <= now())), 0)::int as oldest
    from pgboss.job`)
  const { waiting, failed, oldest } = rows[0]
  const minutes = Math.floor(oldest / 60)
  return [
    minutes >= 30
      ? bad(`${counted(waiting, 'job')} to do, the oldest for ${minutes} minutes: is a worker running?`)
      : good(`${counted(waiting, 'job')} to do`),
    failed > 0 ? bad(`${counted(failed, 'job')} failed for good: see the command jobs`) : good('no job has failed'),
  ]
}

async function checkMail({ smtpUrl }: GivenConfig): Promise<Finding[]> {
  if (!smtpUrl) return [good('SMTP_URL is not set: emails go to /sandbox/mail')]
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return [good(`${host} answers and lets us in`)]
  } catch (error) {
    return [bad(`${host}: ${reasonOf(error)}`)]
  } finally {
    transport.close()
  }
}

async function checkProviders({ pool }: Database): Promise<Finding[]> {
  const { rows } = await pool.query(`
    select provider, club.name, problem from provider_account account join club on club.id = account.club_id
    order by provider, club.id`)
  const problems = rows.filter(({ problem }) => problem !== '')
  if (problems.length === 0) return [good(`${counted(rows.length, 'account')}, none with a problem`)]
  return problems.map(({ provider, name, problem }) => bad(`${name}, ${provider}: ${problem}`))
}

/** Days before its end when a certificate should have been renewed. */
const renewedBefore = 14

async function checkCertificate({ baseUrl }: GivenConfig): Promise<Finding[]> {
  const certificate = await certificateAt(baseUrl)
  if (!certificate) return [good('BASE_URL has none')]
  const { until, problem } = certificate
  const days = daysUntil(until, new Date())
  const text = `${new URL(baseUrl ?? '').hostname} until ${until.toISOString().slice(0, 10)}, ${days} days`
  if (problem !== '') return [bad(`${text}: browsers don’t trust it (${problem})`)]
  return [days < renewedBefore ? bad(`${text}: renew it`) : good(text)]
}

async function checkDisk({ dataDir }: GivenConfig): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [good(`${dataDir} is not there yet`)]
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const free = Math.round((bavail / blocks) * 100)
  const text = `${Math.round((bavail * bsize) / 1e9)} GB (${free} %) free at ${dataDir}`
  return [free < 15 ? bad(`${text}: make room`) : good(text)]
}

/** @param now when the doctor looks */
export async function checkBackups(
  { backup }: Pick<GivenConfig, 'backup'>,
  { db }: Pick<Database, 'db'>,
  now: Date,
): Promise<Finding[]> {
  if (backup.to === undefined) return [good('HONBU_BACKUP_TO is not set: none is made automatically')]
  if ((await notYetRun(db)).length > 0) return [good('known once the migrations have run')]
  const { last, failures, problem } = await backupState(db)
  const failed = failures > 0 ? [bad(`${counted(failures, 'backup')} failed since then. ${problem}`)] : []
  const place = `${placeOf(backup.to)}, ${backup.recipients.length > 0 ? '' : 'not '}encrypted`
  if (!last) return [bad(`none yet in ${place}: is a worker running? To make one now, run backup`), ...failed]
  const hours = Math.floor((now.getTime() - last.startedAt.getTime()) / 3_600_000)
  const ago = hours === 0 ? 'less than an hour' : counted(hours, 'hour')
  const text = `the last one ${ago} ago (${sizeOf(last.bytes)}) in ${place}`
  const age = isTooOld(last.startedAt, now, backup)
    ? bad(`${text}, and one is due every ${counted(backup.hours, 'hour')}: is a worker running?`)
    : good(text)
  return [age, ...failed, await checkKept(backup.to, last.name)]
}

async function checkKept(to: string, last: string): Promise<Finding> {
  try {
    const names = (await openLargeFiles(to).list()).map(({ name }) => name).filter(isBackupName)
    const kept = `${counted(names.length, 'backup')} kept`
    return names.includes(last) ? good(kept) : bad(`${kept}, but ${last} is missing: find out what deletes there`)
  } catch (error) {
    return bad(`${placeOf(to)} can’t be read from here: ${reasonOf(error)}`)
  }
}

async function checkClock({ pool }: Database): Promise<Finding[]> {
  const asked = Date.now()
  const { rows } = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as there')
  const apart = Math.round((Number(rows[0].there) - (asked + Date.now()) / 2) / 1000)
  const text = `${new Date().toISOString()}, the database’s is ${Math.abs(apart)} s ${apart < 0 ? 'behind' : 'ahead'}`
  return [Math.abs(apart) > 5 ? bad(`${text}: set both by NTP`) : good(text)]
}

/** `npm run import -- FILE.csv --club ID [--class ID] [--dry-run]`: a club's own list of members into the product. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { names } from '@honbu/contract/ids.ts'
import { type ImportReport, importMembers } from '@honbu/server/members/import/import-members.ts'
import { CannotStart, orExit, reasonOf } from '@honbu/server/platform/cannot-start.ts'
import { readConfig } from '@honbu/server/platform/config.ts'
import { openDatabase } from '@honbu/server/platform/database.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'

const usage = 'npm run import -- FILE.csv --club ID [--class ID] [--dry-run]'

await orExit(async () => {
  const { file, ...asked } = readArguments(process.argv.slice(2))
  const config = readConfig(process.env)
  const bytes = await readFile(file).catch(error => {
    throw new CannotStart(`${file} cannot be read: ${reasonOf(error)}.`)
  })
  const database = await openDatabase(config, 'guest')
  try {
    await migrate(database.db)
    const report = await importMembers(database.db, { bytes, ...asked, now: new Date() })
    print(report, asked)
    // A list that is all there already has done what was asked.
    if (report.imported.length + report.alreadyThere === 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})

function readArguments(args: string[]) {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    // Node goes on to explain how to pass such a file name.
    throw new CannotStart(`${reasonOf(error).split('. ')[0]}. Use: ${usage}`)
  }
  const { positionals, values } = parsed
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new CannotStart(`Give one file. Use: ${usage}`)
  if (values.club === undefined) throw new CannotStart(`Say into which club: --club ID. Use: ${usage}`)
  return {
    file,
    clubId: idOf('--club', values.club),
    classId: values.class === undefined ? undefined : idOf('--class', values.class),
    isDryRun: values['dry-run'],
  }
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { club: { type: 'string' }, class: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  })
}

function idOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CannotStart(`${option} must be an id, a whole number. Use: ${usage}`)
  return Number(text)
}

interface Asked {
  readonly clubId: number
  readonly isDryRun: boolean
}

function print(
  { clubName, problems, notUsed, imported, alreadyThere, leftOut, register }: ImportReport,
  { clubId, isDryRun }: Asked,
): void {
  for (const { line, text } of [...problems, ...notUsed]) console.log(`line ${line}: ${text}`)
  const counts = Map.groupBy(imported, ({ statusId }) => names[statusId] ?? String(statusId))
  const statuses = [...counts].map(([status, members]) => `${members.length} ${status}`).join(', ')
  console.log('')
  console.log(
    `${isDryRun ? 'Nothing was stored. This would import' : 'Imported'} ${imported.length} members into ${clubName}${statuses && `: ${statuses}`}. ` +
      `Already there: ${alreadyThere}. Lines that are no person: ${leftOut}. Told above: ${problems.length} problems.`,
  )
  if (register) {
    console.log(
      `On the register of ${register.className}: ${register.added} more${isDryRun ? ' (would be)' : ''}. Open the class on the Dashboard or under Club schedule.`,
    )
  } else {
    console.log(
      `To take a register of them: open a class of ${clubName} and add them with its search box, or run this again with --class ID (the number in the class's address) to expect all active ones. Schedule: /clubadmin/${clubId}/club-schedule`,
    )
  }
}

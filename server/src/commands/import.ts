import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { leftOutReasons } from '@honbu/contract/charging.ts'
import { counted, currency, longDate } from '@honbu/contract/format.ts'
import { findingTexts } from '@honbu/contract/import-findings.ts'
import { importExisting } from '@honbu/contract/imports.ts'
import {
  type ImportFile,
  type ImportReport,
  importFile,
  MappingFile,
  toMappingFile,
  undecidedColumns,
  withMappingFile,
} from '../imports/index.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

const words =
  'FILE --club ID [--dry-run] [--class ID] [--existing correct|skip|fill|overwrite] [--sheet NAME] ' +
  '[--mapping FILE] [--write-mapping FILE] [--leave-out]'
const usage = `import ${words}`

export const command: Command = {
  words,
  does: 'Imports a club’s own list of members or gradings. docs/commands.md explains the options.',
  run: async args => {
    const { file, writeMapping, ...asked } = await readArguments(args)
    const bytes = await readFile(file).catch(error => {
      throw new CannotStart(`${file} cannot be read: ${reasonOf(error)}.`)
    })
    await withDatabase(async ({ database }) => {
      const report = await importFile(database.db, { ...asked, bytes, fileName: path.basename(file), now: new Date() })
      if (writeMapping) {
        await writeFile(writeMapping, `${JSON.stringify(toMappingFile(report.mapping, report), null, 2)}\n`)
        console.log(`Nothing was stored. What was guessed is in ${writeMapping}.`)
      } else print(report, asked)
      const { new_count: added, changed_count: changed, duplicate_count: there } = report.counts
      // A list that is all there already has done what was asked.
      if (added + changed + there === 0) process.exitCode = 1
    })
  },
}

async function readArguments(args: readonly string[]) {
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
  const existing = importExisting.find(how => how === values.existing)
  if (values.existing !== undefined && !existing)
    throw new CannotStart(`--existing is one of ${importExisting.join(', ')}. Use: ${usage}`)
  const mappingFile = values.mapping === undefined ? {} : await readMapping(values.mapping)
  const enrolClassId = values.class === undefined ? null : idOf('--class', values.class)
  const adjust: ImportFile['adjust'] = (guess, list) => {
    const mapping = { ...withMappingFile(guess, mappingFile, list), ...(existing && { existing }), enrolClassId }
    const undecided = undecidedColumns(mapping, list.table)
    if (undecided.length === 0 || values['leave-out'] || values['write-mapping'] !== undefined) return mapping
    const told = undecided.map(({ heading, values: some }) => `  ${heading}: ${some.join(', ')}`)
    throw new CannotStart(
      `These columns have values, and we don't know what they are:\n${told.join('\n')}\n` +
        'Write a mapping with --write-mapping and give each a field or null, or leave them out with --leave-out.',
    )
  }
  return {
    file,
    clubId: idOf('--club', values.club),
    reading: { sheet: values.sheet ?? null, encoding: null, delimiter: null, headerLine: null },
    adjust,
    isDryRun: values['dry-run'] || values['write-mapping'] !== undefined,
    writeMapping: values['write-mapping'],
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      club: { type: 'string' },
      class: { type: 'string' },
      existing: { type: 'string' },
      sheet: { type: 'string' },
      mapping: { type: 'string' },
      'write-mapping': { type: 'string' },
      'leave-out': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  })
}

async function readMapping(file: string): Promise<MappingFile> {
  try {
    const parsed = MappingFile.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') throw new Error(`it has no place for ${issue.keys.join(', ')}`)
    throw new Error(`${issue?.path.join('.') ?? ''} is not right`)
  } catch (error) {
    throw new CannotStart(`${file} is no mapping: ${reasonOf(error)}.`)
  }
}

function idOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CannotStart(`${option} must be an id, a whole number. Use: ${usage}`)
  return Number(text)
}

function print(
  { clubName, lines, counts, mapping, importId, billing, findings }: ImportReport,
  { clubId, isDryRun }: Pick<ImportFile, 'clubId' | 'isDryRun'>,
): void {
  for (const { line, problems } of lines)
    for (const { column, text } of problems) console.log(`line ${line}${column ? `, ${column}` : ''}: ${text}`)
  const what = mapping.kind === 'gradings' ? 'gradings' : 'members'
  const { new_count: added, changed_count: changed, duplicate_count: there, refused_count: refused } = counts
  console.log('')
  console.log(
    `${isDryRun ? 'Nothing was stored. This would import' : 'Imported'} ${added} ${what} into ${clubName}. ` +
      `Changed: ${changed}. Already there: ${there}. Lines left out: ${refused}. Lines to look at: ${counts.problem_count}.`,
  )
  if (findings) for (const { text } of findingTexts(findings)) console.log(text)
  if (billing) {
    const { members, firstOn, amount, leftOut } = billing
    const first = firstOn === null ? '' : `, first on ${longDate(firstOn)}, ${currency(amount)} in all`
    console.log(`${counted(members, 'member')} will be billed${first}.`)
    for (const { reason, members: missing } of leftOut)
      console.log(
        `${counted(missing, 'current member')} won't be: ${reason === 'noPlan' ? 'no plan' : leftOutReasons[reason]}.`,
      )
  }
  if (importId !== null && added + changed > 0)
    console.log(
      `It can be undone for 24 hours: /clubadmin/${clubId}/import/${importId}. Members: /clubadmin/${clubId}/members`,
    )
}

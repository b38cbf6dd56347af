import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asOne, project, runNode, type Step, tool } from './step.ts'

/** Those before it ran while there was one server, which was stopped for them. */
const first = '0078'

/**
 * What is not about the version that is still running: the runner waits for no lock for long itself, each file is a
 * transaction, and ids of this schema are bigint while counts are not.
 */
const notAsked = ['require-lock-timeout', 'require-statement-timeout', 'prefer-robust-stmts', 'prefer-bigint-over-int']

/** Each of these would hold up or break a server that still runs the version before. */
const wrong: Readonly<Record<string, string>> = {
  'ban-drop-column': 'alter table member drop column code;',
  'ban-drop-table': 'drop table member;',
  'renaming-column': 'alter table member rename column code to number;',
  'renaming-table': 'alter table member rename to person;',
  'changing-column-type': 'alter table member alter column code type int using 1;',
  'adding-not-nullable-field': 'alter table member alter column code set not null;',
  'adding-required-field': 'alter table member add column colour text not null;',
  'constraint-missing-not-valid': 'alter table member add constraint known check (id > 0);',
  'adding-foreign-key-constraint': 'alter table member add column home bigint references club;',
  'require-concurrent-index-creation': 'create index member_code on member (code);',
}

/**
 * Migrations that a server of the version before survives (docs/operations.md, "Upgrades"). Where one has to do what is
 * refused, `-- squawk-ignore RULE` stands above the statement, and above that a comment that says why it may. The linter
 * is asked about statements that are wrong, too: one that understands nothing finds nothing.
 */
export const migrations: Step = {
  name: 'migrations',
  run: async () => {
    const files = globSync('server/migrations/*.sql', { cwd: project })
      .filter(file => path.basename(file) >= first)
      .sort()
    const folder = path.join(project, '.tmp', 'wrong-migrations')
    mkdirSync(folder, { recursive: true })
    for (const [rule, statement] of Object.entries(wrong)) writeFileSync(path.join(folder, `${rule}.sql`), statement)

    const found = await lint(globSync(path.join(folder, '*.sql')))
    const missed = Object.keys(wrong).filter(rule => !found.output.includes(rule))
    if (missed.length > 0) return asOne(false, `The linter does not see ${missed.join(', ')}:\n${found.output}`)

    const unreasoned = files.flatMap(withoutReason)
    const { succeeded, output } = files.length > 0 ? await lint(files) : { succeeded: true, output: '' }
    const isRight = succeeded && unreasoned.length === 0
    return { ...asOne(isRight, `${unreasoned.join('\n')}\n${output}`), note: `${files.length} from ${first} on` }
  },
}

const lint = (files: readonly string[]) =>
  runNode([
    tool('squawk-cli/js/bin/squawk'),
    ...['--assume-in-transaction', '--pg-version=15.0', '--reporter=gcc', `--exclude=${notAsked.join(',')}`],
    ...files,
  ])

/** An exception says why, in a comment of some words above it. */
function withoutReason(file: string): string[] {
  const lines = readFileSync(path.join(project, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (!/--\s*squawk-ignore/.test(line) || /^\s*--(?!\s*squawk)(\s+\S+){4,}/.test(lines[index - 1] ?? '')) return []
    return [`${file}:${index + 1}: say why in a comment on the line above`]
  })
}

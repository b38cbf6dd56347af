import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '../..')

/** Patterns that may take more than linear time, because what they read is short, or the owner's own. */
const allowed = new Map([
  ['contract/src/phone.ts', 'a stored phone number, of at most 60 characters'],
  ['contract/src/week-names.ts', 'a line of a written week, of at most 500 characters'],
  ['contract/src/written-week.ts', 'a line of a written week, of at most 500 characters'],
  ['server/src/platform/settings.ts', 'the settings'],
  ['server/src/platform/writable-host.ts', 'the settings'],
])

function patternsIn(file: string): { source: string; flags: string }[] {
  const found: { source: string; flags: string }[] = []
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

it('finds what takes the square of its text', () => {
  for (const source of ['<[^>]*>', '\\s*\\n', '^\\d+\\d*x$', '^(a*)*$'])
    expect(analyse({ source, flags: '' }).reports.length, source).toBeGreaterThan(0)
})

it('no pattern of the server takes longer than in proportion to its text', () => {
  const files = globSync('{contract,server}/src/**/*.ts', {
    cwd: project,
    exclude: ['**/*.test.ts', '**/*.property.ts'],
  })
  const isSlow = (pattern: Parameters<typeof analyse>[0]) => analyse(pattern).reports.length > 0
  const slow = files.flatMap(file =>
    patternsIn(path.join(project, file)).flatMap(pattern => (isSlow(pattern) ? [{ file, ...pattern }] : [])),
  )
  expect(slow.filter(({ file }) => !allowed.has(file))).toEqual([])
  expect(new Set(slow.map(({ file }) => file))).toEqual(new Set(allowed.keys()))
})

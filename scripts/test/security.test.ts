import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '../..')
const [threats = ''] = readFileSync(path.join(project, 'docs/security.md'), 'utf8').split('\n## Secret links')
const rows = threats
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| Threat'))
  .map(line => line.slice(2, -2).split(' | '))

describe('docs/security.md', () => {
  it('has what stops each threat', () => {
    expect(rows.length).toBeGreaterThan(25)
    for (const row of rows) expect(row, row[0]).toHaveLength(3)
  })

  it.each(rows)('%s: names a test that is there', (_threat, _stops, test) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test ?? '') ?? []
    if (!file) return expect(test).toMatch(/^accepted: /)
    expect(existsSync(path.join(project, file)), file).toBe(true)
    expect(readFileSync(path.join(project, file), 'utf8').replaceAll("\\'", "'")).toContain(title)
  })
})

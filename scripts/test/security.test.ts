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

describe('docs/security-asvs.md', () => {
  const text = readFileSync(path.join(project, 'docs/security-asvs.md'), 'utf8')
  const requirements = text.split('\n').flatMap(line => {
    const [, id = '', met = '', how = '', test = ''] =
      /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \| (.*) \|$/.exec(line) ?? []
    return id ? [{ id, met, how, test }] : []
  })

  it('has each requirement once, in order, and counts them', () => {
    const ids = requirements.map(({ id }) => id)
    const asNumber = (id: string) => id.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => asNumber(one) - asNumber(other)))
    const howMany = (value: string) => requirements.filter(({ met }) => met === value).length
    expect(text).toContain(`has ${ids.length} requirements at levels 1 and 2.`)
    expect(text).toContain(`${howMany('yes')} are met, ${howMany('in part')} in part and ${howMany('**no**')} are not`)
    expect(text).toContain(`${howMany('not ours')} are about what we don't have`)
  })

  it.each(requirements.filter(({ test }) => test))('$id names a test that is there', ({ test }) => {
    expect(existsSync(path.join(project, test.replaceAll('`', ''))), test).toBe(true)
  })
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '../server/src/platform/settings.ts'
import { settingsPage } from './docs/settings-page.ts'

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')

describe('docs/settings.md', () => {
  it('shows the settings as the code declares them', () => {
    const update = 'run `npm run run -- scripts/write-settings.ts` to update docs/settings.md'
    expect(read('docs/settings.md'), update).toBe(settingsPage())
  })
})

describe('a variable of ours', () => {
  const code = globSync('{scripts,server,e2e,bench}/**/*.{ts,mjs}', { cwd: project, exclude: ['**/node_modules/**'] })
  const used = new Set(
    code.flatMap(file => [...read(file).matchAll(/\benv\.(HONBU_\w+)/g)].map(([, name = '']) => name)),
  )

  // A server that a test starts with its own environment refuses a variable that it does not know.
  it.each([...used])('%s is a setting', name => {
    expect(settings).toHaveProperty(name)
  })
})

describe('docs/commands.md', () => {
  it('lists the scripts of package.json, and no others', () => {
    const scripts: string[] = Object.keys(JSON.parse(read('package.json')).scripts)
    const rows = [...read('docs/commands.md').matchAll(/^\| `npm (?:run )?(\S+?)(?:`| [^|]*`) \|/gm)]
    const listed = new Set(rows.map(([, name = '']) => name))
    expect([...listed].sort()).toEqual(scripts.sort())
  })
})

describe('the length of a page', () => {
  it.each([
    ['README.md', 900],
    // Two pages.
    ['CONTRIBUTING.md', 950],
  ])('%s has under %i words', (page, words) => {
    expect(read(page).split(/\s+/).filter(Boolean).length).toBeLessThan(words)
  })
})

describe('links between pages', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: project })

  it.each(pages)('%s links to files that exist', page => {
    const prose = read(page).replaceAll(/```.*?```|`[^`]*`/gs, '')
    const links = [...prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    const missing = links.filter(
      target => !/^[a-z]+:/.test(target) && !existsSync(path.join(project, path.dirname(page), target)),
    )
    expect(missing).toEqual([])
  })
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { project, runNode, type Step } from './step.ts'

/** Bytes of JavaScript and CSS, gzipped; a KB is 1000 of them. */
const budgets = {
  /** The shell and the dashboard. */
  firstLoad: 170_000,
  /** Any other screen, with the tab that is open in it, beyond that. */
  screen: 100_000,
  /** The editor of messages, which a screen loads in a second step, beyond that screen. See docs/decisions/0058. */
  editor: 190_000,
}

/** Screens whose tabs are loaded by themselves, by the file that says from where. */
const screensOfPanels: Readonly<Record<string, string>> = {
  'src/clubs/tab-panels.ts': 'src/clubs/ClubAdmin.tsx',
  'src/member-view/panels.ts': 'src/member-view/MemberView.tsx',
  'src/messages/messaging-panels.ts': 'src/messages/Messaging.tsx',
}
const editor = 'src/templates/RichEditor.tsx'
const screensWithEditor = [
  'src/templates/TemplateForm.tsx',
  'src/templates/LayoutForm.tsx',
  'src/messages/CreateMessage.tsx',
]

interface Built {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, Built>>

interface Load {
  readonly name: string
  readonly bytes: number
  readonly budget: number
}

/** What each screen loads before it stands, counted from the build, against its budget. */
export const pageBudgets: Step = {
  name: 'budgets',
  run: async () => {
    const built = await runNode(['scripts/launch.mjs', 'build'])
    if (!built.succeeded) return { passed: 0, failed: 1, output: built.output }
    const loads = allLoads()
    const over = loads.filter(({ bytes, budget }) => bytes > budget)
    const first = loads[0]
    const largest = loads
      .filter(({ budget }) => budget === budgets.screen)
      .sort((one, other) => other.bytes - one.bytes)[0]
    return {
      passed: loads.length - over.length,
      failed: over.length,
      output: over.map(load => `${load.name}: ${said(load)}\n`).join(''),
      note: [first && `first load ${said(first)}`, largest && `largest screen ${largest.name} ${said(largest)}`].join(
        '; ',
      ),
    }
  },
}

const said = ({ bytes, budget }: Load) => `${(bytes / 1000).toFixed(1)} of ${budget / 1000} KB`

function allLoads(): readonly Load[] {
  const dist = path.join(project, 'web/dist')
  // The shape is Vite's own.
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = (...entries: string[]) => filesOf(manifest, entries)
  const sizes = new Map<string, number>()
  const bytesOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length
    sizes.set(file, size)
    return size
  }
  const beyond = (before: ReadonlySet<string>, after: ReadonlySet<string>) =>
    [...after].reduce((sum, file) => (before.has(file) ? sum : sum + bytesOf(file)), 0)

  const first = files('index.html', 'src/app/start.tsx', 'src/dashboard/Dashboard.tsx')
  const screens = globSync('src/*/screens.ts', { cwd: path.join(project, 'web') }).flatMap(loadedOnDemand)
  const panels = globSync('src/*/*panels.ts', { cwd: path.join(project, 'web') }).flatMap(table => {
    const screen = screensOfPanels[table.replaceAll(path.sep, '/')]
    if (!screen) throw new Error(`Which screen are the panels of ${table} of? Say so in ${import.meta.filename}.`)
    return loadedOnDemand(table).map(panel => [screen, panel])
  })
  if (screens.length < 50 || panels.length < 20)
    throw new Error('Screens or panels are written in a way not known here.')
  return [
    { name: 'the first load', bytes: beyond(new Set(), first), budget: budgets.firstLoad },
    ...[...screens.map(screen => [screen]), ...panels].map(parts => ({
      name: parts.map(part => part.replace('src/', '')).join(' with '),
      bytes: beyond(first, files(...parts)),
      budget: budgets.screen,
    })),
    ...screensWithEditor.map(screen => ({
      name: `the editor in ${screen.replace('src/', '')}`,
      bytes: beyond(files('index.html', 'src/app/start.tsx', screen), files(editor)),
      budget: budgets.editor,
    })),
  ]
}

/** The files that a table of screens or panels loads, as the manifest names them. */
function loadedOnDemand(table: string): string[] {
  const text = readFileSync(path.join(project, 'web', table), 'utf8')
  const files = [...text.matchAll(/import\('([^']+)'\)/g)].map(([, file = '']) =>
    path.posix.join(path.posix.dirname(table.replaceAll(path.sep, '/')), file),
  )
  return [...new Set(files)]
}

/** Everything that is loaded with these: scripts that they import, and the styles of all. */
function filesOf(manifest: Manifest, entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...entries]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build.`)
    open.push(...(chunk.imports ?? []))
  }
  return new Set([...seen].flatMap(name => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]))
}

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { asOne, project, type Step } from './step.ts'

/** Licences that ask for no more than their text to be kept. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Fine for a library that is loaded as it is, and that anyone may replace by a build of his own. */
const allowedForLibraries: ReadonlyMap<RegExp, string> = new Map([
  [/^node_modules\/@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
])
/** Fine for tools, which are not handed on; the last is BSD that says of patents that it grants none. */
const allowedInTools = new Set([...allowed, 'CC-BY-4.0', 'MPL-2.0', 'BSD-3-Clause-Clear'])

interface Installed {
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** What docs/licences.md says: each package that runs in production on some platform, by the lockfile. */
export function licenceList(): string {
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Installed & { version?: string; license?: string }>
  }
  const rows = Object.entries(packages).flatMap(([place, { version, license, link, dev, devOptional }]) => {
    if (!place.includes('node_modules/') || link || dev || devOptional) return []
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    // The lockfile has what the package says; what lies beside it is found where it is installed, on every platform.
    const licence = license ?? licenceOf(path.join(project, place, 'package.json'))
    return [`| ${name} | ${version} | ${licence} |`]
  })
  const sorted = [...new Set(rows)].sort((one, other) => (one < other ? -1 : 1))
  return `# Licences

The packages that run in production, on any platform, with the licence that each names. Made by \`npm run licences\`; \`npm test\` compares it. Tools that are not handed on are not here; what they may be licensed as is in \`scripts/test/licences.ts\`, and \`npm run sbom\` prints a bill of materials (CycloneDX).

| package | version | licence |
|---|---|---|
${sorted.join('\n')}
`
}

/** Where the list is. */
export const licenceFile = path.join(project, 'docs/licences.md')

/** Every installed package has a licence from the lists above, and the list of them is up to date. */
export const licences: Step = {
  name: 'licences',
  run: async () => {
    // npm's own list of what it installed.
    const list = JSON.parse(readFileSync(path.join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, Installed>
    }
    const packages = Object.entries(list.packages).filter(([name, { link }]) => name.includes('node_modules/') && !link)
    const refused = packages.flatMap(([name, { dev, devOptional }]) => {
      const licence = licenceOf(path.join(project, name, 'package.json'))
      const isTool = dev === true || devOptional === true
      const isLibrary = [...allowedForLibraries].some(([path, its]) => path.test(name) && its === licence)
      return isLibrary || isAllowed(licence, isTool ? allowedInTools : allowed)
        ? []
        : [`${name}: ${licence || 'no licence'}`]
    })
    const found = packages.length > 0
    const isListed = existsSync(licenceFile) && readFileSync(licenceFile, 'utf8') === licenceList()
    if (!isListed) refused.push('docs/licences.md is not up to date: npm run licences')
    const note = `${packages.length} packages`
    return { ...asOne(found && refused.length === 0, `${refused.join('\n') || 'no packages found'}\n`), note }
  },
}

function licenceOf(file: string): string {
  // Old packages have an object, or several.
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type?: string }
    licenses?: readonly { type?: string }[]
  }
  if (typeof license === 'string') return license
  const named = license?.type ?? licenses?.map(({ type }) => type).join(' OR ')
  if (named) return named
  // Some only lay the text beside it.
  const text = path.join(path.dirname(file), 'LICENSE')
  return existsSync(text) && readFileSync(text, 'utf8').startsWith('MIT License') ? 'MIT' : ''
}

/** An SPDX expression of names, AND and OR, at most one level deep: "(MIT AND Zlib) OR Apache-2.0". */
function isAllowed(expression: string, list: ReadonlySet<string>): boolean {
  const flat = expression.replaceAll(/[()]/g, '')
  return flat.split(' OR ').some(choice => choice.split(' AND ').every(name => list.has(name.trim())))
}

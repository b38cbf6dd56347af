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

/** Every installed package has a licence from the lists above. */
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

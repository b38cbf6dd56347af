import { type ESTree, type Plugin, Visitor } from 'vite'

/** What a call is declared by (contract/src/endpoint.ts). */
const declarations = new Set(['get', 'ask', 'post', 'act'])

/** The parts of a declaration that say what is sent, and where. */
const sent = new Set(['isKept', 'input', 'inQuery', 'repeats'])

/**
 * Of a call of the contract the browser needs where it goes and what may be put in, by which a form checks. What it answers,
 * and what it is for is the server's to know: the build of the web leaves it out. To make those shapes took
 * a telephone a tenth of a second before the first screen. Of a call whose answer is kept on devices that shape stays, and
 * is made when it is asked for: without signal.
 */
export function onlyWhatCallsNeed(): Plugin {
  return {
    name: 'only-what-calls-need',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler(code) {
        let short = code
        // From the end, so that the places of what is before stay.
        for (const [property, isKept] of unneeded(this.parse(code)).toReversed()) {
          const before = short.slice(0, property.start)
          const after = short.slice(property.end)
          const instead = insteadOf(property, code, isKept)
          short = instead === null ? before + after.replace(/^\s*,/, '') : before + instead + after
        }
        return { code: short, map: null }
      },
    },
  }
}

/** What takes the place of a part; null: nothing. Of who may make a call, the browser needs whether it is for admins or a right. */
function insteadOf(property: ESTree.ObjectPropertyKind, code: string, isKept: boolean): string | null {
  if (property.type !== 'Property') return null
  const value = code.slice(property.value.start, property.value.end)
  if (nameOf(property) === 'output') return isKept ? `get output() { return ${value} }` : null
  if (nameOf(property) !== 'access') return null
  const need = /\badmin\(/.test(value) ? 'admin' : /\bmay\(['"](\w+)/.exec(value)?.[1]
  return need === undefined ? null : `needs: '${need}'`
}

const nameOf = (each: ESTree.ObjectPropertyKind) =>
  each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : ''

/** Each part of a declaration that does not stay as it is; with it, whether it is the answer of a call that is kept. */
function unneeded(program: ESTree.Program): [ESTree.ObjectPropertyKind, boolean][] {
  const found: [ESTree.ObjectPropertyKind, boolean][] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [, spec] }) {
      if (callee.type !== 'Identifier' || !declarations.has(callee.name) || spec?.type !== 'ObjectExpression') return
      const isKept = spec.properties.some(each => nameOf(each) === 'isKept')
      for (const each of spec.properties)
        if (!sent.has(nameOf(each))) found.push([each, isKept && nameOf(each) === 'output'])
    },
  })
  visitor.visit(program)
  return found
}

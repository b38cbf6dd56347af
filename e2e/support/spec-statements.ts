import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, test } from '@playwright/test'

interface OtherTest {
  readonly file: string
  readonly words: string
}

type Proof = OtherTest | ((fixtures: { readonly browser: Browser }) => unknown)

const project = path.join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(project, file), 'utf8')
const decisions = readdirSync(path.join(project, 'docs/decisions')).map(name => Number(name.slice(0, 4)))

/** A test of another file that proves a statement. The statement fails when the words of its title are gone. */
export const inTest = (file: string, words: string): OtherTest => ({ file, words })

interface Group {
  readonly names: Set<string>
  readonly met: { here: number; byTests: number; byDecisions: number }
}

const newGroup = (): Group => ({ names: new Set(), met: { here: 0, byTests: 0, byDecisions: 0 } })

/** The statements of the test file that is being read. */
let group = newGroup()

/** A statement of the specification about the screens. One that is met in another way names the decision that says so. */
export function states(section: number, what: string, proof: Proof, { decision }: { decision?: number } = {}): void {
  const name = `${section} ${what}${decision ? ` (decision ${decision})` : ''}`
  const { names, met } = group
  names.add(name)
  test(name, { tag: '@journey' }, async ({ browser }) => {
    if (decision) expect(decisions).toContain(decision)
    if (typeof proof === 'function') await proof({ browser })
    else expect(textOf(proof.file)).toContain(proof.words)
    met[wayOf(proof, decision)]++
  })
}

function wayOf(proof: Proof, decision: number | undefined): keyof Group['met'] {
  if (decision) return 'byDecisions'
  return typeof proof === 'function' ? 'here' : 'byTests'
}

/**
 * Says how many of a file's statements are met, where none has failed: after a failure a new worker goes on, which knows
 * only its own. The file calls it once, after its last statement.
 */
export function sayHowMany(subject: string): void {
  const { names, met } = group
  group = newGroup()
  test.afterAll(() => {
    const { here, byTests, byDecisions } = met
    if (here + byTests + byDecisions < names.size) return
    console.info(
      `${names.size} statements about ${subject} are met: ${here} here, ${byTests} in other tests, ` +
        `${byDecisions} by a decision.`,
    )
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'

interface OtherTest {
  readonly file: string
  readonly words: string
}

type Proof = OtherTest | (() => unknown)

const project = path.join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(project, file), 'utf8')
const decisions = readdirSync(path.join(project, 'docs/decisions')).map(name => Number(name.slice(0, 4)))

/** A test of another file that proves a statement. The statement fails when the words of its title are gone. */
export const inTest = (file: string, words: string): OtherTest => ({ file, words })

const names = new Set<string>()
const met = { here: 0, byTests: 0, byDecisions: 0 }

/** A statement of the specification about the screens. One that is met in another way names the decision that says so. */
export function states(section: number, what: string, proof: Proof, { decision }: { decision?: number } = {}): void {
  const name = `${section} ${what}${decision ? ` (decision ${decision})` : ''}`
  names.add(name)
  test(name, { tag: '@journey' }, async () => {
    if (decision) expect(decisions).toContain(decision)
    if (typeof proof === 'function') await proof()
    else expect(textOf(proof.file)).toContain(proof.words)
    met[wayOf(proof, decision)]++
  })
}

function wayOf(proof: Proof, decision: number | undefined): keyof typeof met {
  if (decision) return 'byDecisions'
  return typeof proof === 'function' ? 'here' : 'byTests'
}

/** Says how many are met, where none has failed: after a failure a new worker goes on, which knows only its own. */
export const sayHowMany = () =>
  test.afterAll(() => {
    const { here, byTests, byDecisions } = met
    if (here + byTests + byDecisions < names.size) return
    console.info(
      `${names.size} statements about the screens are met: ${here} here, ${byTests} in other tests, ` +
        `${byDecisions} by a decision.`,
    )
  })

import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What is to happen to messages: to all, or to those for one address or number; always, or so many times. */
export interface Rule {
  readonly id: string
  /** An address or a number; '' for all. */
  readonly to: string
  /** For how many messages; null: until it is taken away. */
  readonly left: number | null
  /** How handing over goes wrong; '' when it goes well. */
  readonly fault: string
  /** What becomes of what was taken over; '': as usual. */
  readonly outcome: string
  /** Whether each report comes twice. */
  readonly isTwice: boolean
}

export interface Rules {
  list(): Rule[]
  add(rule: Partial<Omit<Rule, 'id'>>): void
  drop(id: string): void
  clear(): void
  /** The rule for this message, counted: one for its own address comes before one for all. */
  take(to: string, isMeant?: (rule: Rule) => boolean): Rule | undefined
}

/** In a file, so that processes that share the folder obey the same; two at the same moment may both use the last time. */
export function openRules(file: string): Rules {
  function list(): Rule[] {
    try {
      // Written by `write`.
      return JSON.parse(readFileSync(file, 'utf8')) as Rule[]
    } catch {
      return []
    }
  }

  function write(rules: readonly Rule[]): void {
    const mine = `${file}.${randomUUID()}`
    writeFileSync(mine, JSON.stringify(rules), { mode: 0o600 })
    renameSync(mine, file)
  }

  return {
    list,
    add: rule =>
      write([...list(), { to: '', left: null, fault: '', outcome: '', isTwice: false, ...rule, id: randomUUID() }]),
    drop: id => write(list().filter(rule => rule.id !== id)),
    clear: () => write([]),
    take(to, isMeant = () => true) {
      const rules = list().filter(isMeant)
      const own = rules.find(rule => rule.to !== '' && rule.to.toLowerCase() === to.toLowerCase())
      const rule = own ?? rules.find(rule => rule.to === '')
      if (rule && rule.left !== null) {
        const left = rule.left - 1
        write(list().flatMap(other => (other.id === rule.id ? (left > 0 ? [{ ...other, left }] : []) : [other])))
      }
      return rule
    },
  }
}

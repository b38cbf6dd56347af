import type { Db } from '../../platform/database.ts'
import { membersByCode } from './known.ts'
import type { ListedMember } from './listed-member.ts'

interface Options {
  readonly rootClubId: number
  readonly clubId: number
  /** The first code that nobody has. */
  readonly next: number
}

/** A code for each new member: the one of the file where nobody has it, else the next. Answers who got another one. */
export async function giveCodes(db: Db, list: readonly ListedMember[], { next, ...tree }: Options) {
  const wanted = list.map(({ code }) => code).filter(code => code !== null)
  const taken = new Set((await membersByCode(db, tree, wanted)).keys())
  const codes = new Map<number, string>()
  for (const { line, code } of list) {
    if (code === null || taken.has(code)) continue
    codes.set(line, code)
    taken.add(code)
  }
  // They count on from the highest that is a number, those of the file included.
  const numbers = [...codes.values()].filter(code => /^\d{1,15}$/.test(code)).map(Number)
  let count = Math.max(next, ...chunkMax(numbers))
  const refused: { line: number; code: string }[] = []
  for (const { line, code } of list) {
    if (codes.has(line)) continue
    if (code !== null) refused.push({ line, code })
    codes.set(line, String(count++))
  }
  return { codes, refused }
}

/** Without handing 50,000 arguments to one call. */
const chunkMax = (numbers: readonly number[]) => [numbers.reduce((most, number) => Math.max(most, number + 1), 0)]

import { existsSync } from 'node:fs'
import path from 'node:path'

/** A mistake that types and lint don't see, and that a test has to. */
export interface Fault {
  /** Unique, in kebab case. */
  readonly name: string
  readonly area: string
  /** The mistake and its effect, in a sentence. */
  readonly says: string
  readonly file: string
  /** Appears exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files likely to notice, those of the fast tier first. */
  readonly tests: readonly string[]
}

export type Tier = 'npm test' | 'test:all'

/** Whether only `test:all` runs a file. A browser file has tests of both tiers, told apart by the tag `@journey`. */
export const isSlow = (file: string) => /\.slow\.test\.tsx?$/.test(file)

/** A test file under the name it has today: it may have moved to the other tier since it was listed. */
export function presentName(folder: string, file: string): string | null {
  const names = [file, file.replace(/(\.slow)?\.test\./, '.slow.test.'), file.replace('.slow.test.', '.test.')]
  return names.find(name => existsSync(path.join(folder, name))) ?? null
}

/** @throws Error unless the text appears exactly once */
export function plant({ name, file, find, replace }: Fault, text: string): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${name}: its text appears ${times} times in ${file}, and should once.`)
  // As a function, so that no `$` of the text is taken for a pattern.
  return text.replace(find, () => replace)
}

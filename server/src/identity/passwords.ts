import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

export const shortestPassword = 10
const longestPassword = 200

// Argon2id (the library's default) with the first of the parameter sets that OWASP's Password Storage Cheat Sheet gives.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same characters typed on another keyboard are the same password (NIST SP 800-63B, 3.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

/** The hash of a password as it is stored, in the PHC string format. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), parameters)

let ofNobody: Promise<string> | undefined

/** Whether it is the password. Without a hash (no such account) it takes the same time and is wrong. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  ofNobody ??= hash('nobody has this password', parameters)
  const right = await verify(stored ?? (await ofNobody), normalised(password.slice(0, longestPassword)))
  return right && Boolean(stored) && password.length <= longestPassword
}

/**
 * Says what is wrong with a new password, as a sentence (decision 73).
 * @param about texts that a guesser would try first: the person's name and email address, their clubs
 * @returns undefined for a good one
 */
export async function weakness(password: string, about: readonly string[] = []): Promise<string | undefined> {
  const length = [...password].length
  if (length < shortestPassword) return `The password should have at least ${shortestPassword} characters.`
  if (password.length > longestPassword) return `The password should have at most ${longestPassword} characters.`
  const plain = normalised(password).toLowerCase()
  if (about.some(text => text.includes('@') && [text, text.split('@')[0]].some(part => part?.toLowerCase() === plain)))
    return 'The password should not be your e-mail address.'
  if (commonPasswords().has(plain)) return `${reasons.common} ${advice}`
  const words = wordsIn(about)
  if (isMostlyOf(plain, words)) return `${reasons.userInputs} ${advice}`
  // The time grows with the length, and a long password whose beginning is good is good.
  const { score, feedback } = (await guesser()).check(normalised(password).slice(0, 40), words)
  return score >= leastScore
    ? undefined
    : `${reasons[feedback.warning as keyof typeof reasons] ?? reasons.other} ${advice}`
}

/** Of 0 to 4: takes more than 10^8 guesses. */
export const leastScore = 3
export const advice = 'Try four words that don’t belong together.'

const keys = 'It follows the keys of a keyboard.'
const repeats = 'It repeats the same characters.'
const date = 'Dates and years are easy to guess.'
const common = 'Many people use this password.'
const names = 'Names are easy to guess.'

/** By the library's name for what it found. */
export const reasons = {
  straightRow: keys,
  keyPattern: keys,
  simpleRepeat: repeats,
  extendedRepeat: repeats,
  sequences: 'Sequences such as abc or 123 are easy to guess.',
  recentYears: date,
  dates: date,
  topTen: common,
  topHundred: common,
  common,
  similarToCommon: 'It’s close to a password that many people use.',
  wordByItself: 'One word is easy to guess.',
  namesByThemselves: names,
  commonNames: names,
  userInputs: 'Your name, your email address and your club are easy to guess.',
  pwned: common,
  other: 'It’s easy to guess.',
}

/** The words in some texts, and what they are put together: a club's name is tried as one word too. */
const wordsIn = (about: readonly string[]) => [
  'honbu',
  ...about.flatMap(text => {
    const words =
      text
        .toLowerCase()
        .replaceAll(/['’]/g, '')
        .match(/[\p{L}\p{N}]{3,}/gu) ?? []
    return [...words, words.join('')]
  }),
]

/** Fewer characters beside the words of a person or club add too little to them. */
const leastBeside = 6

/** The library takes three words for a long way to guess, also where a guesser would try just these. */
function isMostlyOf(plain: string, words: readonly string[]): boolean {
  const longFirst = words.toSorted((one, other) => other.length - one.length).filter(word => word !== '')
  return [plain, plain.replaceAll(/[@01345$!]/g, sign => lookalikes[sign] ?? sign)].some(text => {
    const rest = longFirst.reduce((left, word) => left.replaceAll(word, ' '), text)
    return rest !== text && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < leastBeside
  })
}

const lookalikes: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', $: 's', '!': 'i' },
}

let kept: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  if (!kept) {
    const lines = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n')
    kept = new Set(lines.filter(line => line !== '' && !line.startsWith('# ')))
  }
  return kept
}

let made: Promise<ZxcvbnFactory> | undefined

/** Made when the first password is chosen: its dictionaries take 170 ms and 40 MB. */
function guesser(): Promise<ZxcvbnFactory> {
  made ??= (async () => {
    const [{ ZxcvbnFactory }, everywhere, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
    return new ZxcvbnFactory({
      dictionary: { ...everywhere.dictionary, ...english.dictionary },
      graphs: everywhere.adjacencyGraphs,
      // The usual hundred let 40 characters take 150 ms, which everyone would wait for. Eight take 25 at most.
      l33tMaxSubstitutions: 8,
    })
  })()
  return made
}

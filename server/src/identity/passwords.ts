import { hash, verify } from '@node-rs/argon2'

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
  return right && Boolean(stored)
}

/** What is wrong with a new password, as a sentence; undefined for a good one. */
export function weakness(password: string, email = ''): string | undefined {
  const length = [...password].length
  if (length < shortestPassword) return `The password should have at least ${shortestPassword} characters.`
  if (password.length > longestPassword) return `The password should have at most ${longestPassword} characters.`
  if (new Set(password).size < 4) return 'The password should not repeat so few characters.'
  const [name = ''] = email.toLowerCase().split('@')
  const plain = password.toLowerCase()
  if (email && (plain === email.toLowerCase() || plain === name))
    return 'The password should not be your e-mail address.'
  return undefined
}

/** Who is signed in, as the identity provider says. */
export interface SignedInUser {
  readonly sub: string
  readonly name: string
  readonly email: string
  /** When the account was created: ISO 8601, or Unix seconds from some providers; empty where a provider doesn't say. */
  readonly created_at: string
  /** Proves to the support chat that it is this user; empty where a provider doesn't say. */
  readonly user_hash: string
  readonly roles: readonly string[]
}

/** The claims of a token; a provider sends one role as a text, several as a list. */
export function userOf(claims: Readonly<Record<string, unknown>>): SignedInUser {
  const { sub, name, email, created_at, user_hash, role } = claims
  return {
    sub: text(sub),
    name: text(name) || text(email),
    email: text(email),
    created_at: typeof created_at === 'number' ? String(created_at) : text(created_at),
    user_hash: text(user_hash),
    roles: (Array.isArray(role) ? role : [role]).filter(each => typeof each === 'string'),
  }
}

export const hasRole = ({ roles }: Pick<SignedInUser, 'roles'>, role: string): boolean => roles.includes(role)

/** The uppercase first letter of the name, a whole character also where it takes two code units. */
export function initialOf({ name }: Pick<SignedInUser, 'name'>): string {
  const [first = '?'] = name.trim()
  return first.toLocaleUpperCase('en-GB')
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

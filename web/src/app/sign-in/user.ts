/** Who is signed in, as the identity provider says. */
export interface SignedInUser {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
}

/** The claims of a token; a provider sends one role as a text, several as a list. */
export function userOf(claims: Readonly<Record<string, unknown>>): SignedInUser {
  const { sub, name, email, role } = claims
  return {
    sub: text(sub),
    name: text(name) || text(email),
    email: text(email),
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

import type { Input } from '@honbu/contract/endpoint.ts'
import type { create } from '@honbu/contract/joining.ts'
import type { Joiner, Joining, Place } from './wizard.ts'

type Create = Input<typeof create>

/** What the call takes, of all that has been typed. The server checks it as the steps have done. */
export function createInput(joining: Joining, clubId: number, draftId: number | null): Create {
  const [first, ...siblings] = joining.joiners.map(inputOf)
  if (!first) throw new Error('Nobody joins')
  return {
    ...first,
    membership: { ...first.membership, clubId },
    // The fields of a form may be left out, those of a call are there.
    secondContact: joining.contact as Create['secondContact'],
    siblings,
    linkedMemberIds: joining.linked.map(({ memberId }) => memberId),
    consentHow: joining.consentHow,
    draftId,
  }
}

function inputOf({ person, membership, start, notThese }: Joiner) {
  const { joinsAs: _, ...terms } = membership
  return { person, membership: terms, ...start, evenIfDuplicate: notThese.length > 0 } as Create['siblings'][number]
}

/** What the server said about a field, with the place where it is filled in and its name there. */
export interface Problem {
  readonly place: Place
  readonly field: string
  readonly message: string
}

/** Refused fields by where they stand in the wizard: `siblings.0.person.dob` is the second one's, in the first step. */
export function problemsOf(fields: Readonly<Record<string, readonly string[]>>): Problem[] {
  return Object.entries(fields).map(([path, messages]) => {
    const [, sibling, inside = path] = /^siblings\.(\d+)\.(.+)$/.exec(path) ?? []
    const who = sibling === undefined ? 0 : Number(sibling) + 1
    const [part = '', ...rest] = inside.split('.')
    const message = messages.join(' ')
    const field = rest.join('.')
    if (part === 'person') return { place: { step: 'who', who }, field, message }
    if (part === 'evenIfDuplicate') return { place: { step: 'who', who }, field: part, message }
    if (part === 'membership') return { place: { step: 'membership', who }, field, message }
    if (part === 'secondContact' || part === 'linkedMemberIds')
      return { place: { step: 'contact', who: 0 }, field, message }
    return { place: { step: 'start', who }, field: inside, message }
  })
}

import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type { create, getJoiningChoices } from '@honbu/contract/joining.ts'
import type { ClassFields, MembershipFields, SecondContact } from '@honbu/contract/joining-fields.ts'
import type { PersonFields } from '@honbu/contract/people.ts'
import type * as z from 'zod/mini'
import { nameOf } from '../people/person-name.ts'

/** What the wizard holds: all that has been typed, by those who join and the steps they go through. */

export type Choices = Output<typeof getJoiningChoices>

/** The steps of one who joins; the contact is asked for once, whoever comes along. */
export const steps = ['who', 'contact', 'membership', 'start', 'review'] as const
export type Step = (typeof steps)[number]

export const stepNames: Readonly<Record<Step, string>> = {
  who: 'Who',
  contact: 'Contact',
  membership: 'Membership',
  start: 'First class',
  review: 'Review',
}

/** A form leaves no field out, which a call may. */
type Filled<Value> = Value extends readonly (infer Item)[]
  ? Filled<Item>[]
  : Value extends object
    ? { [Name in keyof Value]-?: Filled<Exclude<Value[Name], undefined>> }
    : Value

/** The rules of a call as those of a form. */
export const filled = <Checked, Values>(schema: z.ZodMiniType<Checked, Values>) =>
  // What takes a field that is left out takes it when it is there.
  schema as unknown as z.ZodMiniType<Checked & object, Filled<Values> & object>

export type PersonValues = z.input<typeof PersonFields>
export type ContactValues = Filled<z.input<typeof SecondContact>>
export type StartValues = Filled<z.input<typeof ClassFields>>
export const waysToJoin = ['enquiry', 'trial', 'member'] as const
export type WayToJoin = (typeof waysToJoin)[number]
export type TermsValues = Filled<z.input<typeof MembershipFields>> & { joinsAs: WayToJoin }

type OwnStep = 'who' | 'membership' | 'start'

export interface Joiner {
  readonly person: PersonValues
  readonly membership: TermsValues
  readonly start: StartValues
  readonly done: readonly OwnStep[]
  /** Members whom somebody has looked at: they are other people. */
  readonly notThese: readonly number[]
}

export interface NamedMember {
  readonly memberId: number
  readonly name: string
}

/** A person who is known already and becomes the contact. */
export interface KnownContact {
  readonly name: string
  /** Children of whom he or she is the guardian. */
  readonly children: readonly NamedMember[]
}

export type ConsentHow = NonNullable<Input<typeof create>['consentHow']>

export interface Joining {
  readonly joiners: readonly Joiner[]
  /** Null: nobody. */
  readonly contact: ContactValues | null
  readonly known: KnownContact | null
  readonly isContactDone: boolean
  /** Members who are brothers or sisters of all who join. */
  readonly linked: readonly NamedMember[]
  readonly consentHow: ConsentHow
}

/** Where in the wizard somebody is: the step, and of which of those who join (from 0). */
export interface Place {
  readonly step: Step
  readonly who: number
}

const noAddress = { line: null, town: null, postcode: null }
const noPhones = { email: null, phoneMob: null, phoneDay: null, phoneEve: null }

export const newPerson = (given: Partial<PersonValues> = {}): PersonValues => ({
  ...{ firstName: '', lastName: '', gender: '-', dob: null },
  ...{ ...noPhones, address: noAddress },
  ...given,
})

export const newContact = (given: Partial<ContactValues> = {}): ContactValues => ({
  ...{ personId: null, firstName: '', lastName: '', gender: '', dob: null },
  ...{ ...noPhones, address: noAddress },
  ...{ relationship: '', isGuardian: false, isEmergency: true },
  ...given,
})

export const newTerms = (given: Partial<TermsValues> = {}): TermsValues => ({
  joinsAs: 'enquiry',
  ...{ categoryId: null, trainingPlanId: null, subFrequencyId: null, paymentMethodId: null, marketingSourceId: null },
  ...{ memberSince: null, memberUntil: null, nextRenewal: null, nextPayment: null },
  ...{ trialStart: null, trialPlanId: null, exceptionReason: '' },
  ...given,
})

export const newStart = (given: Partial<StartValues> = {}): StartValues => ({
  ...{ classId: null, bookingDate: null, evenIfFull: false, gradeId: null, notes: [], communicationFlags: 0 },
  ...given,
})

const newJoiner = (given: Partial<Joiner> = {}): Joiner => ({
  ...{ person: newPerson(), membership: newTerms(), start: newStart(), done: [], notThese: [] },
  ...given,
})

export const newJoining = (first: Partial<Joiner> = {}): Joining => ({
  joiners: [newJoiner(first)],
  contact: null,
  known: null,
  isContactDone: false,
  linked: [],
  consentHow: 'inPerson',
})

/** Brothers and sisters live together, and mostly train and pay alike. */
export function withSibling(joining: Joining): Joining {
  const first = joining.joiners[0] ?? newJoiner()
  const { lastName, address } = first.person
  const membership = { ...first.membership, categoryId: null }
  const sibling = newJoiner({ person: newPerson({ lastName, address }), membership })
  return { ...joining, joiners: [...joining.joiners, sibling] }
}

/** The contact stays, and so does who was there first. */
export const withoutJoiner = (joining: Joining, who: number): Joining => ({
  ...joining,
  joiners: joining.joiners.filter((_, index) => index !== who),
})

export const withJoiner = (joining: Joining, who: number, change: Partial<Joiner>): Joining => ({
  ...joining,
  joiners: joining.joiners.map((joiner, index) => (index === who ? { ...joiner, ...change } : joiner)),
})

/** What is called after its owner, in a list of drafts too. */
export function titleOf({ joiners }: Joining): string {
  const [first, ...others] = joiners.map(({ person }) => nameOf(person) || 'Without a name')
  return others.length === 0 ? (first ?? '') : `${first} and ${others.join(', ')}`
}

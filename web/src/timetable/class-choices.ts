import type { getClassChoices } from '@honbu/contract/class-form.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** What can be chosen, and what has been chosen but could not be now. */
export const withFormer = (offered: readonly Named[], chosen: readonly Named[] = []): readonly Named[] => [
  ...offered,
  ...chosen.filter(({ id }) => !offered.some(each => each.id === id)),
]

/** The people who work in the club, and those who are invited to. */
export const offeredInstructors = ({ instructors }: Choices): Named[] =>
  instructors.map(({ id, name, isInvited }) => ({ id, name: isInvited ? `${name} (invited)` : name }))

/** The instructors of a class or of one of its weekdays, with those who have left. */
export const instructorOptions = (
  choices: Choices,
  taught?: { readonly instructorIds: readonly number[]; readonly instructors: readonly string[] },
) =>
  withFormer(
    offeredInstructors(choices),
    taught?.instructorIds.map((id, index) => ({ id, name: `${taught.instructors[index] ?? ''} (has left)` })),
  ).map(({ id, name }) => ({ value: id, text: name }))

export const roomOptions = ({ locations }: Choices) =>
  locations.map(({ id, name, capacity }) => ({
    value: id,
    text: capacity === null ? name : `${name} (holds ${capacity})`,
  }))

/** What can be chosen for a class of a club. */
export type Choices = Output<typeof getClassChoices>

import type { TaskChoices } from './task.ts'

/** Who may have a task of these clubs, for a list to choose from: anybody, oneself, and who works in all of them. */
export function peopleOf({ people, accountId }: TaskChoices, clubIds: readonly number[]) {
  const others = people.filter(
    person => person.accountId !== accountId && clubIds.every(clubId => person.clubIds.includes(clubId)),
  )
  return [
    { value: null, text: 'Anybody' },
    { value: accountId, text: 'Me' },
    ...others.map(person => ({ value: person.accountId, text: person.fullName })),
  ]
}

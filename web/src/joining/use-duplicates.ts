import { isDate } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { findDuplicates } from '@honbu/contract/joining.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { useDebounced } from '../members/debounce.ts'
import type { PersonValues } from './wizard.ts'

export type FoundDuplicate = Output<typeof findDuplicates>[number][number]

/** Milliseconds without typing after which it is looked. */
const pause = 500

/** Who of the members somebody may be, as far as has been typed. */
export function useDuplicates(clubId: number, person: PersonValues): readonly FoundDuplicate[] {
  const asked = useDebounced(JSON.stringify(askedOf(person)), pause, '')
  const people = asked === '' ? [] : [JSON.parse(asked) as ReturnType<typeof askedOf>]
  const answer = useRead(
    findDuplicates,
    { clubId, people },
    { enabled: people.some(canBeFound), placeholderData: keepPreviousData },
  )
  return people.some(canBeFound) ? (answer.data?.[0] ?? []) : []
}

/** What is compared, without what cannot be sent yet: half a date, or more than fits. */
export function askedOf({ firstName, lastName, dob, email, phoneMob, phoneDay, phoneEve }: PersonValues) {
  const short = (text: string | null, most: number) => (text === null || text.length > most ? null : text)
  return {
    firstName: short(firstName, 800) ?? '',
    lastName: short(lastName, 800) ?? '',
    dob: isDate(dob) ? dob : null,
    email: short(email, 254),
    ...{ phoneMob: short(phoneMob, 60), phoneDay: short(phoneDay, 60), phoneEve: short(phoneEve, 60) },
  }
}

type Asked = ReturnType<typeof askedOf>

const canBeFound = ({ firstName, dob, email, phoneMob, phoneDay, phoneEve }: Asked) =>
  Boolean((firstName && dob) || email || phoneMob || phoneDay || phoneEve)

import type { Output } from '@honbu/contract/endpoint.ts'
import { findKnownContacts } from '@honbu/contract/joining.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { useDebounced } from '../members/debounce.ts'
import { inWords, nameOf } from '../people/person-name.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import css from './Joining.module.css'
import { askedOf } from './use-duplicates.ts'
import type { ContactValues } from './wizard.ts'

export type KnownPerson = Output<typeof findKnownContacts>[number]

interface Props {
  clubId: number
  typed: ContactValues
  take: (person: KnownPerson) => void
}

/** Who is known already by what is typed: a mother of three is one person, whoever joins next. */
export function KnownContacts({ clubId, typed, take }: Props) {
  const text = useDebounced(JSON.stringify(askedOf({ ...typed, gender: '-' })), 500, '')
  const contact = text === '' ? null : (JSON.parse(text) as ReturnType<typeof askedOf>)
  const canBeFound =
    contact !== null &&
    Boolean((contact.firstName && contact.lastName) || contact.email || contact.phoneMob || contact.phoneDay)
  const answer = useRead(
    findKnownContacts,
    { clubId, contact: contact ?? askedOf({ ...typed, gender: '-' }) },
    { enabled: canBeFound, placeholderData: keepPreviousData },
  )
  const found = canBeFound ? (answer.data ?? []) : []
  return (
    <div aria-live="polite" className={css.duplicates}>
      {found.length > 0 && (
        <section className={css.hints} aria-labelledby="known-contacts">
          <h3 id="known-contacts" className={css.boxTitle}>
            Known already
          </h3>
          <ul className={css.people}>
            {found.map(person => (
              <li key={person.personId} className={css.person}>
                <Avatar {...person} />
                <span className={css.personWords}>
                  <span className={css.personName}>{nameOf(person)}</span>
                  <span className={css.soft}>
                    {placesOf(person)}: the same {inWords(person.sameBy.map(way => ways[way]))}
                  </span>
                </span>
                <Button onClick={() => take(person)} aria-label={`Take ${nameOf(person)}`}>
                  Take
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function placesOf({ contactOf, memberId }: KnownPerson): string {
  const of = contactOf.map(({ name, relationship }) => `${relationship.toLowerCase() || 'contact'} of ${name}`)
  return inWords([...of, ...(memberId === null ? [] : ['trains here'])])
}

const ways = { name: 'name', email: 'e-mail', phone: 'phone' } as const

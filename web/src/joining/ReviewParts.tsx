import { ageOn, isDate } from '@honbu/contract/calendar.ts'
import { consentKinds } from '@honbu/contract/consents.ts'
import { currency, mediumDate, shortDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { inWords, nameOf } from '../people/person-name.ts'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { weekdayName } from '../ui/dates.ts'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Joining.module.css'
import type { Choices, Joiner, Joining, Place, TermsValues } from './wizard.ts'

interface JoinerProps {
  choices: Choices
  joiner: Joiner
  who: number
  goTo: (place: Place) => void
  remove: (() => void) | undefined
}

/** One of those who join, with a way back to each step. */
export function ReviewJoiner({ choices, joiner, who, goTo, remove }: JoinerProps) {
  const { person, membership, start } = joiner
  const name = nameOf(person)
  const steps = [
    ['who', 'person'],
    ['membership', 'membership'],
    ['start', 'first class'],
  ] as const
  return (
    <Panel
      title={name}
      aside={
        <span className={css.changes}>
          {steps.map(([step, text]) => (
            <Button
              key={step}
              variant="quiet"
              aria-label={`Change ${text} of ${name}`}
              onClick={() => goTo({ step, who })}
            >
              Change {text}
            </Button>
          ))}
          {remove && (
            <Button variant="quiet" aria-label={`Leave ${name} out`} onClick={remove}>
              Leave out
            </Button>
          )}
        </span>
      }
    >
      <Facts
        facts={[
          ...personFacts(person, choices.today),
          ...membershipFacts(membership, choices),
          ...startFacts(start, choices),
        ]}
      />
    </Panel>
  )
}

export function ReviewContact({ joining, goTo }: { joining: Joining; goTo: (place: Place) => void }) {
  const { contact, known, linked, joiners } = joining
  const change = (
    <Button variant="quiet" aria-label="Change contact" onClick={() => goTo({ step: 'contact', who: 0 })}>
      Change contact
    </Button>
  )
  return (
    <Panel title={joiners.length > 1 ? 'Contact of all' : 'Contact'} aside={change}>
      {contact ? (
        <Facts
          facts={[
            ['Name', known ? `${known.name} (known already)` : nameOf(contact)],
            ['Relationship', contact.relationship],
            [
              'Is',
              inWords([
                ...(contact.isGuardian ? ['guardian'] : []),
                ...(contact.isEmergency ? ['emergency contact'] : []),
              ]),
            ],
            ...reachFacts(contact),
            ['Brothers and sisters here', inWords(linked.map(({ name }) => name))],
          ]}
        />
      ) : (
        <p className={css.soft}>
          Nobody.{linked.length > 0 && ` Brothers and sisters here: ${inWords(linked.map(({ name }) => name))}.`}
        </p>
      )}
    </Panel>
  )
}

interface Reached {
  email: string | null
  phoneMob: string | null
  phoneDay: string | null
  phoneEve: string | null
  address: { line: string | null; town: string | null; postcode: string | null }
}

type Fact = readonly [string, React.ReactNode]

const reachFacts = ({ email, phoneMob, phoneDay, phoneEve, address }: Reached): Fact[] => [
  ['E-mail', email],
  ['Mobile', phoneMob],
  ['Phone by day', phoneDay],
  ['Phone in the evening', phoneEve],
  ['Address', [address.line, address.town, address.postcode].filter(Boolean).join(', ')],
]

const personFacts = (person: Joiner['person'], today: string): Fact[] => [
  ['Born', isDate(person.dob) && `${mediumDate(person.dob)}, ${ageWords(ageOn(person.dob, today))}`],
  ['Gender', person.gender === '-' ? '' : person.gender],
  ...reachFacts(person),
]

const ageWords = (age: number) => (age === 1 ? '1 year old' : `${age} years old`)

function membershipFacts(terms: TermsValues, { categories, plans, marketingSources, paymentMethods }: Choices): Fact[] {
  const plan = plans.find(each => each.trainingPlanId === terms.trainingPlanId)
  const price = plan?.prices.find(each => each.subFrequencyId === terms.subFrequencyId)
  const day = (date: string | null) => isDate(date) && shortDate(date)
  return [
    ['Becomes', { enquiry: 'an enquiry', trial: 'a prospect', member: 'an active member' }[terms.joinsAs]],
    [
      'Plan',
      plan &&
        `${plan.name}${price ? `, ${currency(price.subPrice)} ${names[price.subFrequencyId]?.toLowerCase()}` : ''}`,
    ],
    ['Paid by', paymentMethods.find(({ id }) => id === terms.paymentMethodId)?.name],
    ['Category', categories.find(({ categoryId }) => categoryId === terms.categoryId)?.name],
    ['Member since', day(terms.memberSince)],
    ['First payment', day(terms.nextPayment)],
    ['Next renewal', day(terms.nextRenewal)],
    ['Member until', day(terms.memberUntil)],
    ['Trial', day(terms.trialStart)],
    ['Plan by exception', terms.exceptionReason],
    ['Trial of', plans.find(each => each.trainingPlanId === terms.trialPlanId)?.name],
    ['Heard of the club', marketingSources.find(({ id }) => id === terms.marketingSourceId)?.name],
  ]
}

function startFacts(start: Joiner['start'], { classes, disciplines }: Choices): Fact[] {
  const klass = classes.find(({ classId }) => classId === start.classId)
  const date = start.bookingDate ?? null
  const grade = disciplines.flatMap(({ grades }) => grades).find(({ gradeId }) => gradeId === start.gradeId)
  const agreed = consentKinds.filter(({ flag }) => (start.communicationFlags & flag) !== 0)
  return [
    [
      'First class',
      klass && `${klass.className}, ${isDate(date) ? `${weekdayName(date)} ${shortDate(date)}` : 'every week'}`,
    ],
    ['Grade', grade && <Belt belt={{ gradeName: grade.name, ...grade }} />],
    ['Notes', start.notes.map(({ subject }) => subject).join(', ')],
    ['Agrees to', inWords(agreed.map(({ name }) => name))],
  ]
}

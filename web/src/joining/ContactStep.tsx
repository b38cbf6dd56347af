import { SecondContact } from '@honbu/contract/joining-fields.ts'
import { contactRelationships } from '@honbu/contract/people.ts'
import { useState } from 'react'
import { AddressSection, ReachSection, WhoSection } from '../people/PersonSections.tsx'
import { inWords, nameOf } from '../people/person-name.ts'
import { WordField } from '../people/WordField.tsx'
import { Button } from '../ui/Button.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import css from './Joining.module.css'
import { KnownContacts, type KnownPerson } from './KnownContacts.tsx'
import { isChild, needsGuardian } from './places.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step-props.ts'
import { type ContactValues, filled, type Joining, newContact } from './wizard.ts'

/** A parent, for a child; for a grown-up whoever is called when something happens, or nobody. */
export function ContactStep({ choices, joining, problems, change, next, back }: StepProps) {
  const { clubId, today } = choices
  const needed = needsGuardian(joining, today)
  const [known, setKnown] = useState(joining.known)
  const form = useForm({
    schema: filled(
      SecondContact.check(context => {
        if (needed && !context.value.isGuardian)
          context.issues.push({
            code: 'custom',
            input: context.value.isGuardian,
            path: ['isGuardian'],
            message: `${childrenOf(joining, today)} under 18: a parent or guardian is needed`,
          })
      }),
    ),
    values: joining.contact ?? begun(joining, needed),
    async save() {
      return {}
    },
    saved() {
      const contact: ContactValues = form.getValues()
      next(now => ({ ...now, contact, known, isContactDone: true }))
    },
  })
  const home = joining.joiners[0]?.person.address
  const typed = form.watch()

  function take(person: KnownPerson) {
    const children = person.contactOf.filter(({ isGuardian }) => isGuardian)
    const relationship = person.contactOf[0]?.relationship || form.getValues('relationship')
    const contact = newContact({ personId: person.personId, relationship, isGuardian: form.getValues('isGuardian') })
    const next = { name: nameOf(person), children: children.map(({ memberId, name }) => ({ memberId, name })) }
    form.reset(contact, { keepDefaultValues: true })
    setKnown(next)
    change(now => ({ ...now, contact, known: next, linked: merged(now.linked, next.children) }))
  }

  function takeNobody() {
    const contact = begun(joining, needed)
    form.reset(contact, { keepDefaultValues: true })
    setKnown(null)
    change(now => ({ ...now, contact, known: null, linked: without(now.linked, known?.children ?? []) }))
  }

  return (
    <StepForm
      form={form}
      problems={problems}
      typed={contact => change(now => ({ ...now, contact, isContactDone: false }))}
      back={back}
      aside={
        !needed && (
          <Button
            variant="quiet"
            onClick={() => next(now => ({ ...now, contact: null, known: null, isContactDone: true }))}
          >
            No contact
          </Button>
        )
      }
    >
      {known ? (
        <section className={css.hints} aria-label="Known contact">
          <p className={css.knownName}>
            <strong>{known.name}</strong> is known already and stays one person for all of the family.
          </p>
          {known.children.map(child => (
            <label key={child.memberId} className={css.check}>
              <input
                type="checkbox"
                checked={joining.linked.some(({ memberId }) => memberId === child.memberId)}
                onChange={({ target }) =>
                  change(now => ({
                    ...now,
                    linked: target.checked ? merged(now.linked, [child]) : without(now.linked, [child]),
                  }))
                }
              />
              {child.name} is a brother or sister
            </label>
          ))}
          <div>
            <Button onClick={takeNobody}>Somebody else</Button>
          </div>
        </section>
      ) : (
        <WhoSection form={form} none="" today={today} />
      )}
      {!known && <KnownContacts clubId={clubId} typed={typed} take={take} />}
      <FormSection
        title="What for"
        hint={needed && `${childrenOf(joining, today)} under 18: a parent or guardian acts and signs.`}
      >
        <WordField
          {...form.field('relationship')}
          label="Relationship"
          words={contactRelationships}
          none={{ value: '', text: 'Not said' }}
        />
        <SwitchField
          {...form.field('isGuardian')}
          label="Parent or guardian"
          hint="Acts and signs for a member under 18."
        />
        <SwitchField
          {...form.field('isEmergency')}
          label="Emergency contact"
          hint="Is called when something happens."
        />
      </FormSection>
      {!known && (
        <>
          <ReachSection form={form} />
          <AddressSection
            form={form}
            hint={
              home?.line && (
                <Button
                  variant="quiet"
                  onClick={() => form.setValue('address', home, { shouldDirty: true, shouldValidate: true })}
                >
                  Lives at {home.line} too
                </Button>
              )
            }
          />
        </>
      )}
    </StepForm>
  )
}

/** The parent of a child most likely has its name. */
const begun = ({ joiners }: Joining, needed: boolean): ContactValues =>
  newContact({ isGuardian: needed, lastName: needed ? (joiners[0]?.person.lastName ?? '') : '' })

function childrenOf({ joiners }: Joining, today: string): string {
  const names = joiners.filter(({ person }) => isChild(person.dob, today)).map(({ person }) => nameOf(person))
  return `${inWords(names)} ${names.length > 1 ? 'are' : 'is'}`
}

const merged = (linked: Joining['linked'], more: Joining['linked']) => [...without(linked, more), ...more]

const without = (linked: Joining['linked'], less: Joining['linked']) =>
  linked.filter(({ memberId }) => !less.some(each => each.memberId === memberId))

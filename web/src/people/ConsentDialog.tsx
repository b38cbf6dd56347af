import { consentFields, consentMethodNames, consentMethods, saveConsent } from '@honbu/contract/consents.ts'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { ConsentChoices } from './ConsentChoices.tsx'
import { type ConsentPerson, type Consents, usualGiver, usualWording } from './consent-words.ts'

interface Props {
  memberId: number
  person: ConsentPerson
  consents: Consents
  onClose: () => void
}

const ConsentForm = z.object({ clubId: z.int(), ...consentFields })
type ConsentValues = z.input<typeof ConsentForm>

/** Those that a person writes down; "not known" is the system's. */
const methods = consentMethods
  .filter(how => how !== 'unknown' && how !== 'link')
  .map(how => ({ value: how, text: consentMethodNames[how] }))

/** Writes down what somebody has agreed to or taken back: what, when, how, who, and the text that was shown. */
export function ConsentDialog({ memberId, person, consents, onClose }: Props) {
  const save = useWrite(saveConsent)
  const { clubs, people, today } = consents
  const values: ConsentValues = {
    clubId: clubs[0]?.clubId ?? 0,
    choices: [],
    givenOn: today,
    how: 'paper',
    wording: '',
    givenByPersonId: usualGiver(person, people),
  }
  const form = useForm({
    schema: ConsentForm,
    values,
    save: given => save.mutateAsync({ id: memberId, personId: person.personId, ...given }),
    saved: () => {
      showToast({ message: `What ${person.name} said is written down.` })
      onClose()
    },
  })
  // Follows the choices until somebody writes a text of his own.
  const usual = useRef('')
  const clubName = (clubId: number) => clubs.find(club => club.clubId === clubId)?.clubName ?? ''
  function rewrite(choices: ConsentValues['choices'], clubId: number) {
    if (form.getValues('wording') !== usual.current) return
    usual.current = usualWording(choices, clubName(clubId))
    form.setValue('wording', usual.current, { shouldValidate: form.formState.isSubmitted })
  }
  const [clubId, how] = form.watch(['clubId', 'how'])
  const stands = consents.entries.filter(
    entry => entry.isCurrent && entry.personId === person.personId && entry.clubId === clubId,
  )
  const givers = person.isMember ? people : people.filter(({ personId }) => personId === person.personId)

  return (
    <Dialog title={`Consent of ${person.name}`} isOpen isWide onClose={onClose}>
      <Form form={form} submit="Save consent" cancel={onClose} isInDialog>
        <FormSection
          title="What"
          hint="Agreeing is never a condition of joining. Bills and cancelled classes are told anyway."
        >
          {clubs.length > 1 && (
            <SelectField
              {...form.field('clubId')}
              label="Club"
              options={clubs.map(club => ({ value: club.clubId, text: club.clubName }))}
            />
          )}
          <Controller
            name="choices"
            control={form.control}
            render={({ field, fieldState }) => (
              <ConsentChoices
                value={field.value}
                stands={stands}
                error={fieldState.error?.message ?? fieldState.error?.root?.message}
                inputRef={field.ref}
                onChange={choices => {
                  field.onChange(choices)
                  rewrite(choices, clubId)
                }}
              />
            )}
          />
        </FormSection>
        <FormSection title="When and how">
          <DateField {...form.field('givenOn')} label="Said on" today={today} required />
          <SelectField {...form.field('how')} label="How" options={methods} />
          <SelectField
            {...form.field('givenByPersonId')}
            label="By"
            hint={
              person.isMember && person.isUnder18 ? 'For a child a guardian agrees; anybody can say no.' : undefined
            }
            options={givers.map(({ personId, name, relationship }) => ({
              value: personId,
              text: relationship ? `${name} (${relationship})` : name,
            }))}
          />
          <TextAreaField
            {...form.field('wording')}
            label="The text that was shown"
            hint={how === 'phone' ? 'What was read out.' : 'As it stood on the form, word for word.'}
          />
        </FormSection>
      </Form>
    </Dialog>
  )
}

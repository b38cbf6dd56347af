import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { AutomationFields, deleteAutomation, type getAutomation, saveAutomation } from '@honbu/contract/automations.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../app/api.ts'
import type { AudienceChoices } from '../audience/audience-words.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { automationsAddress } from './automation-address.ts'
import { CatchButton } from './CatchButton.tsx'
import { Conditions } from './Conditions.tsx'
import css from './Flow.module.css'
import { firstMessage } from './first-message.ts'
import { isAboutBooking, newStep, type StepKind, stepTitles } from './new-step.ts'
import { StepFields } from './StepFields.tsx'
import { StepList } from './StepList.tsx'
import { TriggerFields } from './TriggerFields.tsx'

type Automation = Output<typeof getAutomation>

interface Props {
  clubId: number
  choices: AudienceChoices
  /** What it begins with. */
  values: AutomationFields
  /** The one that is changed; undefined: a new one. */
  automation?: Automation | undefined
  /** The one of a club above whose place a new one takes. */
  replacesId?: number | undefined
}

/** An automation from top to bottom: what begins it, for whom, and one step after the other. */
export function AutomationForm({ clubId, choices, values, automation, replacesId }: Props) {
  const navigate = useNavigate()
  const save = useWrite(saveAutomation)
  const remove = useWrite(deleteAutomation)
  const id = automation?.automationId ?? 0
  const leave = () => navigate({ to: automationsAddress(clubId) as '/' })
  // A new one begins with a recipe: what was typed into another isn't its draft.
  const hasDraft = id > 0 && replacesId === undefined
  const form = useForm({
    schema: AutomationFields,
    values,
    version: automation?.version,
    save: (given, version) =>
      save.mutateAsync({
        id,
        clubId,
        ...given,
        ...(id > 0 ? { version } : replacesId !== undefined && { replacesId }),
      }),
    saved: () => {
      showToast({ message: id === 0 && replacesId === undefined ? 'Saved. It is switched off still.' : 'Saved.' })
      return leave()
    },
    fromRecord: fieldsOf,
  })
  const [trigger, conditions, steps] = form.watch(['trigger', 'conditions', 'steps'])
  const { errors } = form.formState
  const set = { shouldDirty: true, shouldTouch: true } as const
  const hasBooking = isAboutBooking(trigger.kind)
  const stepErrors: unknown = errors.steps

  function change(next: AutomationStep[]) {
    form.setValue('steps', next, set)
    if (stepErrors) form.clearErrors('steps')
  }

  return (
    <Form
      hasDraft={hasDraft}
      form={form}
      submit="Save automation"
      cancel={automationsAddress(clubId)}
      aside={
        automation &&
        !automation.isBuiltIn && (
          <DeleteButton
            what="automation"
            name={automation.name}
            text="Who is in it does not go on, and its log goes with it. What was sent stays among the sent items."
            remove={() => remove.mutateAsync({ id })}
            removed={leave}
          />
        )
      }
    >
      {hasDraft && <KeepDraft of={form} form="automation" clubId={clubId} record={id} />}
      <FormSection title="Automation">
        <TextField {...form.field('name')} label="Name" required maxLength={200} autoFocus={id === 0} />
      </FormSection>
      <ol className={css.flow} aria-label="What happens, in order">
        <li>
          <fieldset className={css.card} aria-label="When">
            <div className={css.head}>
              <h2 className={css.title}>When</h2>
            </div>
            <div className={css.fields}>
              <TriggerFields
                trigger={trigger}
                onChange={next => form.setValue('trigger', next, set)}
                error={firstMessage(errors.trigger)}
              />
            </div>
          </fieldset>
        </li>
        <li>
          <Conditions
            conditions={conditions}
            onChange={next => {
              form.setValue('conditions', next, set)
              if (errors.conditions) form.clearErrors('conditions')
            }}
            choices={choices}
            isAboutBooking={hasBooking}
            errors={errors.conditions}
          />
        </li>
        {trigger.kind !== 'activation' && (
          <li>
            <CatchButton clubId={clubId} asked={{ trigger, conditions }} />
          </li>
        )}
        <StepList
          steps={steps}
          onChange={change}
          after={
            <>
              {!Array.isArray(stepErrors) && stepErrors !== undefined && (
                <p className={css.error} role="alert">
                  {firstMessage(stepErrors)}
                </p>
              )}
              <Menu
                label="Add a step"
                className={buttonClass('secondary')}
                items={kinds
                  .filter(kind => kind !== 'waitForClass' || hasBooking)
                  .map(kind => ({ text: stepTitles[kind], onSelect: () => change([...steps, newStep(kind)]) }))}
              >
                <IconPlus size={18} aria-hidden="true" />
                Add a step
              </Menu>
            </>
          }
        >
          {(step, index) => (
            <>
              <StepFields
                clubId={clubId}
                step={step}
                onChange={next => change(steps.map((each, place) => (place === index ? next : each)))}
                choices={choices}
                isAboutBooking={hasBooking}
                error={firstMessage(Array.isArray(stepErrors) ? stepErrors[index] : undefined)}
              />
              {step.kind === 'waitForClass' && !hasBooking && (
                <p className={css.error}>Nothing is booked in this automation: take this step out.</p>
              )}
            </>
          )}
        </StepList>
      </ol>
    </Form>
  )
}

// The keys of the record, which has all of them.
const kinds = Object.keys(stepTitles) as StepKind[]

/** What of a record is edited. */
export const fieldsOf = ({ name, trigger, conditions, steps }: Automation): AutomationFields => ({
  ...{ name, trigger, conditions, steps },
})

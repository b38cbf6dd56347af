import { type Trigger, type TriggerKind, triggerKinds } from '@honbu/contract/automation-plan.ts'
import { ChoiceInput, NumberInput } from './inputs.tsx'
import { newTrigger } from './new-step.ts'

interface Props {
  trigger: Trigger
  onChange: (trigger: Trigger) => void
  error: string | undefined
}

/** What begins it. */
export function TriggerFields({ trigger, onChange, error }: Props) {
  // The keys of the record, which has all of them.
  const kinds = Object.keys(triggerKinds) as TriggerKind[]
  return (
    <>
      <ChoiceInput
        label="What begins it"
        value={trigger.kind}
        onChange={kind => onChange(newTrigger(kind))}
        choices={kinds.map(kind => ({ value: kind, text: triggerKinds[kind] }))}
      />
      {'days' in trigger && (
        <NumberInput
          label="Days"
          value={trigger.days}
          onChange={days => onChange({ ...trigger, days })}
          min={1}
          max={366}
          error={error}
        />
      )}
    </>
  )
}

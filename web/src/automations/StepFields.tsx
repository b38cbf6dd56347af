import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { useState } from 'react'
import type { AudienceChoices } from '../audience/audience-words.ts'
import { ConditionFields, listOf } from './ConditionFields.tsx'
import { ChoiceInput, NumberInput, TextInput, TimeInput } from './inputs.tsx'
import { MessageFields } from './MessageFields.tsx'
import type { StepOf } from './new-step.ts'

interface Props {
  clubId: number
  step: AutomationStep
  onChange: (step: AutomationStep) => void
  choices: AudienceChoices
  isAboutBooking: boolean
  error: string | undefined
}

/** What there is to say about one step. */
export function StepFields({ clubId, step, onChange, choices, isAboutBooking, error }: Props) {
  switch (step.kind) {
    case 'waitFor':
      return (
        <>
          <NumberInput
            label="Days"
            value={step.days}
            onChange={days => onChange({ ...step, days })}
            min={0}
            max={366}
            error={error}
          />
          <NumberInput
            label="Hours"
            value={step.hours}
            onChange={hours => onChange({ ...step, hours })}
            min={0}
            max={23}
          />
        </>
      )
    case 'waitUntil':
      return (
        <TimeInput
          label="Time, by the club’s clock"
          value={step.time}
          onChange={time => onChange({ ...step, time })}
          error={error}
        />
      )
    case 'waitForClass':
      return <ClassFields step={step} onChange={onChange} error={error} />
    case 'condition':
      return (
        <ConditionFields
          condition={step.condition}
          onChange={condition => onChange({ ...step, condition })}
          choices={choices}
          isAboutBooking={isAboutBooking}
          error={error}
        />
      )
    case 'message':
      return <MessageFields clubId={clubId} step={step} onChange={onChange} />
    case 'task':
      return <TaskFields step={step} onChange={onChange} choices={choices} error={error} />
    case 'tag':
      return (
        <>
          <ChoiceInput
            label="What is done"
            value={step.add}
            onChange={add => onChange({ ...step, add })}
            choices={[
              { value: true, text: 'Add the tag' },
              { value: false, text: 'Remove the tag' },
            ]}
          />
          <ChoiceInput
            label="Tag"
            value={step.tagId}
            onChange={tagId => onChange({ ...step, tagId })}
            choices={listOf(choices, messageParameter.tags)}
            error={error}
          />
        </>
      )
  }
}

interface Of<Step> {
  step: Step
  onChange: (step: Step) => void
  error: string | undefined
}

function ClassFields({ step, onChange, error }: Of<StepOf<'waitForClass'>>) {
  const { days, time } = step
  // Kept, since no number says which side while it is being typed.
  const [side, setSide] = useState(sideOf(days))
  const change = (to: number, on: Side) => onChange({ ...step, days: on === 'before' ? -to : to })
  return (
    <>
      <ChoiceInput
        label="On which day"
        value={side}
        onChange={to => {
          setSide(to)
          change(to === 'same' ? 0 : Math.abs(days) || 1, to)
        }}
        choices={[
          { value: 'before', text: 'Days before the class' },
          { value: 'same', text: 'The day of the class' },
          { value: 'after', text: 'Days after the class' },
        ]}
        error={side === 'same' ? error : undefined}
      />
      {side !== 'same' && (
        <NumberInput
          label="Days"
          value={Math.abs(days)}
          onChange={to => change(to, side)}
          min={1}
          max={60}
          error={error}
        />
      )}
      <ChoiceInput
        label="At"
        value={time !== null}
        onChange={isOwn => onChange({ ...step, time: isOwn ? '09:00' : null })}
        choices={[
          { value: false, text: 'The time at which it begins' },
          { value: true, text: 'A time of day' },
        ]}
      />
      {time !== null && (
        <TimeInput label="Time, by the club’s clock" value={time} onChange={to => onChange({ ...step, time: to })} />
      )}
    </>
  )
}

type Side = 'before' | 'same' | 'after'

function sideOf(days: number): Side {
  if (days === 0) return 'same'
  return days < 0 ? 'before' : 'after'
}

function TaskFields({ step, onChange, choices, error }: Of<StepOf<'task'>> & { choices: AudienceChoices }) {
  const { subject, dueInDays, accountId, roleId } = step
  const roles = listOf(choices, messageParameter.role)
  const people = listOf(choices, messageParameter.user)
  const chosen = accountId === null ? `role ${roleId}` : `person ${accountId}`
  return (
    <>
      <TextInput
        label="What is to be done"
        value={subject}
        onChange={to => onChange({ ...step, subject: to })}
        maxLength={300}
        error={error}
      />
      <NumberInput
        label="Due in days"
        value={dueInDays}
        onChange={to => onChange({ ...step, dueInDays: to })}
        min={0}
        max={366}
      />
      <ChoiceInput
        label="For"
        value={accountId === null && roleId === null ? 'anybody' : chosen}
        onChange={who => onChange({ ...step, ...whoIs(who) })}
        choices={[
          { value: 'anybody', text: 'Anybody of the club' },
          ...roles.map(({ value, text }) => ({ value: `role ${value}`, text: `Whoever is ${text}` })),
          ...people.map(({ value, text }) => ({ value: `person ${value}`, text })),
        ]}
      />
    </>
  )
}

function whoIs(who: string): Pick<StepOf<'task'>, 'accountId' | 'roleId'> {
  const [kind, id] = who.split(' ')
  return { accountId: kind === 'person' ? Number(id) : null, roleId: kind === 'role' ? Number(id) : null }
}

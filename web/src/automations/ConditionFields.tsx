import type { AutomationCondition } from '@honbu/contract/automation-plan.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { type AudienceChoices, textOf, valuesOf } from '../audience/audience-words.ts'
import { ChoiceInput, ChoicesInput, NumberInput } from './inputs.tsx'
import { type ConditionKind, conditionTitles, newCondition } from './new-step.ts'

interface Props {
  condition: AutomationCondition
  onChange: (condition: AutomationCondition) => void
  choices: AudienceChoices
  /** Whether a class was booked: a condition about it makes sense only then. */
  isAboutBooking: boolean
  error: string | undefined
}

/** What has to be so of the member. */
export function ConditionFields({ condition, onChange, choices, isAboutBooking, error }: Props) {
  const kinds = kindsOf(condition.kind, isAboutBooking)
  return (
    <>
      <ChoiceInput
        label="What has to be so"
        value={condition.kind}
        onChange={kind => onChange(newCondition(kind))}
        choices={kinds.map(kind => ({ value: kind, text: conditionTitles[kind] }))}
      />
      <Details condition={condition} onChange={onChange} choices={choices} error={error} />
    </>
  )
}

const kindsOf = (chosen: ConditionKind, isAboutBooking: boolean) =>
  // The keys of the record, which has all of them.
  (Object.keys(conditionTitles) as ConditionKind[]).filter(
    kind => kind === chosen || kind !== 'notMarkedAbsent' || isAboutBooking,
  )

function Details({ condition, onChange, choices, error }: Omit<Props, 'isAboutBooking'>) {
  switch (condition.kind) {
    case 'status':
      return (
        <ChoicesInput
          label="Statuses"
          value={condition.statusIds}
          onChange={statusIds => onChange({ ...condition, statusIds: [...statusIds] })}
          choices={listOf(choices, messageParameter.memberStatus)}
          error={error}
        />
      )
    case 'category':
      return (
        <ChoicesInput
          label="Categories"
          value={condition.categoryIds}
          onChange={categoryIds => onChange({ ...condition, categoryIds: [...categoryIds] })}
          choices={listOf(choices, messageParameter.category)}
          error={error}
        />
      )
    case 'tag':
      return (
        <>
          <YesOrNo
            yes="Has the tag"
            no="Does not have the tag"
            has={condition.has}
            onChange={has => onChange({ ...condition, has })}
          />
          <ChoiceInput
            label="Tag"
            value={condition.tagId}
            onChange={tagId => onChange({ ...condition, tagId })}
            choices={listOf(choices, messageParameter.tags)}
            error={error}
          />
        </>
      )
    case 'ageUnder':
    case 'ageFrom':
      return (
        <NumberInput
          label="Age in years"
          value={condition.age}
          onChange={age => onChange({ ...condition, age })}
          min={1}
          max={120}
          error={error}
        />
      )
    case 'booking':
    case 'attendedSince':
      return <YesOrNo yes="Yes" no="No" has={condition.has} onChange={has => onChange({ ...condition, has })} />
    case 'notMarkedAbsent':
      return null
  }
}

interface YesOrNoProps {
  yes: string
  no: string
  has: boolean
  onChange: (has: boolean) => void
}

const YesOrNo = ({ yes, no, has, onChange }: YesOrNoProps) => (
  <ChoiceInput
    label="Which way"
    value={has}
    onChange={onChange}
    choices={[
      { value: true, text: yes },
      { value: false, text: no },
    ]}
  />
)

/** What can be chosen, as options. */
export function listOf(choices: AudienceChoices, parameterId: number) {
  const values = valuesOf(choices, parameterId)
  return values.map(value => ({ value: value.id, text: textOf(value, values) }))
}

import type { AutomationCondition } from '@honbu/contract/automation-plan.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { AudienceChoices } from '../audience/audience-words.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import css from './Flow.module.css'
import { firstMessage } from './first-message.ts'
import { newCondition } from './new-step.ts'
import { useKeys } from './use-keys.ts'

interface Props {
  conditions: readonly AutomationCondition[]
  onChange: (conditions: AutomationCondition[]) => void
  choices: AudienceChoices
  isAboutBooking: boolean
  errors: unknown
}

/** For whom it is: asked when it begins, and again before every step. */
export function Conditions({ conditions, onChange, choices, isAboutBooking, errors }: Props) {
  const [keys, setKeys] = useKeys(conditions.length)
  return (
    <fieldset className={css.card} aria-label="Only if">
      <div className={css.head}>
        <h2 className={css.title}>Only if</h2>
      </div>
      <div className={css.fields}>
        <p className={css.hint}>
          {conditions.length === 0
            ? 'It is for everybody. Add a condition to choose.'
            : 'All of these have to be so, when it begins and before every step.'}
        </p>
        {conditions.map((condition, index) => (
          <div key={keys[index]} className={css.condition}>
            <div className={css.conditionFields}>
              <ConditionFields
                condition={condition}
                onChange={next => onChange(conditions.map((each, place) => (place === index ? next : each)))}
                choices={choices}
                isAboutBooking={isAboutBooking}
                error={firstMessage(Array.isArray(errors) ? errors[index] : undefined)}
              />
            </div>
            <IconButton
              label={`Take out condition ${index + 1}`}
              icon={<IconTrash size={18} aria-hidden="true" />}
              onClick={() => {
                setKeys(keys.filter((_, place) => place !== index))
                onChange(conditions.filter((_, place) => place !== index))
              }}
            />
          </div>
        ))}
        <div className={css.wide}>
          <Button variant="quiet" onClick={() => onChange([...conditions, newCondition('status')])}>
            <IconPlus size={18} aria-hidden="true" />
            Add a condition
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

import { PersonFields } from '@honbu/contract/people.ts'
import { useRef } from 'react'
import { AddressSection, ReachSection, WhoSection } from '../people/PersonSections.tsx'
import { Button } from '../ui/Button.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Duplicates } from './Duplicates.tsx'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step-props.ts'
import { useDuplicates } from './use-duplicates.ts'
import { type PersonValues, withoutJoiner } from './wizard.ts'

/** Name, birthday, how to reach; and, as somebody types, who it may be already. */
export function WhoStep({
  choices,
  joining,
  who,
  joiner,
  problems,
  change,
  changeJoiner,
  next,
  back,
  goTo,
}: StepProps) {
  const { clubId, today } = choices
  const panel = useRef<HTMLDivElement>(null)
  const { notThese } = joiner
  const form = useForm({
    schema: PersonFields,
    values: joiner.person,
    async save() {
      return {}
    },
    saved() {
      // As it was typed: the form is read again when somebody comes back.
      const person: PersonValues = form.getValues()
      if (open.length > 0) return panel.current?.querySelector<HTMLElement>('h3')?.focus()
      next(now => ({
        ...now,
        joiners: now.joiners.map((each, index) =>
          index === who ? { ...each, person, done: [...new Set([...each.done, 'who' as const])] } : each,
        ),
      }))
    },
  })
  const typed = form.watch()
  const found = useDuplicates(clubId, typed)
  const open = found.filter(({ isLikely, memberId }) => isLikely && !notThese.includes(memberId))
  return (
    <StepForm
      form={form}
      problems={problems}
      typed={person => changeJoiner({ person })}
      back={back}
      aside={
        who > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              change(now => withoutJoiner(now, who))
              goTo({ step: 'review', who: 0 })
            }}
          >
            Leave this one out
          </Button>
        )
      }
    >
      <WhoSection form={form} none="-" today={today} />
      <Duplicates
        panel={panel}
        found={found}
        notThese={notThese}
        linked={joining.linked}
        isNew={() => {
          changeJoiner({ notThese: [...new Set([...notThese, ...open.map(({ memberId }) => memberId)])] })
          panel.current?.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.focus()
        }}
        link={linked => change(now => ({ ...now, linked }))}
      />
      <ReachSection form={form} />
      <AddressSection form={form} />
    </StepForm>
  )
}

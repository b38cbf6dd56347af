import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { stepTitles } from './new-step.ts'
import { type Move, StepCard } from './StepCard.tsx'
import { useKeys } from './use-keys.ts'

interface Props {
  steps: readonly AutomationStep[]
  onChange: (steps: AutomationStep[]) => void
  /** Below the last. */
  after: ReactNode
  /** What stands in the card of a step. */
  children: (step: AutomationStep, index: number) => ReactNode
}

/** The steps, each a row of the flow that is drawn around it; the focus stays with the step that was moved. */
export function StepList({ steps, onChange, after, children }: Props) {
  const id = useId()
  // A step is the same one wherever it is moved to: what is typed in it stays with it.
  const [keys, setKeys] = useKeys(steps.length)
  const [said, say] = useState('')
  const wanted = useRef<readonly string[]>([])
  // After every drawing in which a step has moved.
  useEffect(() => {
    for (const each of wanted.current) {
      const button = document.getElementById(each)
      if (!(button instanceof HTMLButtonElement) || button.disabled) continue
      button.focus()
      break
    }
    wanted.current = []
  })
  const idOf = (key: number | undefined, move: Move) => `${id}-${key}-${move}`

  function move(index: number, where: Move) {
    const key = keys[index]
    const title = stepTitles[steps[index]?.kind ?? 'condition']
    if (where === 'remove') {
      const [next, before] = [keys[index + 1], keys[index - 1]]
      wanted.current = [idOf(next, 'remove'), idOf(before, 'remove')]
      setKeys(keys.filter((_, place) => place !== index))
      say(`Step ${index + 1}, ${title}, was taken out.`)
      return onChange(steps.filter((_, place) => place !== index))
    }
    const to = where === 'up' ? index - 1 : index + 1
    wanted.current = [idOf(key, where), idOf(key, where === 'up' ? 'down' : 'up')]
    setKeys(swapped(keys, index, to))
    say(`Step ${index + 1}, ${title}, is now step ${to + 1}.`)
    onChange(swapped(steps, index, to))
  }

  return (
    <>
      {steps.map((step, index) => (
        <li key={keys[index]}>
          <StepCard
            number={index + 1}
            title={stepTitles[step.kind]}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            idOf={where => idOf(keys[index], where)}
            onMove={where => move(index, where)}
          >
            {children(step, index)}
          </StepCard>
        </li>
      ))}
      <li>
        {after}
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
      </li>
    </>
  )
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const copy = [...items]
  const [first, second] = [copy[one], copy[other]]
  if (first === undefined || second === undefined) return copy
  copy[one] = second
  copy[other] = first
  return copy
}

import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import type { AnyForm } from '../ui/form/use-form.ts'
import type { Problem } from './create-input.ts'

// biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a step does not see
type StepHook<V extends FieldValues> = AnyForm & UseFormReturn<V, any, any>

interface Props<V extends FieldValues> {
  form: StepHook<V>
  /** What the server has said about fields of this step: shown beside them. */
  problems: readonly Problem[]
  /** Each time something is typed. */
  typed: (values: V) => void
  back: (() => void) | undefined
  aside?: ReactNode
  children: ReactNode
}

/** A step as a form of its own: checked by the contract's rules before the next, and kept while somebody types. */
export function StepForm<V extends FieldValues>({ form, problems, typed, back, aside, children }: Props<V>) {
  const { watch, setError, getValues } = form
  const tell = useRef(typed)
  tell.current = typed
  useEffect(() => {
    const { unsubscribe } = watch(() => tell.current(getValues()))
    return unsubscribe
  }, [watch, getValues])
  useEffect(() => {
    const known = Object.keys(getValues())
    for (const { field, message } of problems)
      if (known.includes(field.split('.')[0] ?? '')) setError(field as FieldPath<V>, { type: 'server', message })
  }, [problems, setError, getValues])
  return (
    // Nothing is lost by leaving: it is kept as a draft.
    <Form
      form={form}
      submit="Next"
      isInDialog
      aside={
        <>
          {aside} {back && <Button onClick={back}>Back</Button>}
        </>
      }
    >
      {children}
    </Form>
  )
}

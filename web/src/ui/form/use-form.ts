import { plainWords } from '@honbu/contract/plain-words.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm as useHookForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { isRefusal, type Refusal } from '../../app/api.ts'
import { showToast } from '../toasts.ts'
import { changedErrors } from './changed-errors.ts'
import { isUnchanged, mergeEdits } from './merge-edits.ts'
import { placeRefusal } from './place-refusal.ts'

z.config({ localeError: plainWords })

type Schema<Values extends FieldValues, Checked extends FieldValues> = z.ZodMiniType<Checked, Values>

interface Options<Values extends FieldValues, Checked extends FieldValues, Result extends object> {
  /** The contract's own rules for what is edited here. */
  schema: Schema<Values, Checked>
  /** What the form starts from; read once, and again when `version` changes while nothing has been typed. */
  values: Values
  /** Of the record that is edited; a save over a newer one is refused, and the form offers both. */
  version?: number | undefined
  /** Whether these are the values of a saved record, so that a save without a change is none. Left out: with a version. */
  isEdit?: boolean
  /** Whether anything has changed that isn't among the values. */
  hasOtherChanges?: boolean
  /** Makes the call. `version` is that of the record, or the newer one after "Keep mine". */
  save: (values: Checked, version: number) => Promise<Result | Refusal>
  /** After the save; the form is clean then, so leaving does not ask. */
  saved?: (result: Result, values: Checked) => unknown
  /** The values of the newer record that comes with a 409: needed where there is a version. */
  fromRecord?: (current: never) => Values
}

/** A record that someone else has saved since this form was opened. */
export interface FormConflict {
  readonly by: string
  readonly at: string | null
  readonly message: string
  readonly takeTheirs: () => void
  /** Mine where both have changed a field; where only they have, theirs. */
  readonly keepMine: () => void
}

/**
 * A form with the rules of the contract. What the server refuses stands beside the field it is about, all else on top;
 * however often it is sent, one save is under way at a time.
 */
export function useForm<Values extends FieldValues, Checked extends FieldValues, Result extends object>({
  schema,
  values,
  version: given,
  isEdit = given !== undefined,
  hasOtherChanges = false,
  save,
  saved,
  fromRecord,
}: Options<Values, Checked, Result>) {
  // Whether the form has been sent since it began: before, an empty required field that is only left has no error.
  const isSent = useRef(false)
  // What the form began with: by it my changes are told from someone else's.
  const base = useRef(values)
  const hook = useHookForm<Values, unknown, Checked>({
    resolver: async (...given) => {
      // The two libraries write the same standard down in their own types.
      const check = standardSchemaResolver(schema as never) as unknown as Resolver<Values, unknown, Checked>
      const found = await check(...given)
      if (isSent.current) return found
      // Before it's sent, nobody reads the checked values.
      return { values: {}, errors: changedErrors(found.errors, given[0], base.current) } as typeof found
    },
    defaultValues: values as DefaultValues<Values>,
    mode: 'onTouched',
  })
  const { formState, handleSubmit, reset, setError, setFocus, setValue, getValues, watch } = hook
  const version = given ?? 0
  const [refusal, setRefusal] = useState('')
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [hasNothing, setNothing] = useState(false)
  const underWay = useRef(false)
  const current = useRef(version)
  // Read by whoever asks before leaving, at that moment.
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty

  // A record that was read again is shown as it is now, unless someone is writing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are a new object at every drawing
  useEffect(() => {
    if (isDirty.current || version === current.current) return
    current.current = version
    base.current = values
    reset(values)
  }, [version])

  useEffect(() => (hasNothing ? watch(() => setNothing(false)).unsubscribe : undefined), [hasNothing, watch])

  function show(refused: Refusal) {
    if (refused.conflict && fromRecord) return showConflict(refused.conflict, refused.message, fromRecord)
    const { beside, onTop } = placeRefusal(refused, Object.keys(getValues()))
    for (const [name, message] of beside) setError(name as FieldPath<Values>, { type: 'server', message })
    const first = beside[0]?.[0]
    if (first !== undefined) setFocus(first as FieldPath<Values>)
    setRefusal(onTop)
  }

  function showConflict(
    { by, at, current: record }: NonNullable<Refusal['conflict']>,
    message: string,
    read: (record: never) => Values,
  ) {
    const newer = (record as { version?: number } | null)?.version ?? 0
    const theirs = read(record as never)
    const { merged, both } = mergeEdits(base.current, getValues(), theirs)
    const begin = (begun: Values) => {
      current.current = newer
      base.current = theirs
      reset(begun)
      setConflict(null)
    }
    const keepMine = () => {
      begin(theirs)
      for (const [name, value] of Object.entries(merged))
        setValue(name as FieldPath<Values>, value as never, { shouldDirty: true })
      // The save that was refused is over by then.
      queueMicrotask(() => void submit())
    }
    const who = by || 'Someone else'
    if (both.length === 0) {
      showToast({ message: `${who} has changed other fields meanwhile. We’ve kept both.` })
      return keepMine()
    }
    for (const path of both) {
      const message = `${who} has changed this to ${shown(valueAt(theirs, path))}.`
      setError(path as FieldPath<Values>, { type: 'server', message })
    }
    setConflict({ by, at, message, takeTheirs: () => begin(theirs), keepMine })
  }

  const send = handleSubmit(async checked => {
    if (underWay.current) return
    underWay.current = true
    setSaving(true)
    setRefusal('')
    setConflict(null)
    try {
      const result = await save(checked, current.current)
      if (isRefusal(result)) return show(result)
      const left = (result as { version?: number }).version
      if (left !== undefined) current.current = left
      isDirty.current = false
      base.current = getValues()
      isSent.current = false
      reset(getValues())
      await saved?.(result as Result, checked)
    } finally {
      underWay.current = false
      setSaving(false)
    }
  })

  async function submit(event?: BaseSyntheticEvent) {
    isSent.current = true
    if (!isEdit || hasOtherChanges || !isUnchanged(base.current, getValues())) return await send(event)
    event?.preventDefault()
    setNothing(true)
  }

  /** What is typed, as a draft has it. */
  const draft = () => ({ values: getValues(), base: base.current, version: current.current })

  /** Goes on with a draft. What someone else has saved since then is a conflict when it is saved. */
  const restore = (kept: { values: Values; base: Values; version: number }) => {
    current.current = kept.version
    base.current = kept.base
    for (const [name, value] of Object.entries(kept.values))
      setValue(name as FieldPath<Values>, value as never, { shouldDirty: true })
  }

  const restart = () => {
    current.current = version
    base.current = values
    isSent.current = false
    reset(values)
  }

  const field = useCallback(
    <Name extends FieldPath<Values>>(name: Name) => ({ name, control: hook.control }),
    [hook.control],
  )
  return { ...hook, field, submit, isSaving, hasNothing, isDirty, refusal, conflict, draft, restore, restart }
}

const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), values)

/** In the words of a message; what has no short ones is something else. */
const shown = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? `“${value}”` : 'something else'

/** What `<Form>` needs of a form, whatever its values are. */
export interface AnyForm {
  readonly submit: (event?: BaseSyntheticEvent) => Promise<unknown>
  readonly isSaving: boolean
  /** The last press of the button found nothing to save. */
  readonly hasNothing: boolean
  readonly isDirty: { readonly current: boolean }
  readonly refusal: string
  readonly conflict: FormConflict | null
}

import { ClassFields, saveClass, saveClassDisciplines } from '@honbu/contract/class-form.ts'
import { classType } from '@honbu/contract/ids.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWrite } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { useForm } from '../ui/form/use-form.ts'
import type { Vat } from '../vat/vat-rate.ts'
import { classAddress } from './class-address.ts'
import type { Choices } from './class-choices.ts'
import {
  type ClassRecord,
  type ClassValues,
  changesOnlyDisciplines,
  disciplinesOf,
  fitToType,
  toSave,
  valuesOf,
} from './class-values.ts'
import { beginClass, suggestCapacity } from './new-class.ts'
import { useAcknowledged } from './use-acknowledged.tsx'

export interface Editing {
  readonly clubId: number
  readonly choices: Choices
  readonly vat: Vat
  /** The class that is edited; none for a new one. */
  readonly record: ClassRecord | undefined
  /** The class that a new one begins as. */
  readonly copied: ClassRecord | undefined
}

export type ClassFormState = ReturnType<typeof useClassForm>['form']

/** What each part of the form is given. */
export interface PartProps extends Editing {
  readonly form: ClassFormState
}

export function useClassForm({ clubId, choices, record, copied }: Omit<Editing, 'vat'>) {
  const { search } = useAddress()
  const navigate = useNavigate()
  const write = useWrite(saveClass)
  const writeDisciplines = useWrite(saveClassDisciplines)
  const { run, dialog } = useAcknowledged()
  const form = useForm({
    schema: ClassFields,
    values: record ? valuesOf(record) : beginClass({ choices, search, copied }),
    version: (record ?? copied)?.version,
    isEdit: record !== undefined,
    save: (checked, version) =>
      // Disciplines alone change no day, so bookings and marks needn’t be asked about.
      record && changesOnlyDisciplines(checked, record)
        ? writeDisciplines.mutateAsync({ id: record.classId, version, ...disciplinesOf(checked) })
        : run(({ acknowledged }) =>
            write.mutateAsync({ id: record?.classId ?? 0, clubId, version, ...toSave(checked, record), acknowledged }),
          ),
    saved: ({ classId }) => navigate({ to: classAddress(classId) as '/' }),
    fromRecord: (current: ClassRecord) => valuesOf(current),
  })
  useFittingToType(form, record === undefined)
  useRoomCapacity(form, { choices, isNew: record === undefined })
  return { form, dialog }
}

interface Fitted {
  watch: (name: 'classTypeId' | 'locationId') => number | null
  getValues: () => ClassValues
  setValue: (name: keyof ClassValues, value: never, options: { shouldDirty: boolean }) => void
}

/** Another type has another form: what it has no place for is emptied, what it begins with is filled in. */
function useFittingToType(form: Fitted, isNew: boolean) {
  const classTypeId = form.watch('classTypeId') ?? classType.class
  const last = useRef(classTypeId)
  const { getValues, setValue } = form
  useEffect(() => {
    if (last.current === classTypeId) return
    last.current = classTypeId
    const now = getValues()
    const fitted = fitToType(now, classTypeId, { isNew })
    // The value is of that very name; the compiler does not follow a name through a loop.
    for (const name of Object.keys(fitted) as (keyof ClassValues)[])
      if (fitted[name] !== now[name]) setValue(name, fitted[name] as never, { shouldDirty: true })
  }, [classTypeId, isNew, getValues, setValue])
}

/** Another room suggests its own capacity for a new class, until someone has chosen one. */
function useRoomCapacity(form: Fitted, { choices, isNew }: { choices: Choices; isNew: boolean }) {
  const locationId = form.watch('locationId')
  const last = useRef(locationId)
  const { getValues, setValue } = form
  useEffect(() => {
    if (!isNew || last.current === locationId) return
    const now = getValues()
    const { capacity } = suggestCapacity(now, choices, last.current)
    last.current = locationId
    if (capacity !== now.capacity) setValue('capacity', capacity as never, { shouldDirty: true })
  }, [locationId, isNew, choices, getValues, setValue])
}

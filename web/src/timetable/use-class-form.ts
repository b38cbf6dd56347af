import { ClassFields, saveClass, saveClassDisciplines } from '@honbu/contract/class-form.ts'
import { classType } from '@honbu/contract/ids.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWrite } from '../app/api.ts'
import { idOf, useAddress } from '../ui/address.ts'
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
  newClass,
  toSave,
  valuesOf,
} from './class-values.ts'
import { type Slot, slotIn } from './new-class-slot.ts'
import { useAcknowledged } from './use-acknowledged.tsx'

export interface Editing {
  readonly clubId: number
  readonly choices: Choices
  readonly vat: Vat
  /** The class that is edited; none for a new one. */
  readonly record: ClassRecord | undefined
}

export type ClassFormState = ReturnType<typeof useClassForm>['form']

/** What each part of the form is given. */
export interface PartProps extends Editing {
  readonly form: ClassFormState
}

export function useClassForm({ clubId, choices, record }: Omit<Editing, 'vat'>) {
  const { search } = useAddress()
  const navigate = useNavigate()
  const write = useWrite(saveClass)
  const writeDisciplines = useWrite(saveClassDisciplines)
  const { run, dialog } = useAcknowledged()
  const form = useForm({
    schema: ClassFields,
    values: record
      ? valuesOf(record)
      : newClass(choices.today, idOf(search.type) || classType.class, roomOf(choices, slotIn(search))),
    version: record?.version,
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
  return { form, dialog }
}

/** A room that is no longer the club's is left out. */
function roomOf({ locations }: Choices, slot: Slot | undefined): Slot | undefined {
  return slot && { ...slot, room: locations.some(({ id }) => id === slot.room) ? slot.room : null }
}

interface Fitted {
  watch: (name: 'classTypeId') => number
  getValues: () => ClassValues
  setValue: (name: keyof ClassValues, value: never, options: { shouldDirty: boolean }) => void
}

/** Another type has another form: what it has no place for is emptied, what it begins with is filled in. */
function useFittingToType(form: Fitted, isNew: boolean) {
  const classTypeId = form.watch('classTypeId')
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

import type { BulkChange } from '@honbu/contract/bulk.ts'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useForm } from '../../ui/form/use-form.ts'

/** A form that asks for a change, by the contract's own rules. Nothing is saved yet. */
export const useChangeForm = <Values extends FieldValues, Checked extends FieldValues & BulkChange>(
  schema: z.ZodMiniType<Checked, Values>,
  values: Values,
  onPreview: (change: BulkChange) => void,
) =>
  useForm({
    schema,
    values,
    save: async (change: Checked) => {
      onPreview(change)
      return {}
    },
  })

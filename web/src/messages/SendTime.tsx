import { date, timeOfDay } from '@honbu/contract/calendar.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { DateField } from '../ui/form/DateField.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { TimeField } from '../ui/form/fields.tsx'
import css from './Messages.module.css'

interface Props {
  /** YYYY-MM-DDTHH:MM on the wall of the club; what is written is told from then on, not what comes from outside. */
  value: string
  onChange: (local: string) => void
  /** Whether both can be read. What cannot is not told, so that nothing leaves at a time that is not seen. */
  onWhole: (isWhole: boolean) => void
  error: string | undefined
}

const given = (value: string | null) => value !== null
const schema = z.object({
  day: z.nullable(date).check(z.refine(given, 'Give the day')),
  time: z.nullable(timeOfDay).check(z.refine(given, 'Give the time')),
})

interface Written {
  day: string | null
  time: string | null
}

/** The day and the time at which a message leaves. */
export function SendTime({ value, onChange, onWhole, error }: Props) {
  const id = useId()
  const [day = '', time = ''] = value.split('T')
  const form = useForm<Written>({
    // The fields hold what was typed, which may be no date and no time.
    resolver: standardSchemaResolver(schema as never) as never,
    defaultValues: { day, time },
    mode: 'onTouched',
  })
  useEffect(() => {
    const watched = form.watch(written => {
      const { success, data } = schema.safeParse(written)
      onWhole(success)
      if (success) onChange(`${data.day}T${data.time}`)
    })
    return () => watched.unsubscribe()
  }, [form, onChange, onWhole])
  return (
    <fieldset className={css.fieldset} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>By the clock of the club</legend>
      <div className={css.sendTime}>
        <DateField control={form.control} name="day" label="Day" required />
        <TimeField control={form.control} name="time" label="Time" required />
      </div>
      {error && <FieldError id={`${id}-error`} message={error} />}
    </fieldset>
  )
}

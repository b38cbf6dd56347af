import { written } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { Belt } from '../ui/Belt.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ColourField, SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { beltColours } from './belt-colours.ts'
import css from './GradeTable.module.css'
import { drawn } from './GradeTableRow.tsx'
import { type Row, severalRows } from './grade-rows.ts'

const number = { error: 'A number from 1 to 50' }
const numberField = z.int(number).check(z.gte(1, number), z.lte(50, number))
const Several = z.object({
  from: numberField,
  to: numberField,
  word: written(50).check(z.minLength(1, { error: 'Give a word, such as Kyu' })),
  colour: z.string(),
  hasBars: z.boolean(),
})

interface Props {
  add: (rows: readonly Row[]) => void
  onClose: () => void
}

/** "1st to 9th Kyu" */
export function SeveralDialog({ add, onClose }: Props) {
  const form = useForm({
    schema: Several,
    values: { from: 9, to: 1, word: 'Kyu', colour: beltColours[0].colour, hasBars: false } as z.infer<typeof Several>,
    save: async values => {
      add(severalRows(values))
      onClose()
      return {}
    },
  })
  const parsed = Several.safeParse(form.watch())
  const rows = parsed.data ? severalRows(parsed.data) : []
  return (
    <Dialog title="Add several grades" isOpen isWide onClose={onClose}>
      <Form form={form} submit={`Add ${rows.length} grades`} cancel={onClose} isInDialog>
        <FormSection title="Grades" hint="From 9 to 1 counts down, from 1 to 18 up.">
          <NumberField {...form.field('from')} label="From" />
          <NumberField {...form.field('to')} label="To" />
          <TextField {...form.field('word')} label="Word" hint="Kyu, Mon, Kup, Dan, Khan, Grade…" />
          <ColourField {...form.field('colour')} label="Colour" swatches={beltColours} />
          <SwitchField {...form.field('hasBars')} label="A bar more for each" />
        </FormSection>
        <ul className={css.belts} aria-label="Preview">
          {rows.map(row => (
            <li key={row.gradeName}>
              <Belt belt={drawn(row)} />
            </li>
          ))}
        </ul>
      </Form>
    </Dialog>
  )
}

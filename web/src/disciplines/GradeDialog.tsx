import { deleteGrade, GradeFields, saveGrade } from '@honbu/contract/disciplines.ts'
import { getMemberCategories } from '@honbu/contract/settings.ts'
import { useRead, useWrite } from '../app/api.ts'
import { Belt } from '../ui/Belt.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ColourField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { beltColours } from './belt-colours.ts'
import css from './GradeList.module.css'
import type { Grade } from './grade.ts'

interface Props {
  clubId: number
  disciplineId: number
  /** None: a new one, after all others. */
  grade: Grade | undefined
  onClose: () => void
}

/** A grade: its name and belt, whom it is for, and what it takes to reach it. */
export function GradeDialog({ clubId, disciplineId, grade, onClose }: Props) {
  const save = useWrite(saveGrade)
  const remove = useWrite(deleteGrade)
  const categories = useRead(getMemberCategories, { clubId })
  const gradeId = grade?.gradeId ?? 0
  const form = useForm({
    schema: GradeFields,
    values: valuesOf(grade),
    version: grade?.version,
    save: (values, version) => save.mutateAsync({ disciplineId, gradeId, version, ...values }),
    saved: onClose,
    fromRecord: (record: Grade) => valuesOf(record),
  })
  const [gradeName, colour, colourTwo, stripe] = form.watch(['gradeName', 'colour', 'colourTwo', 'stripe'])
  return (
    <Dialog title={grade ? `Edit ${grade.gradeName}` : 'New grade'} isOpen isWide onClose={onClose}>
      <Form
        form={form}
        submit="Save grade"
        cancel={onClose}
        isInDialog
        aside={
          grade && (
            <DeleteButton
              what="grade"
              name={grade.gradeName}
              text="The grades after it move up. This cannot be undone."
              remove={() => remove.mutateAsync({ id: gradeId })}
              removed={onClose}
            />
          )
        }
      >
        <FormSection title="Grade">
          <TextField {...form.field('gradeName')} label="Name" required autoFocus />
          <SelectField
            {...form.field('categoryId')}
            label="For"
            hint="An age band; the next grade of a member is one of his own category."
            options={[
              { value: null, text: 'All members' },
              ...(categories.data ?? []).map(each => ({ value: each.categoryId, text: categoryText(each) })),
            ]}
          />
        </FormSection>
        <FormSection title="Belt">
          <ColourField {...form.field('colour')} label="Colour" swatches={beltColours} />
          <ColourField {...form.field('colourTwo')} label="Second colour" swatches={beltColours} canBeNone />
          <ColourField {...form.field('stripe')} label="Stripe" swatches={beltColours} canBeNone />
          <div className={css.preview}>
            <Belt belt={{ gradeName: gradeName || 'Belt', colour, colourTwo, stripe }} />
          </div>
        </FormSection>
        <FormSection title="To reach this grade" hint="Counted since the grading before it.">
          <NumberField
            {...form.field('minimumAttendance')}
            label="Classes"
            hint="We’ll round to a whole number."
            decimals={2}
          />
          <NumberField {...form.field('minimumMonths')} label="Months" />
        </FormSection>
      </Form>
    </Dialog>
  )
}

interface Category {
  categoryName: string
  minAge: number | null
  maxAge: number | null
}

function categoryText({ categoryName, minAge, maxAge }: Category): string {
  if (minAge === null && maxAge === null) return categoryName
  if (maxAge === null) return `${categoryName} (${minAge} and over)`
  return `${categoryName} (${minAge === null ? 'up to' : `${minAge} to`} ${maxAge})`
}

const valuesOf = (grade: Grade | undefined) => ({
  gradeName: grade?.gradeName ?? '',
  colour: grade?.colour ?? beltColours[0].colour,
  colourTwo: grade?.colourTwo ?? null,
  stripe: grade?.stripe ?? null,
  categoryId: grade?.categoryId ?? null,
  minimumAttendance: grade?.minimumAttendance ?? 0,
  minimumMonths: grade?.minimumMonths ?? 0,
})

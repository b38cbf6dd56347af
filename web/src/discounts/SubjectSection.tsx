import { MultiSelectField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { optionsOf, type SectionProps } from './use-discount-form.ts'

const scopes = (what: string) =>
  [
    { value: 'none', text: `No ${what}` },
    { value: 'all', text: `All ${what}` },
    { value: 'chosen', text: `Chosen ${what}` },
  ] as const

/** What it is taken off: all of a kind, or what is chosen. */
export function SubjectSection({ form, choices }: SectionProps) {
  return (
    <FormSection title="Off what" hint="Products and events that allow no discount keep their price all the same.">
      <SelectField {...form.field('forPlans')} label="Training plans" options={scopes('plans')} isWide />
      {form.watch('forPlans') === 'chosen' && (
        <MultiSelectField
          {...form.field('trainingPlanIds')}
          label="Plans"
          options={optionsOf(choices.trainingPlans)}
          isWide
        />
      )}
      <SelectField {...form.field('forProducts')} label="Products" options={scopes('products')} isWide />
      {form.watch('forProducts') === 'chosen' && (
        <>
          <MultiSelectField
            {...form.field('productCategoryIds')}
            label="Categories of products"
            options={optionsOf(choices.productCategories)}
          />
          <MultiSelectField
            {...form.field('productIds')}
            label="Single products"
            options={optionsOf(choices.products)}
          />
        </>
      )}
      <SelectField {...form.field('forEvents')} label="Events" options={scopes('events')} isWide />
      {form.watch('forEvents') === 'chosen' && (
        <MultiSelectField
          {...form.field('classIds')}
          label="Classes and events with a price"
          options={optionsOf(choices.classes)}
          isWide
        />
      )}
    </FormSection>
  )
}

import { deleteDiscount } from '@honbu/contract/discounts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../app/api.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, SelectField } from '../ui/form/fields.tsx'
import { AmountSection } from './AmountSection.tsx'
import { discountAddress, discountsAddress } from './discount-address.ts'
import { type DiscountRecord, familyOptions } from './discount-text.ts'
import { SubjectSection } from './SubjectSection.tsx'
import { type Choices, optionsOf, type SectionProps, useDiscountForm } from './use-discount-form.ts'

interface Props {
  clubId: number
  discount?: DiscountRecord | undefined
  choices: Choices
}

export function DiscountFieldset({ clubId, discount, choices }: Props) {
  const navigate = useNavigate()
  const remove = useWrite(deleteDiscount)
  const form = useDiscountForm(clubId, discount)
  const id = discount?.discountId ?? 0
  return (
    <Form
      form={form}
      submit="Save discount"
      cancel={id === 0 ? discountsAddress : discountAddress(id)}
      aside={
        discount && (
          <DeleteButton
            what="discount"
            name={discount.name}
            remove={() => remove.mutateAsync({ id })}
            removed={() => navigate({ to: discountsAddress as '/' })}
          />
        )
      }
    >
      <AmountSection form={form} />
      <SubjectSection form={form} choices={choices} />
      <MemberSection form={form} choices={choices} />
      <FormSection title="When and how often" hint="Both days are included; left empty, there is no limit.">
        <DateField {...form.field('fromDate')} label="From" />
        <DateField {...form.field('untilDate')} label="Until" />
        <NumberField {...form.field('maxUses')} label="Uses in all" />
        <NumberField {...form.field('maxUsesPerMember')} label="Uses for each member" />
      </FormSection>
      <ReachSection form={form} choices={choices} />
      <FormSection title="Rules">
        <SwitchField
          {...form.field('canCombine')}
          label="May be combined with others"
          hint="Those that may are added: percentages of the list price first, then amounts. One that may not is given alone, where it takes off more."
          isWide
        />
        <SwitchField {...form.field('isActive')} label="Active" hint="Switched off, nobody gets it." isWide />
      </FormSection>
    </Form>
  )
}

function MemberSection({ form, choices }: SectionProps) {
  return (
    <FormSection title="For whom" hint="All that is said has to hold; where nothing is, it is for everybody.">
      <MultiSelectField
        {...form.field('categoryIds')}
        label="Member categories"
        hint="One of these."
        options={optionsOf(choices.categories)}
        none="The club has no member categories."
      />
      <MultiSelectField
        {...form.field('tagIds')}
        label="Tags"
        hint="With one of these."
        options={optionsOf(choices.tags)}
        none="The club has no tags."
      />
      <SelectField
        {...form.field('family')}
        label="Place in the family"
        options={familyOptions}
        hint="Counted among the active members of the club, by the day they joined."
        isWide
      />
      <NumberField {...form.field('minAge')} label="From age" />
      <NumberField {...form.field('maxAge')} label="To age" />
    </FormSection>
  )
}

const reaches = [
  { value: 'own', text: 'This club alone' },
  { value: 'below', text: 'This club and all clubs below it' },
  { value: 'chosen', text: 'Chosen clubs' },
] as const

/** A club without others below it has nothing to choose. */
function ReachSection({ form, choices }: SectionProps) {
  if (choices.clubs.length < 2) return null
  return (
    <FormSection title="Clubs" hint="A club below sees it, and may switch it off for itself.">
      <SelectField {...form.field('reach')} label="Given by" options={reaches} isWide />
      {form.watch('reach') === 'chosen' && (
        <MultiSelectField {...form.field('clubIds')} label="Clubs" options={optionsOf(choices.clubs)} isWide />
      )}
    </FormSection>
  )
}

import type { Output } from '@honbu/contract/endpoint.ts'
import {
  deleteMemberCategory,
  getMemberCategories,
  MemberCategoryFields,
  saveMemberCategory,
} from '@honbu/contract/settings.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { memberCategoriesAddress } from './settings-address.ts'

type Category = Output<typeof getMemberCategories>[number]

/** A new category of a club, or one that is changed. One that is inherited is changed in its own club. */
export function MemberCategoryForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.club_id), idOf(params.id)]
  const isNew = id === 0
  const answer = useRead(getMemberCategories, { clubId }, { enabled: !isNew })
  const category = answer.data?.find(each => each.categoryId === id)
  const crumbs = [{ text: 'Member categories', to: memberCategoriesAddress(clubId) }]
  return (
    <Screen isNarrow>
      <PageHeader
        title={isNew ? 'New member category' : `Edit ${category?.categoryName ?? 'category'}`}
        crumbs={crumbs}
      />
      <SaveGate call={saveMemberCategory} clubId={clubId} cannot="change member categories">
        {answer.error && !answer.data && (
          <ErrorState
            title="The category could not be loaded."
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {answer.isLoading && <SkeletonRows count={3} height="56px" />}
        {answer.data && !category && <EmptyState title="There is no such category here" />}
        {category?.isInherited && (
          <EmptyState title={`${category.categoryName} belongs to ${category.clubName}`}>
            Its admins change it, for all clubs that use it.
          </EmptyState>
        )}
        {(isNew || (category && !category.isInherited)) && <Fields key={id} clubId={clubId} category={category} />}
      </SaveGate>
    </Screen>
  )
}

function Fields({ clubId, category }: { clubId: number; category: Category | undefined }) {
  const navigate = useNavigate()
  const save = useWrite(saveMemberCategory)
  const remove = useWrite(deleteMemberCategory)
  const id = category?.categoryId ?? 0
  const back = () => navigate({ to: memberCategoriesAddress(clubId) as '/' })
  const form = useForm({
    schema: MemberCategoryFields,
    values: valuesOf(category),
    version: category?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: back,
    fromRecord: (record: Category) => valuesOf(record),
  })
  return (
    <Form
      form={form}
      submit="Save category"
      cancel={memberCategoriesAddress(clubId)}
      aside={
        category && (
          <DeleteButton
            what="category"
            name={category.categoryName}
            remove={() => remove.mutateAsync({ id })}
            removed={back}
          />
        )
      }
    >
      <FormSection title="Category" hint="Both ages are included; left empty, there is no limit.">
        <TextField {...form.field('categoryName')} label="Name" required autoFocus={id === 0} />
        <NumberField {...form.field('minAge')} label="From age" />
        <NumberField {...form.field('maxAge')} label="To age" />
      </FormSection>
    </Form>
  )
}

const valuesOf = (category: Category | undefined) => ({
  categoryName: category?.categoryName ?? '',
  minAge: category?.minAge ?? null,
  maxAge: category?.maxAge ?? null,
})

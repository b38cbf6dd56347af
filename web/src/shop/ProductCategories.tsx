import type { Output } from '@honbu/contract/endpoint.ts'
import {
  archiveProductCategory,
  deleteProductCategory,
  getProductCategories,
  ProductCategoryFields,
  productCategoryColumns,
  saveProductCategory,
} from '@honbu/contract/product-lists.ts'
import { IconCategory, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { ArchivedSwitch, useArchived } from './ArchivedSwitch.tsx'
import { EntryActions } from './EntryActions.tsx'
import { Owner } from './marks.tsx'
import css from './Shop.module.css'
import { ShopScreen } from './ShopScreen.tsx'

type Category = Output<typeof getProductCategories>['data'][number]

/** What the products of a club are sorted by. */
export const ProductCategories = () => (
  <ShopScreen
    current="categories"
    title="Product categories"
    about="Products of one kind. Their sizes or colours are the variants of the category."
  >
    {club => <Categories {...club} />}
  </ShopScreen>
)

function Categories({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const [edited, setEdited] = useState<Category | 'new' | null>(null)
  const archive = useWrite(archiveProductCategory)
  return (
    <>
      <DataGrid
        label="Product categories"
        name="product-categories"
        call={getProductCategories}
        input={{ clubId, includeArchived: useArchived() }}
        columns={productCategoryColumns}
        hidden={['isArchived']}
        rowKey={row => row.id}
        cells={{
          categoryName: row => (
            <span className={css.name}>
              {row.categoryName}
              {row.isArchived && <Badge>Archived</Badge>}
            </span>
          ),
          clubName: row => <Owner {...row} />,
        }}
        extra={[
          {
            id: 'actions',
            title: 'Actions',
            cell: row =>
              isAdmin &&
              !row.isInherited && (
                <EntryActions
                  name={row.categoryName}
                  isArchived={row.isArchived}
                  onEdit={() => setEdited(row)}
                  archive={isArchived => archive.mutateAsync({ id: row.id, isArchived })}
                />
              ),
          },
        ]}
        empty={
          <EmptyState icon={<IconCategory size={32} />} title="No categories yet">
            Uniforms, protection, weapons, for example.
          </EmptyState>
        }
        actions={
          <>
            <ArchivedSwitch />
            {isAdmin && (
              <Button variant="primary" onClick={() => setEdited('new')}>
                <IconPlus size={18} aria-hidden="true" />
                New category
              </Button>
            )}
          </>
        }
      />
      {edited && (
        <CategoryDialog clubId={clubId} category={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

function CategoryDialog({
  clubId,
  category,
  onClose,
}: {
  clubId: number
  category: Category | null
  onClose: () => void
}) {
  const save = useWrite(saveProductCategory)
  const remove = useWrite(deleteProductCategory)
  const id = category?.id ?? 0
  const form = useForm({
    schema: ProductCategoryFields,
    values: { categoryName: category?.categoryName ?? '' },
    version: category?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: onClose,
    fromRecord: ({ categoryName }: Category) => ({ categoryName }),
  })
  return (
    <Dialog title={category ? `Edit ${category.categoryName}` : 'New category'} isOpen onClose={onClose}>
      <Form
        form={form}
        submit="Save category"
        cancel={onClose}
        isInDialog
        aside={
          category && (
            <DeleteButton
              what="category"
              name={category.categoryName}
              remove={() => remove.mutateAsync({ id })}
              removed={onClose}
            />
          )
        }
      >
        <TextField {...form.field('categoryName')} label="Name" required autoFocus />
      </Form>
    </Dialog>
  )
}

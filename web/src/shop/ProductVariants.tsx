import type { Output } from '@honbu/contract/endpoint.ts'
import {
  archiveProductVariant,
  deleteProductVariant,
  getProductVariants,
  ProductVariantFields,
  productVariantColumns,
  saveProductVariant,
} from '@honbu/contract/product-lists.ts'
import { getProductChoices } from '@honbu/contract/shop.ts'
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { ArchivedSwitch, useArchived } from './ArchivedSwitch.tsx'
import { EntryActions } from './EntryActions.tsx'
import { Owner } from './marks.tsx'
import css from './Shop.module.css'
import { ShopScreen } from './ShopScreen.tsx'

type Variant = Output<typeof getProductVariants>['data'][number]

/** The sizes and colours in which the products of a category are sold. */
export const ProductVariants = () => (
  <ShopScreen
    current="variants"
    title="Product variants"
    about="Sizes or colours: every product of the category is sold in them, and has a stock of each."
  >
    {club => <Variants {...club} />}
  </ShopScreen>
)

function Variants({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const [edited, setEdited] = useState<Variant | 'new' | null>(null)
  const archive = useWrite(archiveProductVariant)
  return (
    <>
      <DataGrid
        label="Product variants"
        name="product-variants"
        call={getProductVariants}
        input={{ clubId, includeArchived: useArchived() }}
        columns={productVariantColumns}
        hidden={['isArchived']}
        rowKey={row => row.id}
        cells={{
          variantName: row => (
            <span className={css.name}>
              {row.variantName}
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
                  name={row.variantName}
                  isArchived={row.isArchived}
                  onEdit={() => setEdited(row)}
                  archive={isArchived => archive.mutateAsync({ id: row.id, isArchived })}
                />
              ),
          },
        ]}
        empty={
          <EmptyState icon={<IconRulerMeasure size={32} />} title="No variants yet">
            What comes in sizes needs them: 120 cm, 130 cm and so on.
          </EmptyState>
        }
        actions={
          <>
            <ArchivedSwitch />
            {isAdmin && (
              <Button variant="primary" onClick={() => setEdited('new')}>
                <IconPlus size={18} aria-hidden="true" />
                New variant
              </Button>
            )}
          </>
        }
      />
      {edited && (
        <VariantDialog clubId={clubId} variant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

function VariantDialog({ clubId, variant, onClose }: { clubId: number; variant: Variant | null; onClose: () => void }) {
  const save = useWrite(saveProductVariant)
  const remove = useWrite(deleteProductVariant)
  const choices = useRead(getProductChoices, { clubId })
  const id = variant?.id ?? 0
  const form = useForm({
    schema: ProductVariantFields,
    values: valuesOf(variant),
    version: variant?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: onClose,
    fromRecord: (record: Variant) => valuesOf(record),
  })
  const categories = (choices.data?.categories ?? []).map(each => ({
    value: each.id as number | null,
    text: each.isInherited ? `${each.categoryName} (from ${each.clubName})` : each.categoryName,
  }))
  return (
    <Dialog title={variant ? `Edit ${variant.variantName}` : 'New variant'} isOpen onClose={onClose}>
      <Form
        form={form}
        submit="Save variant"
        cancel={onClose}
        isInDialog
        aside={
          variant && (
            <DeleteButton
              what="variant"
              name={variant.variantName}
              remove={() => remove.mutateAsync({ id })}
              removed={onClose}
            />
          )
        }
      >
        <SelectField
          {...form.field('productCategoryId')}
          label="Category"
          required
          options={
            variant && !categories.some(({ value }) => value === variant.productCategoryId)
              ? [...categories, { value: variant.productCategoryId, text: variant.productCategoryName }]
              : categories
          }
        />
        <TextField {...form.field('variantName')} label="Name" required autoFocus />
        <NumberField
          {...form.field('position')}
          label="Place in the list"
          hint="The smallest first; left empty, a new one comes last."
        />
      </Form>
    </Dialog>
  )
}

const valuesOf = (variant: Variant | null) => ({
  productCategoryId: variant?.productCategoryId ?? (null as number | null),
  variantName: variant?.variantName ?? '',
  position: variant?.position ?? (null as number | null),
})

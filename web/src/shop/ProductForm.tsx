import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { vatCode } from '@honbu/contract/ids.ts'
import { deleteProduct, getProduct, getProductChoices, ProductFields, saveProduct } from '@honbu/contract/shop.ts'
import { getVat, type VatCode } from '@honbu/contract/vat.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField, NumberField, SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { PriceField } from '../vat/PriceField.tsx'
import { VatCodeField } from '../vat/VatCodeField.tsx'
import type { Vat } from '../vat/vat-rate.ts'
import { productAddress, productCategoriesAddress, productsAddress } from './shop-address.ts'

type Product = Output<typeof getProduct>
type Choices = Output<typeof getProductChoices>

/** A new product of a club, or one that is changed. One that is inherited is changed in its own club. */
export function ProductForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.id), idOf(params.productId)]
  const isNew = id === 0
  const answer = useRead(getProduct, { id, clubId }, { enabled: !isNew })
  const choices = useRead(getProductChoices, { clubId })
  const club = useRead(getClub, { id: clubId })
  const vat = useRead(getVat, { clubId })
  const product = answer.data
  const error = answer.error ?? choices.error ?? club.error ?? vat.error
  const isOurs = product ? !product.isInherited : isNew
  return (
    <Screen isNarrow>
      <PageHeader
        title={isNew ? 'New product' : `Edit ${product?.productName ?? 'product'}`}
        crumbs={[{ text: 'Products', to: productsAddress(clubId) }]}
      />
      <SaveGate call={saveProduct} clubId={clubId} cannot="change products">
        {error && (!choices.data || !club.data || !vat.data || (!isNew && !product)) && (
          <ErrorState
            title="The product could not be loaded."
            error={error}
            retry={() =>
              void Promise.all([club.refetch(), choices.refetch(), vat.refetch(), ...(isNew ? [] : [answer.refetch()])])
            }
          />
        )}
        {(answer.isLoading || choices.isLoading || club.isLoading || vat.isLoading) && (
          <SkeletonRows count={6} height="56px" />
        )}
        {product?.isInherited && (
          <EmptyState title={`${product.productName} belongs to ${product.clubName}`}>
            Its admins change it, for all clubs that sell it.
          </EmptyState>
        )}
        {choices.data && choices.data.categories.length === 0 && isNew && (
          <EmptyState
            title="A product belongs to a category"
            actions={<AppLink to={productCategoriesAddress(clubId)}>Make the first category</AppLink>}
          />
        )}
        {isOurs && choices.data && vat.data && (product || choices.data.categories.length > 0) && (
          <Fields key={id} clubId={clubId} product={product} choices={choices.data} vat={vat.data} />
        )}
      </SaveGate>
    </Screen>
  )
}

interface FieldsProps {
  clubId: number
  product: Product | undefined
  choices: Choices
  vat: Vat
}

function Fields({ clubId, product, choices, vat }: FieldsProps) {
  const navigate = useNavigate()
  const save = useWrite(saveProduct)
  const remove = useWrite(deleteProduct)
  const id = product?.productId ?? 0
  const form = useForm({
    schema: ProductFields,
    values: valuesOf(product),
    version: product?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: ({ productId }) => navigate({ to: productAddress(clubId, productId) as '/' }),
    fromRecord: (record: Product) => valuesOf(record),
  })
  const keepsStock = form.watch('keepsStock')
  return (
    <Form
      hasDraft
      form={form}
      submit="Save product"
      cancel={id === 0 ? productsAddress(clubId) : productAddress(clubId, id)}
      aside={
        product && (
          <DeleteButton
            what="product"
            name={product.productName}
            text="Only what was never sold or counted can be deleted; anything else is archived."
            remove={() => remove.mutateAsync({ id })}
            removed={() => navigate({ to: productsAddress(clubId) as '/' })}
          />
        )
      }
    >
      <KeepDraft of={form} form="product" clubId={clubId} record={id} />
      <FormSection title="Product" hint="Its sizes or colours are the variants of its category.">
        <TextField {...form.field('productName')} label="Name" required autoFocus={id === 0} />
        <SelectField
          {...form.field('categoryId')}
          label="Category"
          required
          options={categoryOptions(product, choices)}
        />
        <TextField {...form.field('productCode')} label="Code" hint="The supplier's, or your own." />
        <TextField {...form.field('url')} label="Page on the web" type="url" placeholder="https://" />
        <TextAreaField {...form.field('description')} label="Description" />
      </FormSection>
      <FormSection title="Price">
        <VatCodeField {...form.field('vatCodeId')} label="VAT rate" required vat={vat} />
        <PriceField
          {...form.field('currentPrice')}
          label="Price"
          required
          rate={{ vat, own: form.watch('vatCodeId'), category: null }}
        />
        <MoneyField {...form.field('currentCost')} label="Costs the club" />
        <SwitchField {...form.field('allowDiscount')} label="Discounts apply" />
      </FormSection>
      <FormSection title="On sale" hint="Both days are included; left empty, there is no limit.">
        <DateField {...form.field('availableFrom')} label="From" />
        <DateField {...form.field('availableTo')} label="Until" />
      </FormSection>
      <FormSection title="Stock">
        <SwitchField
          {...form.field('keepsStock')}
          label="Stock is kept"
          hint="Off for what cannot run out, a licence for example."
        />
        {keepsStock && (
          <>
            <NumberField
              {...form.field('lowStockAt')}
              label="Low from"
              hint="So few left, or fewer, are pointed out."
            />
            <SwitchField
              {...form.field('allowPreOrder')}
              label="Can be ordered ahead"
              hint="When none is left it can still be sold, and is handed out when it comes."
            />
          </>
        )}
      </FormSection>
    </Form>
  )
}

function categoryOptions(product: Product | undefined, { categories }: Choices) {
  const options = categories.map(each => ({
    value: each.id as number | null,
    text: each.isInherited ? `${each.categoryName} (from ${each.clubName})` : each.categoryName,
  }))
  // One that is archived meanwhile keeps its products.
  const own = product && !options.some(({ value }) => value === product.categoryId)
  return own ? [...options, { value: product.categoryId, text: `${product.categoryName} (archived)` }] : options
}

const valuesOf = (product: Product | undefined) => ({
  categoryId: product?.categoryId ?? (null as number | null),
  productName: product?.productName ?? '',
  productCode: product?.productCode ?? '',
  availableFrom: product?.availableFrom ?? null,
  availableTo: product?.availableTo ?? null,
  currentPrice: product?.currentPrice ?? (null as number | null),
  currentCost: product?.currentCost ?? null,
  vatCodeId: product?.vatCodeId ?? (vatCode.standard as VatCode),
  allowDiscount: product?.allowDiscount ?? true,
  url: product?.url ?? '',
  description: product?.description ?? '',
  keepsStock: product?.keepsStock ?? true,
  lowStockAt: product?.lowStockAt ?? null,
  allowPreOrder: product?.allowPreOrder ?? false,
})

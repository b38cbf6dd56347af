import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, dateTime, mediumDate } from '@honbu/contract/format.ts'
import { archiveProduct, getProduct } from '@honbu/contract/shop.ts'
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useScreenName } from '../app/screen-name.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Shop.module.css'
import { StockMovements } from './StockMovements.tsx'
import { StockPanel } from './StockPanel.tsx'
import { editProductAddress, productsAddress } from './shop-address.ts'

type Product = Output<typeof getProduct>

/** A product as a club sells it: what it is, what it has cost since when, and what there is of it. */
export function ProductView() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.id), idOf(params.productId)]
  const answer = useRead(getProduct, { id, clubId })
  const club = useRead(getClub, { id: clubId })
  const product = answer.data
  useScreenName(product?.productName)
  const canEdit = (club.data?.isAdmin ?? false) && product?.isInherited === false
  const timeZone = club.data?.timeZone ?? 'Europe/London'
  return (
    <Screen>
      <PageHeader
        title={product?.productName ?? <SkeletonTitle error={answer.error}>Product</SkeletonTitle>}
        crumbs={[{ text: 'Products', to: productsAddress(clubId) }]}
        actions={product && canEdit && <Actions product={product} clubId={clubId} />}
      >
        {product && <Marks product={product} />}
      </PageHeader>
      {answer.error && !product && (
        <ErrorState title="The product could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={5} height="44px" />}
      {product && (
        <>
          <div className={css.columns}>
            <Panel title="Product">
              <ProductFacts product={product} />
            </Panel>
            {product.keepsStock && <StockPanel clubId={clubId} product={product} />}
            <Panel title="Prices" flush>
              <ol className={css.list}>
                {product.prices.map((price, index) => (
                  <li key={price.since} className={css.row}>
                    <span>
                      {index === 0 ? 'Now, since ' : 'From '}
                      {dateTime(new Date(price.since), timeZone)}
                      {price.by && <span className={css.soft}> by {price.by}</span>}
                    </span>
                    <span className={css.number}>{currency(price.price)}</span>
                  </li>
                ))}
              </ol>
            </Panel>
          </div>
          {product.keepsStock && (
            <Panel title="What came and went" flush>
              <div className={css.grid}>
                <StockMovements clubId={clubId} product={product} timeZone={timeZone} />
              </div>
            </Panel>
          )}
        </>
      )}
    </Screen>
  )
}

function Marks({ product }: { product: Product }) {
  return (
    <span className={css.marks}>
      {product.categoryName}
      {product.isInherited && <Badge title="It is changed there.">From {product.clubName}</Badge>}
      {product.isArchived && <Badge tone="warn">Archived</Badge>}
      {!product.isArchived && !product.isOffered && <Badge tone="warn">Not on sale now</Badge>}
      {product.allowPreOrder && <Badge>Can be ordered ahead</Badge>}
    </span>
  )
}

const ProductFacts = ({ product }: { product: Product }) => (
  <Facts
    facts={[
      ['Price', currency(product.currentPrice)],
      ['Costs the club', product.currentCost !== null && currency(product.currentCost)],
      ['Code', product.productCode],
      ['VAT rate', product.vatCode],
      ['Discounts', product.allowDiscount ? 'Allowed' : 'None'],
      ['On sale', onSale(product)],
      ['Description', product.description],
      [
        'Page',
        product.url && (
          <a href={product.url} rel="noreferrer" target="_blank">
            {product.url}
          </a>
        ),
      ],
    ]}
  />
)

function onSale({ availableFrom, availableTo }: Product): string {
  if (availableFrom && availableTo) return `${mediumDate(availableFrom)} to ${mediumDate(availableTo)}`
  if (availableFrom) return `From ${mediumDate(availableFrom)}`
  return availableTo ? `Until ${mediumDate(availableTo)}` : 'Always'
}

function Actions({ product, clubId }: { product: Product; clubId: number }) {
  const archive = useWrite(archiveProduct)
  const { productId, isArchived, productName } = product
  async function press() {
    const result = await archive.mutateAsync({ id: productId, isArchived: !isArchived })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: isArchived ? `${productName} is offered again.` : `${productName} is archived.` })
  }
  return (
    <>
      <Button isBusy={archive.isPending} onClick={() => void press()}>
        {isArchived ? <IconArchiveOff size={18} aria-hidden="true" /> : <IconArchive size={18} aria-hidden="true" />}
        {isArchived ? 'Offer again' : 'Archive'}
      </Button>
      <AppLink to={editProductAddress(clubId, productId)} className={buttonClass('primary')}>
        <IconPencil size={18} aria-hidden="true" />
        Edit
      </AppLink>
    </>
  )
}

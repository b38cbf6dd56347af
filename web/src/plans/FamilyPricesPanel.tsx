import { getFamilyPrices } from '@honbu/contract/family-prices.ts'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Plans.module.css'
import { familyText } from './plan-texts.ts'

const FamilyPricesDialog = lazy(() => import('./FamilyPricesDialog.tsx').then(m => ({ default: m.FamilyPricesDialog })))

/** What further members of a family pay less, once for the club's plans; nothing where the club has no plans of its own. */
export function FamilyPricesPanel({ clubId, mayChange }: { clubId: number; mayChange: boolean }) {
  const answer = useRead(getFamilyPrices, { clubId })
  const [isOpen, setOpen] = useState(false)
  const prices = answer.data
  if (answer.error)
    return (
      <ErrorState title="We couldn’t load family prices." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!prices || prices.plans.length === 0) return null
  const using = prices.plans.filter(plan => plan.usesThem && !plan.isArchived)
  const own = prices.plans.filter(plan => plan.hasOwn && !plan.isArchived)
  const text = familyText(prices)
  return (
    <Panel
      title="Family prices"
      aside={
        mayChange && (
          <Button variant="quiet" onClick={() => setOpen(true)}>
            <IconPencil size={18} aria-hidden="true" />
            Edit family prices
          </Button>
        )
      }
    >
      <p className={css.description}>
        {text.charAt(0).toUpperCase() + text.slice(1)}
        {using.length > 0 && ` in ${new Intl.ListFormat('en-GB').format(using.map(({ name }) => name))}`}.
        {own.length > 0 &&
          ` ${new Intl.ListFormat('en-GB').format(own.map(({ name }) => name))} ${own.length === 1 ? 'has its' : 'have their'} own.`}
      </p>
      {isOpen && (
        <Suspense fallback={null}>
          <FamilyPricesDialog clubId={clubId} prices={prices} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

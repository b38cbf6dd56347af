import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import type { Filter } from '@honbu/contract/grid.ts'
import { type getMarketing, leadSteps } from '@honbu/contract/marketing.ts'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import css from './Marketing.module.css'
import { atLeast, marketingAddress } from './marketing-address.ts'
import { share } from './marketing-texts.ts'

interface Props {
  figures: Output<typeof getMarketing>
  search: (condition: Filter) => SearchValues
}

const keys = ['enquiries', 'prospects', 'trials', 'joins'] as const

/** Bars whose lengths and figures carry the meaning; what each counts stands below it. */
export function FunnelChart({ figures: { clubId, total, others }, search }: Props) {
  return (
    <>
      <ol className={css.funnel}>
        {leadSteps.map(([step, name, definition], index) => {
          const key = keys[index] ?? 'enquiries'
          const count = total[key]
          return (
            <li key={step} className={css.step}>
              <span className={css.stepName}>{name}</span>
              <span className={css.stepCount}>
                <AppLink to={marketingAddress(clubId)} search={search(atLeast('step', step))}>
                  {wholeNumber(count)}
                </AppLink>
                {key !== 'enquiries' && ` (${share(count, total.enquiries)})`}
              </span>
              <span className={css.track} aria-hidden="true">
                <span
                  className={css.bar}
                  style={{ width: `${total.enquiries === 0 ? 0 : (count / total.enquiries) * 100}%` }}
                />
              </span>
              <span className={css.soft}>
                {definition}
                {others && key !== 'enquiries' && `. Other clubs: ${others[key]}% (median of ${others.clubs})`}
              </span>
            </li>
          )
        })}
      </ol>
      <p className={css.soft}>Who has got further counts for each step before it, so no step is more than the last.</p>
    </>
  )
}

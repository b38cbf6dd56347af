import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, wholeNumber } from '@honbu/contract/format.ts'
import type { Filter } from '@honbu/contract/grid.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { getMarketing } from '@honbu/contract/marketing.ts'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { BarChart } from '../ui/BarChart.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FunnelChart } from './FunnelChart.tsx'
import css from './Marketing.module.css'
import { atLeast, figuresSearch, is, marketingAddress, type Period, peopleSearch } from './marketing-address.ts'
import { monthText, shortMonth } from './marketing-texts.ts'
import { StepsTable } from './StepsTable.tsx'

interface Props {
  figures: Output<typeof getMarketing>
  period: Period
  chosen: { sourceId: number | undefined; classId: number | undefined }
  onChoose: (search: SearchValues) => void
}

const orNothing = (amount: number | null) => (amount ? currency(amount) : '–')

/** A cohort: those who came in these months, and how far each of them has got by now. */
export function Figures({ figures, period, chosen, onChoose }: Props) {
  const { clubId, total, byMonth, bySource, byClass, byClub, reasons, waiting } = figures
  const only: Filter[] = [
    ...(chosen.sourceId === undefined ? [] : [is('sourceId', chosen.sourceId === 0 ? null : chosen.sourceId)]),
    ...(chosen.classId === undefined ? [] : [is('classId', chosen.classId)]),
  ]
  const people = (...conditions: Filter[]) => peopleSearch(period, [...only, ...conditions])
  const steps = (...conditions: Filter[]) => ({ clubId, search: (step: Filter) => people(...conditions, step) })
  return (
    <>
      {only.length > 0 && (
        <p>
          Only {chosen.sourceId !== undefined && (bySource[0]?.name ?? 'one source')}
          {chosen.sourceId !== undefined && chosen.classId !== undefined && ', '}
          {chosen.classId !== undefined && (byClass[0]?.name ?? 'one class')}.{' '}
          <Button variant="quiet" onClick={() => onChoose({ source: undefined, class: undefined })}>
            Show all
          </Button>
        </p>
      )}
      <div className={css.columns}>
        <Panel title="From enquiry to member">
          {total.enquiries === 0 ? (
            <EmptyState title="Nobody came in these months">Choose other months above.</EmptyState>
          ) : (
            <FunnelChart figures={figures} search={people} />
          )}
        </Panel>
        <Panel title="Where they fall out">
          {figures.medianDaysToClass !== null && (
            <p>
              Half of those who came to a class did so within {wholeNumber(figures.medianDaysToClass)}{' '}
              {figures.medianDaysToClass === 1 ? 'day' : 'days'} of asking.
            </p>
          )}
          <p>
            {waiting.count === 0 ? (
              `No enquiry of ${waiting.days} days and more is without a booking.`
            ) : (
              <>
                <AppLink to={marketingAddress(clubId)} search={people(atLeast('daysWaiting', waiting.days))}>
                  {wholeNumber(waiting.count)} {waiting.count === 1 ? 'enquiry' : 'enquiries'}
                </AppLink>{' '}
                of {waiting.days} days and more without a booking.
              </>
            )}
          </p>
          {reasons.length === 0 ? (
            <p className={css.soft}>Nobody has been marked as not interested.</p>
          ) : (
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">Why not</th>
                  <th scope="col" className={css.number}>
                    People
                  </th>
                </tr>
              </thead>
              <tbody>
                {reasons.map(({ id, name, count }) => (
                  <tr key={id ?? 0}>
                    <th scope="row">{name}</th>
                    <td className={css.number}>
                      <AppLink
                        to={marketingAddress(clubId)}
                        search={people(is('memberStatusId', memberStatus.notInterested), is('reasonId', id))}
                      >
                        {wholeNumber(count)}
                      </AppLink>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      </div>
      <Panel title="By month of enquiry">
        <BarChart
          caption="Enquiries by month"
          nameTitle="Month"
          valueTitle="Enquiries"
          bars={byMonth.map(({ month, enquiries }) => ({
            key: month,
            name: monthText(month),
            tick: shortMonth(month),
            value: enquiries,
            isOpen: month === figures.thisMonth,
          }))}
        />
        <StepsTable
          label="By month of enquiry"
          isWhole
          title="Month"
          rows={byMonth.map(({ month, ...counts }) => ({
            ...{ key: month, name: monthText(month), ...counts, clubId },
            search: (step: Filter) => peopleSearch({ from: month, months: 1 }, [...only, step]),
          }))}
        />
      </Panel>
      {byClub.length > 1 && (
        <Panel title="Club by club">
          <StepsTable
            label="Club by club"
            title="Club"
            rows={byClub.map(({ id, name, ...counts }) => ({
              ...{ key: String(id), name, ...counts, ...steps(is('clubId', id)) },
            }))}
          />
        </Panel>
      )}
      <Panel title="By source">
        <StepsTable
          label="By source"
          title="Source"
          rows={bySource.map(({ id, name, cost, costPerLead, costPerJoin, ...counts }) => ({
            ...{ key: String(id ?? 0), name, ...counts, ...steps(is('sourceId', id)) },
            alone: figuresSearch(period, { ...chosen, sourceId: id ?? 0 }),
            more: [orNothing(cost), orNothing(costPerLead), orNothing(costPerJoin)],
          }))}
          moreTitles={['Cost', 'Per enquiry', 'Per join']}
        />
        <p className={css.soft}>
          Costs are those of the same months. What somebody who joins later cost is counted where he or she came.
        </p>
      </Panel>
      <Panel title="By first class">
        <StepsTable
          label="By first class"
          title="Class"
          rows={byClass.map(({ id, name, ...counts }) => ({
            ...{ key: String(id ?? 0), name, ...counts, ...steps(is('classId', id)) },
            alone: id === null ? undefined : figuresSearch(period, { ...chosen, classId: id }),
          }))}
        />
      </Panel>
    </>
  )
}
